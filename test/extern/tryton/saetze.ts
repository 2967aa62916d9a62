import type { Dezimal } from "./tryton.ts";

/** What our API and Tryton's say of documents, as far as the story reads it. */
export type Dokument = {
  id: number;
  belegnummer: string;
  belegart: string;
  nettoCent: number;
  bruttoCent: number;
  empfaenger: string;
  state: string;
  referenz: string | null;
  externNummer: string | null;
  stornoVonId: number | null;
  storniertDurchId: number | null;
};
export type Detail = Dokument & {
  externZustand: string | null;
  nichtVor: string | null;
  vorschau: { kontaktId: number };
};
export type Auftrag = { id: number; status: string; gesamt: number | null; erfolgreich: number };
export type Beleg = {
  number: string | null;
  state: string;
  reference: string;
  type: "in" | "out";
  untaxed_amount: Dezimal;
  total_amount: Dezimal;
  cancel_move: number | null;
  "party.": { code: string; name: string };
};
export type Buchungszeile = { "party.": { code: string } | null; debit: Dezimal; credit: Dezimal };

export function richtungVon({ belegart }: Dokument): "in" | "out" {
  return belegart === "gutschrift" ? "in" : "out";
}
