import type { Vergleich } from "./berechnung/bestand.ts";
import { bewerteKontakte } from "./berechnung/bewerteKontakte.ts";
import {
  bildeKontakt,
  entfalteKontakt,
  type Kontaktbild,
  type KontaktDaten,
  schluesselDesKontakts,
  verdichteKontakt,
  worteDesKontakts,
} from "./berechnung/kontakt.ts";
import {
  bewerteObjekte,
  bildeObjekt,
  entfalteObjekt,
  type Objektbild,
  type ObjektDaten,
  schluesselDesObjekts,
  verdichteObjekt,
} from "./berechnung/objekt.ts";

export type ArtName = "kontakt" | "patchobjekt";

/** Where the records of one kind and what is known of their duplicates stand. */
export type Tabellen = {
  name: ArtName;
  schluesseltabelle: string;
  paartabelle: string;
  entscheidungstabelle: string;
  /** What of a record counts. */
  felder: readonly string[];
};

/** A kind of record that has duplicates: where it stands and how it is compared. */
export type Art<D extends { id: number }, B extends { id: number }> = Tabellen &
  Vergleich<B> & {
    felder: readonly (keyof D & string)[];
    bilde(daten: D): B;
    /** Its values without their names, and back: what a stock of a million is kept as. */
    verdichte(bild: B): readonly unknown[];
    entfalte(werte: readonly unknown[]): B;
  };

const tabellen = <N extends ArtName>(name: N) => ({
  name,
  schluesseltabelle: `duplikat_${name}_schluessel`,
  paartabelle: `duplikat_${name}_paar`,
  entscheidungstabelle: `duplikat_${name}_entscheidung`,
});

export const kontakte: Art<KontaktDaten, Kontaktbild> = {
  ...tabellen("kontakt"),
  felder: [
    "id",
    "istOrganisation",
    "anrede",
    "vorname",
    "nachname",
    "firma",
    "strasse",
    "hausnummer",
    "plz",
    "ort",
    "land",
    "telefon",
    "mobil",
    "email",
    "iban",
    "steuernummer",
    "ustId",
  ],
  bilde: bildeKontakt,
  verdichte: verdichteKontakt,
  entfalte: entfalteKontakt,
  schluessel: schluesselDesKontakts,
  worte: worteDesKontakts,
  bewerte: bewerteKontakte,
};

export const patchobjekte: Art<ObjektDaten, Objektbild> = {
  ...tabellen("patchobjekt"),
  felder: [
    "id",
    "bezeichnung",
    "objektart",
    "strasse",
    "hausnummer",
    "plz",
    "ort",
    "land",
    "gemarkung",
    "flur",
    "flurstueckZaehler",
    "flurstueckNenner",
    "flaecheQm",
  ],
  bilde: bildeObjekt,
  verdichte: verdichteObjekt,
  entfalte: entfalteObjekt,
  schluessel: schluesselDesObjekts,
  worte: () => [],
  bewerte: bewerteObjekte,
};
