import fc from "fast-check";
import type { KontaktDaten } from "../../../src/stammdaten/duplikate/berechnung/kontakt.ts";
import type { ObjektDaten } from "../../../src/stammdaten/duplikate/berechnung/objekt.ts";

const leer = {
  id: 1,
  anrede: null,
  vorname: null,
  nachname: null,
  firma: null,
  strasse: "Dorfstraße",
  hausnummer: "12a",
  plz: "29525",
  ort: "Uelzen",
  land: "DE",
  telefon: null,
  mobil: null,
  email: null,
  iban: null,
  steuernummer: null,
  ustId: null,
} as const;

export function person(felder: Partial<KontaktDaten>): KontaktDaten {
  return { ...leer, istOrganisation: false, ...felder };
}
export function firma(felder: Partial<KontaktDaten>): KontaktDaten {
  return { ...leer, istOrganisation: true, ...felder };
}

export function objekt(felder: Partial<ObjektDaten>): ObjektDaten {
  return {
    id: 1,
    bezeichnung: "Im Felde 1",
    objektart: "acker",
    strasse: null,
    hausnummer: null,
    plz: "29525",
    ort: "Uelzen",
    land: "DE",
    gemarkung: "Veerßen",
    flur: "3",
    flurstueckZaehler: "12",
    flurstueckNenner: "4",
    flaecheQm: 15_000,
    ...felder,
  };
}

const oder = <T>(...werte: T[]) => fc.constantFrom(...werte);

/** A record out of so few values that many resemble each other. */
export const kontaktfelder = fc.record({
  istOrganisation: oder(false, false, false, true),
  anrede: oder("Herr", "Frau", null),
  vorname: oder("Hans", "Hans-Jürgen", "H.", "Andrea", "Andreas", "Müller", null),
  nachname: oder("Müller", "Mueller", "Mülelr", "Wieckhorst", "Hans", "Müller jun."),
  firma: oder("Agrar Nord GmbH", "Agrar Nord KG", "Agrar Nrod", "Windpark 1"),
  strasse: oder("Dorfstraße", "Dorfstr.", "Am Deich", null),
  hausnummer: oder("12", "12a", null),
  plz: oder("29525", "29526", "26725", null),
  ort: oder("Uelzen", "Emden"),
  telefon: oder("0581 123456", null),
  mobil: oder("0171 7654321", null),
  email: oder("a@post.example", null),
  iban: oder("DE02120300000000202051", null),
});

export const kleinerBestand = fc
  .array(kontaktfelder, { minLength: 2, maxLength: 9 })
  .map((liste) => liste.map((felder, i) => person({ ...felder, id: i + 1 })));
