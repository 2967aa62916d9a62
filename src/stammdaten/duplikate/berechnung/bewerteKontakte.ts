import { type Anschriftvergleich, vergleicheAnschrift } from "./anschrift.ts";
import { type Firmenname, type Firmenvergleich, vergleicheFirmen } from "./firma.ts";
import { type Haeufigkeit, mindestScore, scoreVon } from "./gewicht.ts";
import { type Bewertung, type Grund, gruende } from "./grund.ts";
import type { Kontaktbild } from "./kontakt.ts";
import { istVertauscht, type Personenname, vergleicheNachnamen, vergleicheVornamen } from "./name.ts";

/**
 * Evidence in bits for "one" against two other explanations of a resemblance: two strangers, and two who belong
 * together (a household, or companies of one house), who share name, address, bank account and e-mail anyway. The
 * lesser of the two sums counts, so that nothing a household shares can make one of two of its members.
 */
type Indizien = { fremd: number; verwandt: number; gruende: Grund[] };
type Bits = readonly [fremd: number, verwandt: number];

const zaehle = (indizien: Indizien, fremd: number, verwandt: number, grund?: Grund): void => {
  indizien.fremd += fremd;
  indizien.verwandt += verwandt;
  if (grund) indizien.gruende.push(grund);
};

/** log2 of how much more often something holds for one contact entered twice than otherwise. */
const bits = (beiDuplikat: number, sonst: number): number => Math.log2(beiDuplikat / sonst);

/** Of two contacts of a stock so many are one entered twice, and so many of two of one household. */
const vorabFremd = (bestand: number): number => -Math.log2(bestand) - 4.6;
const vorabVerwandt = -1.5;

const vertauscht: Bits = [-2, 6.5];
const vornamen = {
  gleich: bits(0.72, 0.005),
  aehnlich: bits(0.07, 0.008),
  teilweise: [bits(0.1, 0.02), bits(0.1, 0.012)],
  // Few write a first name short at all; then the letter has to be the same as well.
  initiale: [bits(0.1, 0.008), bits(0.1, 0.012)],
  anders: [bits(0.01, 0.93), bits(0.006, 0.9)],
  // Who leaves it out once does so again; of two in one household hardly both, for nobody could tell them apart.
  fehlen: [0, bits(0.9, 0.15)],
} as const;
const nachnamen = {
  gleich: 0,
  aehnlich: bits(0.1, 0.06),
  teilweise: [bits(0.03, 0.004), bits(0.03, 0.05)],
  // A marriage; but neighbours in one house also have other names.
  anders: [-8, -6],
} as const;

/** How little a word in common says, where only its spelling is alike. */
const aehnlichesWort = (haeufigkeit: Haeufigkeit, eins: string, zwei: string): number =>
  Math.max(1, bits(0.1, 4 * Math.max(haeufigkeit.anteil(eins), haeufigkeit.anteil(zwei))));

const vergleicheNamen = (indizien: Indizien, a: Personenname, b: Personenname, haeufigkeit: Haeufigkeit): void => {
  const vor = vergleicheVornamen(a, b);
  const nach = vergleicheNachnamen(a, b);
  if ((vor === "anders" || nach === "anders") && istVertauscht(a, b)) {
    const selten = bits(0.8, haeufigkeit.anteil(a.vor)) + bits(0.8, haeufigkeit.anteil(a.nach));
    const auchSelten = bits(0.8, haeufigkeit.anteil(b.vor)) + bits(0.8, haeufigkeit.anteil(b.nach));
    zaehle(indizien, Math.min(selten, auchSelten) + vertauscht[0], vertauscht[1], "name_vertauscht");
    return;
  }
  if (vor === "gleich") zaehle(indizien, bits(0.72, haeufigkeit.anteil(a.vor)), vornamen.gleich);
  else if (vor === "aehnlich") zaehle(indizien, aehnlichesWort(haeufigkeit, a.vor, b.vor), vornamen.aehnlich);
  else if (vor !== "unbekannt") zaehle(indizien, ...vornamen[vor]);
  else if (a.vor === b.vor) zaehle(indizien, ...vornamen.fehlen);
  if (nach === "gleich") zaehle(indizien, bits(0.84, haeufigkeit.anteil(a.nach)), nachnamen.gleich);
  else if (nach === "aehnlich") zaehle(indizien, aehnlichesWort(haeufigkeit, a.nach, b.nach), nachnamen.aehnlich);
  else zaehle(indizien, ...(nach === "teilweise" ? nachnamen.teilweise : nachnamen.anders));
  if (vor === "teilweise" || vor === "initiale") indizien.gruende.push("vorname_abgekuerzt");
  if (nach === "gleich" && (vor === "gleich" || vor === "unbekannt")) indizien.gruende.push("name_gleich");
  else if (
    vor !== "anders" &&
    (nach === "aehnlich" || nach === "teilweise" || (nach === "gleich" && vor === "aehnlich"))
  )
    indizien.gruende.push("name_aehnlich");
};

const vergleichePersonen = (indizien: Indizien, a: Personenname, b: Personenname, haeufigkeit: Haeufigkeit): void => {
  vergleicheNamen(indizien, a, b, haeufigkeit);
  if (a.geschlecht && b.geschlecht) {
    if (a.geschlecht === b.geschlecht) zaehle(indizien, 0.5, 0.8);
    else zaehle(indizien, -4, -5);
  }
  if (a.generation !== b.generation) {
    const zusatz = a.generation && b.generation ? -12 : -9;
    zaehle(indizien, zusatz, zusatz);
  }
  if (a.gemeinsam !== b.gemeinsam) zaehle(indizien, -7, -7);
};

/** Of the rarity of its words so much counts for strangers. */
const firmennamen: Record<Firmenvergleich, { seltenheit: number; bits: Bits; grund?: Grund }> = {
  gleich: { seltenheit: 1, bits: [0, bits(0.75, 0.006)], grund: "firma_gleich" },
  aehnlich: { seltenheit: 0.7, bits: [0, bits(0.15, 0.008)], grund: "firma_aehnlich" },
  teilweise: { seltenheit: 0.3, bits: [0, bits(0.06, 0.2)], grund: "firma_aehnlich" },
  anders: { seltenheit: 0, bits: [-7, bits(0.01, 0.7)] },
};

const vergleicheFirmennamen = (indizien: Indizien, a: Firmenname, b: Firmenname, haeufigkeit: Haeufigkeit): void => {
  const ergebnis = firmennamen[vergleicheFirmen(a, b)];
  let selten = 0;
  if (ergebnis.seltenheit > 0) {
    const gewicht = (worte: readonly string[]) =>
      0.8 * worte.reduce((summe, wort) => summe + bits(1, haeufigkeit.anteil(`~${wort}`)), 0);
    selten = ergebnis.seltenheit * Math.min(gewicht(a.worte), gewicht(b.worte), Math.log2(haeufigkeit.bestand));
  }
  zaehle(indizien, selten + ergebnis.bits[0], ergebnis.bits[1], ergebnis.grund);
  if (a.rechtsform === "" || b.rechtsform === "") return;
  if (a.rechtsform === b.rechtsform) zaehle(indizien, 0.5, 0.5);
  else zaehle(indizien, -4, -6);
};

const anschriften: Record<Anschriftvergleich, { person: Bits; firma: Bits; grund?: Grund }> = {
  gleich: { person: [18, -0.3], firma: [17, 0], grund: "anschrift_gleich" },
  aehnlich: { person: [14, 0], firma: [13, 0], grund: "anschrift_aehnlich" },
  ort: { person: [2, 0], firma: [2, -0.5] },
  anders: { person: [-2.5, 1.5], firma: [-2.5, -0.5], grund: "anschrift_anders" },
  unbekannt: { person: [0, 0], firma: [0, 0] },
};

type Feld = "iban" | "email" | "mobil" | "festnetz" | "steuernummer" | "ustId";
/** Where both have one: the same, or another one. */
const felder: { feld: Feld; grund: Grund; person: Bits; firma: Bits; anders: Bits }[] = [
  { feld: "iban", grund: "iban_gleich", person: [18, 0.7], firma: [18, 3], anders: [-1.8, -1] },
  { feld: "email", grund: "email_gleich", person: [17, 1.2], firma: [17, 1], anders: [-1.7, -1] },
  { feld: "mobil", grund: "telefon_gleich", person: [18, 2], firma: [18, 2], anders: [-1.5, -1.2] },
  { feld: "festnetz", grund: "telefon_gleich", person: [15, 0], firma: [15, 0.5], anders: [-1.5, -0.3] },
  { feld: "steuernummer", grund: "steuernummer_gleich", person: [16, 1], firma: [16, 3.5], anders: [-3, -3] },
  { feld: "ustId", grund: "ust_id_gleich", person: [18, 3], firma: [18, 5], anders: [-4, -4] },
];
/** All of them and the address together add no more than this to what the names have come to. */
const hoechstensNachDemNamen = { person: 10, firma: 16 };

/**
 * How surely two contacts are one. Persons and companies never are; the order of the two does not count.
 *
 * @returns nothing where they are more likely two
 */
export function bewerteKontakte(a: Kontaktbild, b: Kontaktbild, haeufigkeit: Haeufigkeit): Bewertung | undefined {
  const indizien: Indizien = { fremd: vorabFremd(haeufigkeit.bestand), verwandt: vorabVerwandt, gruende: [] };
  if (a.firma && b.firma) vergleicheFirmennamen(indizien, a.firma, b.firma, haeufigkeit);
  else if (a.name && b.name) vergleichePersonen(indizien, a.name, b.name, haeufigkeit);
  else return undefined;
  const art = a.firma ? "firma" : "person";
  if (indizien.verwandt < -hoechstensNachDemNamen[art]) return undefined;

  const anschrift = anschriften[vergleicheAnschrift(a.anschrift, b.anschrift)];
  zaehle(indizien, anschrift[art][0], anschrift[art][1], anschrift.grund);
  for (const eines of felder) {
    const [links, rechts] = [a[eines.feld], b[eines.feld]];
    if (links === "" || rechts === "") continue;
    if (links === rechts) zaehle(indizien, eines[art][0], eines[art][1], eines.grund);
    else zaehle(indizien, eines.anders[0], eines.anders[1]);
  }
  const score = scoreVon(Math.min(indizien.fremd, indizien.verwandt));
  if (score < mindestScore) return undefined;
  return { score, gruende: gruende.filter((grund) => indizien.gruende.includes(grund)) };
}
