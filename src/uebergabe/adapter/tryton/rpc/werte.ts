import { Buffer } from "node:buffer";
import { cent } from "../../../../kern/geld/cent.ts";
import { dezimal } from "../../../../kern/geld/dezimal.ts";

/** Tryton's exact number: a plain JSON number is refused there. */
export type Dezimal = { __class__: "Decimal"; decimal: string };
type Tag = { __class__: "date"; year: number; month: number; day: number };
export type Bytes = { __class__: "bytes"; base64: string };

/** @param betragCent whole cents, signed */
export function alsDezimal(betragCent: number): Dezimal {
  return { __class__: "Decimal", decimal: dezimal(cent(betragCent)) };
}

/** Whole cents; null where there is no number, or one with fractions of a cent. */
export function alsCent(wert: Dezimal | null): number | null {
  const teile = /^(-?)(\d+)(?:\.(\d*))?$/.exec(wert?.decimal ?? "");
  if (!teile) return null;
  const [, minus, ganze = "", bruchteil = ""] = teile;
  if (!/^\d{0,2}0*$/.test(bruchteil)) return null;
  const betrag = Number(ganze + bruchteil.padEnd(2, "0").slice(0, 2));
  return cent(minus ? -betrag : betrag);
}

/** @param datum 'YYYY-MM-DD' */
export function alsTag(datum: string): Tag {
  const [year = 0, month = 0, day = 0] = datum.split("-").map(Number);
  return { __class__: "date", year, month, day };
}

/** Its base64 has line breaks, which Node skips. */
export function alsBytes({ base64 }: Bytes): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}
