import { addiereMonate, formatTag, parseTag } from "../../../kern/kalender/tag.ts";
import { iban, testbanken } from "../../daten/vorrat/nummern.ts";
import { type Blaetter, type Blattzeile, ersteZeile, type Wert, type Zelle } from "./mappe.ts";

/** A cell that a typist got wrong, and what should stand there; `code` is the finding that the service owes. */
export type Tippfehler = Zelle & { code: string; richtig: Wert };

const konten = 20;
const paechterzahl = 12;
const rhythmen = ["jaehrlich", "halbjaehrlich", "vierteljaehrlich", "monatlich"] as const;
export const monateJe = { jaehrlich: 12, halbjaehrlich: 6, vierteljaehrlich: 3, monatlich: 1 } as const;

const paechter = [
  ["Herr", "Dierk", "Lührs"],
  ["Frau", "Wiebke", "Hansohm"],
  ["Herr", "Tammo", "Eilers"],
  ["Frau", "Gesche", "Brammer"],
  ["Herr", "Jelto", "Wübbena"],
  ["Frau", "Insa", "Kruskop"],
  ["Herr", "Onno", "Behrends"],
  ["Frau", "Almke", "Thiessen"],
  ["Herr", "Focko", "Reents"],
  ["Frau", "Silke", "Oltmanns"],
  ["Herr", "Menno", "Tjarks"],
  ["Frau", "Heike", "Drewes"],
] as const;

const verpaechter = [
  ["Frau", "Adelheid", "von Bothmer"],
  ["Herr", "Klaus", "Warnecke"],
  ["Frau", "Ilse", "Meyerholz"],
  ["Herr", "Ernst-August", "Grote"],
] as const;

const flure = ["Am Mühlenbach", "Lange Wiese", "Heidkamp", "Hinter dem Hof", "Im Bruch", "Steinacker"];

const nummer = (nr: number): string => String(nr + 1).padStart(2, "0");
const tag = (text: string): Date => new Date(`${text}T00:00:00Z`);
const reihe = <T>(anzahl: number, eine: (nr: number) => T): T[] => Array.from({ length: anzahl }, (_, nr) => eine(nr));

const bank = (nr: number): string => {
  const [eine] = testbanken.slice(nr % testbanken.length);
  return iban(eine?.blz ?? "", 4_100_000 + 7919 * nr);
};

/** The firm among the lessors pays VAT; what it lets is business. */
const istGewerblich = (konto: number): boolean => konto % 5 === 4;

const anschrift = (nr: number): Blattzeile => ({
  strasse: "Dorfstraße",
  hausnummer: String(3 + 2 * nr),
  plz: "29549",
  ort: "Bad Bevensen",
});

const kontakte = (marke: string): Blattzeile[] => [
  ...reihe(paechterzahl, (nr) => {
    const [anrede, vorname, nachname] = paechter[nr] ?? paechter[0];
    const person = { typ: "paechter", anrede, vorname, nachname, ...anschrift(nr), iban: bank(nr) };
    return { importSchluessel: `${marke}-K${nummer(nr)}`, ...person };
  }),
  ...verpaechter.map(([anrede, vorname, nachname], nr) => ({
    importSchluessel: `${marke}-V${nummer(nr)}`,
    ...{ typ: "verpaechter", anrede, vorname, nachname, ...anschrift(30 + nr), iban: bank(30 + nr) },
    umsatzsteuerStatus: "nicht_steuerbar",
  })),
  {
    importSchluessel: `${marke}-V05`,
    ...{ typ: "verpaechter", istOrganisation: "ja", firma: "Klosterholz Grundbesitz KG" },
    ...{ ...anschrift(40), iban: bank(40), umsatzsteuerStatus: "regelbesteuert", steuernummer: "47/202/31999" },
    gutschriftVereinbartAm: tag("2024-01-02"),
  },
];

const objekte = (marke: string): Blattzeile[] =>
  reihe(konten, (nr) => ({
    importSchluessel: `${marke}-O${nummer(nr)}`,
    bezeichnung: `${flure[nr % flure.length]} ${1 + Math.floor(nr / flure.length)}`,
    objektart: istGewerblich(nr) ? "gewerbe" : nr % 2 ? "gruenland" : "acker",
    ...{ plz: "29549", ort: "Bad Bevensen", bundesland: "NI", gemarkung: "Bevensen" },
    ...{ flur: String(1 + (nr % 4)), flurstueckZaehler: String(40 + nr), flaecheQm: 8_000 + 1_730 * nr },
    pachtkonto: `${marke}-P${nummer(nr)}`,
  }));

/**
 * Leases that run for years and were billed elsewhere until their first period here, which is the one that is due since
 * the first of this month: in advance the one that begins then, in arrears the one that has ended before.
 */
const pachtkonten = (marke: string, heute: string): Blattzeile[] => {
  const erster = `${heute.slice(0, 7)}-01`;
  return reihe(konten, (nr) => {
    const rhythmus = rhythmen[nr % rhythmen.length] ?? "jaehrlich";
    const imVoraus = nr % 3 > 0;
    const zurueck = imVoraus ? 0 : -monateJe[rhythmus];
    return {
      importSchluessel: `${marke}-P${nummer(nr)}`,
      kontonummer: `${marke}-${nummer(nr)}`,
      bezeichnung: `${flure[nr % flure.length]} ${1 + Math.floor(nr / flure.length)}`,
      pachtbeginn: tag(`${Number(heute.slice(0, 4)) - 4 - (nr % 7)}-${erster.slice(5)}`),
      abrechnungAb: tag(formatTag(addiereMonate(parseTag(erster), zurueck))),
      pachtjahrBeginn: erster.slice(5),
      zahlungsrhythmus: rhythmus,
      istVorauszahlend: imVoraus ? "ja" : "nein",
      verwaltungsgebuehr: nr % 4 === 1 ? 0.045 : 0.05,
    };
  });
};

/** Two lessees by halves in some leases, two lessors by a third and two thirds in one. */
const parteien = (marke: string): Blattzeile[] =>
  reihe(konten, (nr) => {
    const pachtkonto = `${marke}-P${nummer(nr)}`;
    const partei = (rolle: string, kontakt: string, anteil?: [number, number]): Blattzeile => ({
      pachtkonto,
      kontakt: `${marke}-${kontakt}`,
      rolle,
      ...(anteil && { anteilZaehler: anteil[0], anteilNenner: anteil[1] }),
    });
    const [einer, anderer] = [`K${nummer(nr % paechterzahl)}`, `K${nummer((nr + 5) % paechterzahl)}`];
    const [erster, zweiter] = [`V${nummer(nr % 5)}`, `V${nummer((nr + 1) % 5)}`];
    return [
      ...(nr % 6 === 0
        ? [partei("paechter", einer, [1, 2]), partei("paechter", anderer, [1, 2])]
        : [partei("paechter", einer)]),
      ...(nr === 7
        ? [partei("verpaechter", erster, [1, 3]), partei("verpaechter", zweiter, [2, 3])]
        : [partei("verpaechter", erster)]),
    ];
  }).flat();

/** Amounts that months, halves and thirds divide without a rest: what is to be billed can be worked out by hand. */
const positionen = (marke: string): Blattzeile[] =>
  reihe(konten, (nr) => {
    const imMonat = (6 * (523 + 151 * nr)) / 100;
    const jaehrlich = nr % 4 < 2;
    const pacht = {
      importSchluessel: `${marke}-B${nummer(nr)}`,
      pachtkonto: `${marke}-P${nummer(nr)}`,
      positionsart: istGewerblich(nr) ? "Gewerbepacht" : "Grundpacht",
      betrag: jaehrlich ? Math.round(1200 * imMonat) / 100 : imMonat,
      intervall: jaehrlich ? "jaehrlich" : "monatlich",
      steuersatz: istGewerblich(nr) ? 0.19 : 0,
    };
    const umlage = { positionsart: "Grundsteuerumlage", betrag: (72 * (40 + nr)) / 100, intervall: "jaehrlich" };
    const schluessel = `${marke}-U${nummer(nr)}`;
    return nr % 3 === 0 ? [pacht, { ...pacht, ...umlage, importSchluessel: schluessel, steuersatz: 0 }] : [pacht];
  }).flat();

/** @param marke begins all keys and account numbers, so that no two offices have one in common */
export function erfindeBuero(marke: string, heute: string): Blaetter {
  return {
    Kontakte: kontakte(marke),
    Patchobjekte: objekte(marke),
    Pachtkonten: pachtkonten(marke, heute),
    Beteiligte: parteien(marke),
    Positionen: positionen(marke),
  };
}

const andereZiffer = (text: string): string => `${text.slice(0, -1)}${(Number(text.slice(-1)) + 1) % 10}`;

/** One of each kind: digits, a day that is none, a key twice, a reference into nothing, shares that are not a whole. */
export function vertippe(blaetter: Blaetter, marke: string): Tippfehler[] {
  const fehler = (
    blatt: string,
    nr: number,
    spalte: string,
    code: string,
    wert: (richtig: Wert) => Wert,
  ): Tippfehler => {
    const richtig = blaetter[blatt]?.[nr]?.[spalte] ?? "";
    return { blatt, zeile: ersteZeile + nr, spalte, code, richtig, wert: wert(richtig) };
  };
  const geteilt = blaetter.Beteiligte?.findIndex(({ anteilNenner }) => anteilNenner === 2) ?? 0;
  return [
    fehler("Kontakte", 2, "iban", "ungueltig", (richtig) => andereZiffer(String(richtig))),
    fehler("Patchobjekte", 5, "importSchluessel", "doppelt", () => `${marke}-O05`),
    fehler("Pachtkonten", 3, "pachtbeginn", "kein_datum", () => "31.06.2019"),
    fehler("Beteiligte", geteilt, "anteilNenner", "anteile", () => 3),
    fehler("Beteiligte", (blaetter.Beteiligte?.length ?? 0) - 1, "kontakt", "unbekannt", () => `${marke}-V50`),
  ];
}
