import { mmJePt } from "../satz/schrift.ts";

/** A4 in points. */
export const a4 = { breite: 595.28, hoehe: 841.89 } as const;

/** A hundredth of a point is finer than any printer, and short numbers make small files. */
const rund = (punkt: number): number => Math.round(punkt * 100) / 100;

/** Millimetres from the left, and a width, in points. */
export function xVon(mm: number): number {
  return rund(mm / mmJePt);
}

/** Millimetres from the top in points from the bottom. */
export function yVon(mm: number): number {
  return rund(a4.hoehe - mm / mmJePt);
}
