import { alsMappentext, type Mappentext } from "../../belege/exporte/mappe.ts";
import { dezimal } from "../../kern/geld/dezimal.ts";
import type { Stufe } from "../../kern/wertsicherung/klausel.ts";
import type { Spalte } from "./spalte.ts";

export type Zelle = Mappentext | number | boolean | Date | null;

/** How a spreadsheet shows the cells of a column; what it must not touch is text. */
export function zahlenformat(spalte: Spalte): string {
  switch (spalte.art) {
    case "datum":
      return "dd.mm.yyyy";
    case "euro":
      return '#,##0.00 "€"';
    case "prozent":
      return "0.00%";
    case "ganzzahl":
    case "cent":
    case "basispunkte":
      return "0";
    case "dezimal":
      return "0.0";
    case "frei":
      return "General";
    default:
      return "@";
  }
}

/** Before this day spreadsheets disagree: one of them has a 29 February 1900. */
export const ersterSichererTag = "1900-03-01";

const geschrieben = (spalte: Spalte, wert: string | number | boolean): Zelle => {
  if (typeof wert === "boolean") {
    if (spalte.art === "frei") return wert;
    return wert ? "ja" : "nein";
  }
  if (typeof wert === "number") {
    if (spalte.art === "euro") return wert / 100;
    return spalte.art === "prozent" ? wert / 10_000 : wert;
  }
  if (spalte.art === "dezimal") return Number(wert);
  return spalte.art === "datum" && wert >= ersterSichererTag ? new Date(`${wert}T00:00:00Z`) : alsMappentext(wert);
};

const alsStufe = ({ ab, betragCent, prozentBp }: Stufe): string =>
  `${ab}: ${betragCent === null ? `${dezimal(prozentBp ?? 0, ",")} %` : `${dezimal(betragCent, ",")} €`}`;

/** The cell that is read back as `wert`, a value of the column as the API has it. */
export function alsZelle(spalte: Spalte, wert: unknown): Zelle {
  if (wert === null || wert === undefined) return null;
  if (spalte.art === "stufen") return (wert as Stufe[]).map(alsStufe).join("; ");
  if (Array.isArray(wert)) return alsMappentext(wert.join("; "));
  return geschrieben(spalte, wert as string | number | boolean);
}
