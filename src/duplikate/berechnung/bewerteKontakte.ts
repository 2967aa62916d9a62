import { type Anschriftvergleich, vergleicheAnschrift } from "./anschrift.ts";
import { vergleicheFirmen } from "./firma.ts";
import { type Haeufigkeit, mindestScore, scoreVon } from "./gewicht.ts";
import { type Bewertung, type Grund, gruende } from "./grund.ts";
import type { Kontaktbild } from "./kontakt.ts";
import { istVertauscht, type Personenname, vergleicheNachnamen, vergleicheVornamen } from "./name.ts";

/**
 * Evidence in bits for "one" against two other explanations of a resemblance: two strangers, and two who belong
 * together (a household, or companies of one house), who share name, address, bank account and e-mail anyway. The
 * lesser of the two sums counts, so that nothing a household shares can make one of two of its members.
 */
type Indizien = { fremd: number; verwandt: number; gruende: Set<Grund> };

const zaehle = (indizien: Indizien, fremd: number, verwandt: number, grund?: Grund): void => {
  indizien.fremd += fremd;
  indizien.verwandt += verwandt;
  if (grund) indizien.gruende.add(grund);
};

/** log2 of how much more often something holds for one contact entered twice than otherwise. */
const bits = (beiDuplikat: number, sonst: number): number => Math.log2(beiDuplikat / sonst);

/** Of two contacts of a stock, so many are one entered twice; and so many for each two of a household. */
const vorabFremd = (bestand: number): number => -Math.log2(bestand) - 4.6;
const vorabVerwandt = -1.5;

type Paar<T> = readonly [T, T];

/** Both known and equal or not; nothing where one is unknown. */
const vergleicheFeld = (
  indizien: Indizien,
  [a, b]: Paar<string>,
  gleich: Paar<number>,
  anders: Paar<number>,
  grund: Grund,
): void => {
  if (a === "" || b === "") return;
  if (a === b) zaehle(indizien, ...gleich, grund);
  else zaehle(indizien, ...anders);
};

const vergleicheNamen = (indizien: Indizien, a: Personenname, b: Personenname, haeufigkeit: Haeufigkeit): void => {
  const vor = vergleicheVornamen(a, b);
  const nach = vergleicheNachnamen(a, b);
  const selten = (wort: string, anteil: number) => bits(anteil, haeufigkeit.anteil(wort));
  const aehnlich = (eins: string, zwei: string) =>
    Math.max(1, bits(0.1, 4 * Math.max(haeufigkeit.anteil(eins), haeufigkeit.anteil(zwei))));
  if ((vor === "anders" || nach === "anders") && istVertauscht(a, b)) {
    zaehle(indizien, selten(a.vor, 0.8) + selten(a.nach, 0.8) - 2, 6.5, "name_vertauscht");
    return;
  }
  switch (vor) {
    case "gleich":
      zaehle(indizien, selten(a.vor, 0.72), bits(0.72, 0.005));
      break;
    case "aehnlich":
      zaehle(indizien, aehnlich(a.vor, b.vor), bits(0.07, 0.008));
      break;
    case "teilweise":
      zaehle(indizien, bits(0.1, 0.02), bits(0.1, 0.012), "vorname_abgekuerzt");
      break;
    case "initiale":
      zaehle(indizien, bits(0.1, 0.08), bits(0.1, 0.05), "vorname_abgekuerzt");
      break;
    case "anders":
      zaehle(indizien, bits(0.01, 0.93), bits(0.006, 0.9));
      break;
    case "unbekannt":
      break;
  }
  switch (nach) {
    case "gleich":
      zaehle(indizien, selten(a.nach, 0.84), 0);
      break;
    case "aehnlich":
      zaehle(indizien, aehnlich(a.nach, b.nach), bits(0.1, 0.06));
      break;
    case "teilweise":
      zaehle(indizien, bits(0.03, 0.004), bits(0.03, 0.05));
      break;
    default:
      zaehle(indizien, bits(0.02, 0.99), bits(0.02, 0.12));
  }
  const gleich = (vor === "gleich" || vor === "unbekannt") && nach === "gleich";
  if (gleich) indizien.gruende.add("name_gleich");
  else if (vor !== "anders" && nach !== "anders" && nach !== "unbekannt" && (vor === "aehnlich" || nach !== "gleich"))
    indizien.gruende.add("name_aehnlich");
};

const vergleichePersonen = (indizien: Indizien, a: Personenname, b: Personenname, haeufigkeit: Haeufigkeit): void => {
  vergleicheNamen(indizien, a, b, haeufigkeit);
  if (a.geschlecht && b.geschlecht) {
    if (a.geschlecht !== b.geschlecht) zaehle(indizien, -4, -5);
    else zaehle(indizien, 0.5, 0.8);
  }
  if (a.generation !== b.generation) {
    const bits = a.generation && b.generation ? -12 : -4;
    zaehle(indizien, bits, bits);
  }
  if (a.gemeinsam !== b.gemeinsam) zaehle(indizien, -7, -7);
};

const vergleicheFirmennamen = (
  indizien: Indizien,
  a: NonNullable<Kontaktbild["firma"]>,
  b: NonNullable<Kontaktbild["firma"]>,
  haeufigkeit: Haeufigkeit,
): void => {
  const hoechstens = Math.log2(haeufigkeit.bestand);
  const gewicht = (worte: readonly string[]) =>
    Math.min(hoechstens, 0.8 * worte.reduce((summe, wort) => summe + bits(1, haeufigkeit.anteil(`~${wort}`)), 0));
  const seltenheit = Math.min(gewicht(a.worte), gewicht(b.worte));
  switch (vergleicheFirmen(a, b)) {
    case "gleich":
      zaehle(indizien, seltenheit, bits(0.75, 0.006), "firma_gleich");
      break;
    case "aehnlich":
      zaehle(indizien, 0.7 * seltenheit, bits(0.15, 0.008), "firma_aehnlich");
      break;
    case "teilweise":
      zaehle(indizien, 0.3 * seltenheit, bits(0.06, 0.2), "firma_aehnlich");
      break;
    case "anders":
      zaehle(indizien, -7, bits(0.01, 0.7));
      break;
  }
  if (a.rechtsform !== "" && b.rechtsform !== "") {
    if (a.rechtsform !== b.rechtsform) zaehle(indizien, -4, -6);
    else zaehle(indizien, 0.5, 0.5);
  }
};

const anschriftbits: Record<Anschriftvergleich, { person: Paar<number>; firma: Paar<number>; grund?: Grund }> = {
  gleich: { person: [18, -0.3], firma: [17, 0], grund: "anschrift_gleich" },
  aehnlich: { person: [14, 0], firma: [13, 0], grund: "anschrift_aehnlich" },
  ort: { person: [2, 0], firma: [2, -0.5] },
  anders: { person: [-2.5, 1.5], firma: [-2.5, -0.5], grund: "anschrift_anders" },
  unbekannt: { person: [0, 0], firma: [0, 0] },
};

/**
 * How surely two contacts are one. Persons and companies never are; the order of the two does not count.
 *
 * @returns nothing where they are more likely two
 */
export const bewerteKontakte = (a: Kontaktbild, b: Kontaktbild, haeufigkeit: Haeufigkeit): Bewertung | undefined => {
  const indizien: Indizien = { fremd: vorabFremd(haeufigkeit.bestand), verwandt: vorabVerwandt, gruende: new Set() };
  if (a.firma && b.firma) vergleicheFirmennamen(indizien, a.firma, b.firma, haeufigkeit);
  else if (a.name && b.name) vergleichePersonen(indizien, a.name, b.name, haeufigkeit);
  else return undefined;
  const person = a.name !== null;
  // What follows can add this much at most: most pairs that merely share a key end here.
  if (indizien.verwandt < -9) return undefined;

  const anschrift = anschriftbits[vergleicheAnschrift(a.anschrift, b.anschrift)];
  zaehle(indizien, ...(person ? anschrift.person : anschrift.firma), anschrift.grund);
  const feld = (wert: "iban" | "email" | "festnetz" | "mobil" | "steuernummer" | "ustId"): Paar<string> => [
    a[wert],
    b[wert],
  ];
  vergleicheFeld(indizien, feld("iban"), [18, person ? 0.7 : 3], [-1.8, -1], "iban_gleich");
  vergleicheFeld(indizien, feld("email"), [17, person ? 1.2 : 1], [-1.7, -1], "email_gleich");
  vergleicheFeld(indizien, feld("mobil"), [18, 2], [-1.5, -1.2], "telefon_gleich");
  vergleicheFeld(indizien, feld("festnetz"), [15, person ? 0 : 0.5], [-1.5, -0.3], "telefon_gleich");
  vergleicheFeld(indizien, feld("steuernummer"), [16, person ? 1 : 3.5], [-3, -3], "steuernummer_gleich");
  vergleicheFeld(indizien, feld("ustId"), [18, person ? 3 : 5], [-4, -4], "ust_id_gleich");

  const score = scoreVon(Math.min(indizien.fremd, indizien.verwandt));
  if (score < mindestScore) return undefined;
  return { score, gruende: gruende.filter((grund) => indizien.gruende.has(grund)) };
};
