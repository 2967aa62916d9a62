import { deutschesDatum } from "../../kern/kalender/tag.ts";
import { beispielmarke } from "../format/blaetter.ts";
import type { Blatt } from "../format/blattnamen.ts";

/** What a cell holds, before anybody asks what its column is for. */
export type Rohzelle =
  | { art: "text"; text: string }
  /**
   * `anzeige`: as a percentage, or as nothing special; `stellen`: filled up with zeros to so many digits; `ab1904`: its
   * workbook counts days from 1904
   */
  | { art: "zahl"; zahl: number; anzeige: "prozent" | "zahl"; stellen?: number; ab1904?: true }
  /** a number shown as a day; `uhrzeit`: there was more than the day */
  | { art: "tag"; tag: string; uhrzeit: boolean }
  | { art: "janein"; wert: boolean }
  /** a formula whose outcome the file does not have, or one that failed, e.g. `#NV` */
  | { art: "unbrauchbar"; formel: boolean; text: string };

/** A row that is not blank; cells by column from 0, those without content are missing. */
export type Rohzeile = { zeile: number; versteckt: boolean; zellen: Map<number, Rohzelle> };

/** A sheet as the file has it; `blatt`: which of the format's it is read as, if any. */
export type Rohblatt = { name: string; blatt: Blatt | undefined; zeilen: AsyncGenerator<Rohzeile[]> };

/** So much of a text as a finding tells, and no half of a character. */
export function gekuerzt(text: string): string {
  return text.slice(0, 200).toWellFormed();
}

/** As the program that wrote the cell shows it: 0.07 times 100 is not quite 7. */
const prozentzahl = (zahl: number): string => `${Math.round(zahl * 1e6) / 1e4} %`.replace(".", ",");

/** A whole number as its cell shows it, e.g. 01067. */
export function mitNullen(zahl: number, stellen = 0): string {
  return Number.isInteger(zahl) && zahl >= 0 ? String(zahl).padStart(stellen, "0") : String(zahl);
}

/** For a finding: what stood in the cell. */
export function zeige(zelle: Rohzelle): string {
  switch (zelle.art) {
    case "zahl":
      return zelle.anzeige === "prozent" ? prozentzahl(zelle.zahl) : mitNullen(zelle.zahl, zelle.stellen);
    case "tag":
      return deutschesDatum(zelle.tag);
    case "janein":
      return zelle.wert ? "WAHR" : "FALSCH";
    default:
      return gekuerzt(zelle.text);
  }
}

export function istBeispiel({ zellen }: Rohzeile): boolean {
  const erste = zellen.get(0);
  return erste?.art === "text" && erste.text.trim().toLowerCase().startsWith(beispielmarke.toLowerCase());
}
