import { dezimalMitPunkten } from "../../../kern/geld/dezimal.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";

/** Cents as "1.234,50", below zero with a true minus, which is as wide as a digit. */
export function betrag(cent: number): string {
  return dezimalMitPunkten(cent).replace("-", "\u2212");
}

export function euro(cent: number): string {
  return `${betrag(cent)} €`;
}

/** "01.10.–31.12.2026", or with both years where they differ. */
export function zeitraum(von: string, bis: string): string {
  if (von === bis) return deutschesDatum(von);
  return von.slice(0, 4) === bis.slice(0, 4)
    ? `${deutschesDatum(von).slice(0, 6)}–${deutschesDatum(bis)}`
    : `${deutschesDatum(von)}–${deutschesDatum(bis)}`;
}

/** In groups of four. */
export function ibanGruppen(iban: string): string {
  return iban
    .replace(/\s/g, "")
    .replace(/(.{4})/g, "$1 ")
    .trim();
}

/** Drops what is missing. */
export function verbinde(teile: (string | null | undefined)[], zwischen = " "): string {
  return teile.filter(Boolean).join(zwischen);
}
