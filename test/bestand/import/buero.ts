import { type Mappe, tag } from "./handgriffe.ts";

const nummern = (anzahl: number): number[] => Array.from({ length: anzahl }, (_, i) => i);
const reihum = <T>(werte: readonly T[], nr: number): T => werte[nr % werte.length] as T;

const vornamen = ["Ida", "Ole", "Wiebke", "Jan", "Frauke", "Nils", "Gesa", "Tjark"];
const nachnamen = ["Jürgensen", "Hansen", "Petersen", "Claußen", "Lorenzen", "Thomsen", "Feddersen"];
const orte = [
  { plz: "25813", ort: "Husum" },
  { plz: "25899", ort: "Niebüll" },
  { plz: "24937", ort: "Flensburg" },
];
const ibans = ["DE02120300000000202051", "DE02500105170137075030", "DE02100100100006820101"];

const konten = 40;
const verpaechter = 10;

const kontakt = (schluessel: string, typ: string, nr: number): Mappe[string][number] => ({
  importSchluessel: schluessel,
  typ,
  istOrganisation: false,
  anrede: reihum(["Frau", "Herr", null], nr),
  titel: null,
  vorname: reihum(vornamen, nr),
  nachname: reihum(nachnamen, nr),
  strasse: "Deichweg",
  hausnummer: String(nr + 1),
  ...reihum(orte, nr),
  land: "DE",
  telefon: nr % 2 === 0 ? `04841 1000${nr}` : null,
  mobil: null,
  email: nr % 3 === 0 ? `person${nr}@example.org` : null,
  iban: typ === "verpaechter" ? reihum(ibans, nr) : null,
  zahlungsmoral: reihum([0, 1, 3], nr),
  debitornummer: null,
  bemerkung: nr % 4 === 0 ? `übernommen, Karte ${nr}` : null,
});

const objekt = (nr: number): Mappe[string][number] => ({
  importSchluessel: `O-${nr}`,
  bezeichnung: `Koppel ${nr}`,
  objektart: reihum(["gruenland", "acker"], nr),
  ...reihum(orte, nr),
  bundesland: "SH",
  gemarkung: reihum(orte, nr).ort,
  flur: String(1 + (nr % 9)),
  flurstueckZaehler: String(100 + nr),
  flurstueckNenner: null,
  flaecheQm: 10_000 + 137 * nr,
  pachtkonto: `P-${nr % konten}`,
  geprueftAm: nr % 2 === 0 ? tag("2025-12-31") : null,
  bemerkung: null,
});

const konto = (nr: number): Mappe[string][number] => ({
  importSchluessel: `P-${nr}`,
  kontonummer: nr % 2 === 0 ? `A-${100 + nr}` : null,
  bezeichnung: `Pacht ${nr}`,
  pachtbeginn: tag("2020-10-01"),
  abrechnungAb: tag("2025-10-01"),
  pachtjahrBeginn: "10-01",
  zahlungsrhythmus: reihum(["jaehrlich", "halbjaehrlich", "vierteljaehrlich"], nr),
  istVorauszahlend: nr % 2 === 1,
  zahlungszielTage: nr % 3 === 0 ? 30 : null,
  verwaltungsgebuehr: nr % 2 === 0 ? 5 : null,
  vertragsform: null,
  vertragsschlussAm: nr % 2 === 0 ? tag("2020-08-15") : null,
  bemerkung: null,
});

/** Every fifth account has two lessees, one to one third. */
const parteien = (nr: number): Mappe[string] => {
  const pachtkonto = `P-${nr}`;
  const anteile = nr % 5 === 0 ? [1, 2] : [null];
  return [
    ...anteile.map((zaehler, i) => ({
      pachtkonto,
      kontakt: `K-${(nr + i) % konten}`,
      rolle: "paechter",
      anteilZaehler: zaehler,
      anteilNenner: zaehler && 3,
    })),
    {
      pachtkonto,
      kontakt: `V-${nr % verpaechter}`,
      rolle: "verpaechter",
      anteilZaehler: null,
      anteilNenner: null,
    },
  ];
};

const position = (nr: number): Mappe[string][number] => ({
  importSchluessel: `B-${nr}`,
  pachtkonto: `P-${nr % konten}`,
  positionsart: nr < konten ? "Pacht" : "Wegegeld",
  bezeichnung: nr % 3 === 0 ? `Fläche ${nr}` : null,
  betrag: 1200 + 12.5 * nr,
  intervall: "jaehrlich",
});

/**
 * The stock of an invented office, some 300 rows: 40 accounts since years, billed elsewhere up to September of last
 * year, every record with a key.
 *
 * @param jahr the increases begin in October of this one, which has to be still to come
 */
export function bueromappe(jahr: number): Mappe {
  return {
    Kontaktarten: [
      { name: "paechter", bezeichnung: "Pächter" },
      { name: "verpaechter", bezeichnung: "Verpächter" },
    ],
    Positionsarten: [
      { name: "Pacht", kuerzel: "P", steuersatz: 0, steuerbefreiungGrund: "§ 4 Nr. 12 UStG", weiterleitung: true },
      { name: "Wegegeld", kuerzel: "WG", steuersatz: 19, steuerbefreiungGrund: null, weiterleitung: false },
    ],
    Kontakte: [
      ...nummern(konten).map((nr) => kontakt(`K-${nr}`, "paechter", nr)),
      ...nummern(verpaechter).map((nr) => kontakt(`V-${nr}`, "verpaechter", konten + nr)),
    ],
    Patchobjekte: nummern(50).map(objekt),
    Pachtkonten: nummern(konten).map(konto),
    Beteiligte: nummern(konten).flatMap(parteien),
    Positionen: nummern(50).map(position),
    Hebungen: nummern(10).map((nr) => ({
      importSchluessel: `H-${nr}`,
      pachtkonto: `P-${nr}`,
      bezeichnung: `Pachtprüfung ${jahr}`,
      art: "prozent",
      status: "geplant",
      wirksamAb: tag(`${jahr}-10-01`),
      wert: 2.5,
      begruendung: nr % 2 === 0 ? "Vereinbart bei der Pachtprüfung" : null,
    })),
    Feldwerte: nummern(20).map((nr) => ({ pachtkonto: `P-${nr}`, name: "Bodenpunkte", wert: 30 + nr })),
  };
}
