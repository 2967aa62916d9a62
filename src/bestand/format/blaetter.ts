import type { Blatt } from "./blattnamen.ts";
import { beteiligte, feldwerte, hebungen, pachtkonten, positionen } from "./konten.ts";
import type { Spalte } from "./spalte.ts";
import { firmendaten, kontaktarten, positionsarten } from "./stammlisten.ts";
import { kontakte, patchobjekte } from "./stammsaetze.ts";

/** Counts up when a file of before would be read differently. */
export const formatVersion = 1;

export const spaltenVon: Record<Blatt, readonly Spalte[]> = {
  Firmendaten: firmendaten,
  Positionsarten: positionsarten,
  Kontaktarten: kontaktarten,
  Kontakte: kontakte,
  Patchobjekte: patchobjekte,
  Pachtkonten: pachtkonten,
  Beteiligte: beteiligte,
  Positionen: positionen,
  Hebungen: hebungen,
  Feldwerte: feldwerte,
};

/** The columns that the service writes itself: euros and percent, not what machines may send instead. */
export function hauptspalten(blatt: Blatt): Spalte[] {
  return spaltenVon[blatt].filter(({ art }) => art !== "cent" && art !== "basispunkte");
}

/** The sheet that explains the others; the version stands in its first row. */
export const anleitung = "Anleitung";

/** Sheets and a column that the service writes for people; read again, they are passed over. */
export const ausgelassenblatt = "Ausgelassen";
export const befundblatt = "Befunde";
export const befundspalte = "Befunde";

/**
 * A row whose first cell begins so is nobody's record: it is passed over. References of example rows begin so, too.
 */
export const beispielmarke = "Beispiel:";

/** What a reader or a check has to say; of a whole sheet without `zeile`, of the file also without `blatt`. */
export type Befund = {
  blatt: string | null;
  /** as the spreadsheet counts: the head is row 1 */
  zeile: number | null;
  /** as it stands in the head */
  spalte: string | null;
  /** a `fehler` keeps the file from being imported */
  schwere: "fehler" | "hinweis";
  code: string;
  text: string;
  /** what stood there */
  wert: string | null;
};

/** A row as read. */
export type Zeile = {
  blatt: Blatt;
  zeile: number;
  /**
   * By `Spalte.feld`; only fields that the file has a column for, null where the cell is empty. A value is typed as in
   * the API; references are still keys (`verweis` a string, `verweise` a list of strings). A cell that could not be
   * read has its `fehler` in `befunde` and no value.
   */
  werte: Record<string, unknown>;
  befunde: Befund[];
};

/** A batch of rows, and what there is to say of the file or a whole sheet. */
export type Lieferung = { zeilen: Zeile[]; befunde: Befund[] };

/** An uploaded file; of a CSV `art` says whose rows it has. */
export type Quelle = { bytes: Uint8Array; art?: Blatt | undefined };
