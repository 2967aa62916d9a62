import type { Blatt } from "./blattnamen.ts";

/**
 * What the cells of a column hold, and what becomes of them:
 *
 * - `text`, `iban`: a string; an IBAN without blanks
 * - `ganzzahl`: a number; `dezimal`: a string with one decimal ("105.1")
 * - `euro`, `cent`: euros or whole cents in the sheet, whole cents as the value
 * - `prozent`, `basispunkte`: percent ("19 %") or whole basis points in the sheet, basis points as the value
 * - `datum`: "2026-12-31"; `monatstag`: "10-01"; `monat`: "2026-09"
 * - `stufen`: steps of a rent, "2027-10-01: 1500,00 €; 2028-10-01: 2,50 %" in the sheet, a list as the API has it
 * - `janein`: a boolean; `auswahl`: one of `werte`
 * - `verweis`: the key of a row of the sheet `auf`: its importSchluessel, of accounts also the kontonummer, of position
 *   and contact types the name; `verweise`: a list of such keys
 * - `frei`: text, number or boolean as the cell has it
 */
type Zellart =
  | { art: EinfacheArt }
  | { art: "auswahl"; werte: readonly string[] }
  | { art: "verweis" | "verweise"; auf: Blatt };
export type EinfacheArt =
  | "text"
  | "iban"
  | "ganzzahl"
  | "dezimal"
  | "euro"
  | "cent"
  | "prozent"
  | "basispunkte"
  | "datum"
  | "monatstag"
  | "monat"
  | "stufen"
  | "janein"
  | "frei";

export type Spalte = Zellart & {
  /** as it stands in the first row */
  name: string;
  /** under which the value stands in `Zeile.werte`: the API's field, parts of a nested one with a dot */
  feld: string;
  /** a new record needs it */
  pflicht: boolean;
  erklaerung: string;
  /** a value as it is read, for the template's example row; null = an empty cell */
  beispiel: string | number | boolean | null;
};

type Beispiel = Spalte["beispiel"];

export function spalte(art: EinfacheArt, name: string, erklaerung: string, beispiel: Beispiel = null): Spalte {
  return {
    art,
    name,
    feld: name,
    pflicht: false,
    erklaerung,
    beispiel,
  };
}

export function auswahl(name: string, werte: readonly string[], erklaerung: string, beispiel: Beispiel = null): Spalte {
  return { art: "auswahl", werte, name, feld: name, pflicht: false, erklaerung, beispiel };
}

const verweisend =
  (art: "verweis" | "verweise") =>
  (name: string, feld: string, auf: Blatt, erklaerung: string, beispiel: Beispiel = null): Spalte => ({
    art,
    auf,
    name,
    feld,
    pflicht: false,
    erklaerung,
    beispiel,
  });

export const verweis = verweisend("verweis");
export const verweise = verweisend("verweise");

/** A sum of money: a column in euros and, for machines, one in cents; a file has one of the two. */
export function betrag(name: string, erklaerung: string, beispiel: Beispiel = null): [Spalte, Spalte] {
  return [
    { ...spalte("euro", name, `${erklaerung}, in Euro`, beispiel), feld: `${name}Cent` },
    spalte("cent", `${name}Cent`, `Statt ${name}: derselbe Betrag in ganzen Cent`),
  ];
}

/** A rate: a column in percent and, for machines, one in basis points; a file has one of the two. */
export function satz(name: string, erklaerung: string, beispiel: Beispiel = null): [Spalte, Spalte] {
  return [
    { ...spalte("prozent", name, `${erklaerung}, in Prozent (19 oder 19 %)`, beispiel), feld: `${name}Bp` },
    spalte("basispunkte", `${name}Bp`, `Statt ${name}: derselbe Satz in Basispunkten (1900 = 19 %)`),
  ];
}

export function pflicht(einzelne: Spalte): Spalte {
  return { ...einzelne, pflicht: true };
}

/** @param zusatz what else holds on its sheet, behind the explanation */
export function schluessel(beispiel: string, zusatz = ""): Spalte {
  return spalte(
    "text",
    "importSchluessel",
    "Schlüssel des Datensatzes im alten System, bis 64 Zeichen ohne Semikolon, je Blatt eindeutig; andere Zeilen verweisen darauf, " +
      `und ein erneuter Import findet den Datensatz damit wieder${zusatz}`,
    beispiel,
  );
}
