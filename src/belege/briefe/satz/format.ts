import { dezimal } from "../../../kern/geld/dezimal.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";

/** Cents as "1.234,50", below zero with a true minus, which is as wide as a digit. */
export const betrag = (cent: number): string =>
  dezimal(cent, ",")
    .replace(/\B(?=(\d{3})+,)/g, ".")
    .replace("-", "\u2212");

export const euro = (cent: number): string => `${betrag(cent)} €`;

/** "01.10.–31.12.2026", or with both years where they differ. */
export const zeitraum = (von: string, bis: string): string => {
  if (von === bis) return deutschesDatum(von);
  return von.slice(0, 4) === bis.slice(0, 4)
    ? `${deutschesDatum(von).slice(0, 6)}–${deutschesDatum(bis)}`
    : `${deutschesDatum(von)}–${deutschesDatum(bis)}`;
};

/** In groups of four. */
export const ibanGruppen = (iban: string): string =>
  iban
    .replace(/\s/g, "")
    .replace(/(.{4})/g, "$1 ")
    .trim();

/** Drops what is missing. */
export const verbinde = (teile: (string | null | undefined)[], zwischen = " "): string =>
  teile.filter(Boolean).join(zwischen);
