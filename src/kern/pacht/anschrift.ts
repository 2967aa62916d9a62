import type { Angeschrieben } from "./schnappschuss.ts";

/** What an address is made from. */
export type Anschriftdaten = Omit<Angeschrieben, "debitornummer">;

/** What stands in the window of a letter: ready lines, in the usual or the smaller type. */
export type Anschrift = { zeilen: string[]; istKlein: boolean; istGekuerzt: boolean };

type Satz = { breiteEm: number; zeilen: number };

/** The window of DIN 5008 Form B, 78 mm wide: six lines of 10.2 pt, or eight of 8.2 pt. */
const gross: Satz = { breiteEm: 78 / 3.6, zeilen: 6 };
const klein: Satz = { breiteEm: 78 / 2.9, zeilen: 8 };

/**
 * The lines of the address field; abroad with the country in capitals (DIN 5008).
 *
 * What does not fit is wrapped anew in the smaller type. What does not fit there either loses lines of the longest
 * parts, the earlier first, until it does: each part keeps its first line, a cut one is filled up and ends in "…".
 * Billing tells a clerk by the same rule before the letter is made, so widths are estimated here, a little too wide
 * rather than too narrow.
 */
export function anschriftVon(e: Anschriftdaten): Anschrift {
  const teile = teileVon(e);
  const inGross = teile.flatMap((teil) => umbrich(teil, gross.breiteEm));
  if (inGross.length <= gross.zeilen) return { zeilen: inGross, istKlein: false, istGekuerzt: false };
  const bloecke = teile.map((teil) => umbrich(teil, klein.breiteEm));
  const anzahl = () => bloecke.reduce((summe, { length }) => summe + length, 0);
  const istGekuerzt = anzahl() > klein.zeilen;
  while (anzahl() > klein.zeilen) {
    const laengster = bloecke.reduce((a, b) => (b.length > a.length ? b : a));
    const [vorletzte, letzte] = laengster.splice(-2);
    laengster.push(mitAuslassung(`${vorletzte} ${letzte}`));
  }
  return { zeilen: bloecke.flat(), istKlein: true, istGekuerzt };
}

const verbinde = (teile: (string | null | undefined)[]): string => teile.filter(Boolean).join(" ");

const laender = new Intl.DisplayNames(["de"], { type: "region" });

const teileVon = (e: Anschriftdaten): string[] => {
  const person = verbinde([e.titel, e.vorname, e.nachname]);
  const dativ = e.anrede === "Herr" ? "Herrn" : e.anrede;
  const name = e.istOrganisation
    ? [e.firma ?? e.anzeigename, person && `z. Hd. ${verbinde([dativ, person])}`]
    : [dativ, person || e.anzeigename];
  return [...name.filter((teil): teil is string => Boolean(teil)), ...ortsteileVon(e)];
};

const ortsteileVon = (e: Anschriftdaten): string[] =>
  [
    e.adresszusatz,
    verbinde([e.strasse, e.hausnummer]),
    verbinde([e.plz, e.ort]),
    e.land === "DE" ? null : (laender.of(e.land) ?? e.land).toUpperCase(),
  ].filter((teil): teil is string => Boolean(teil));

/** Name and address as they stand in a sentence: whole, without salutation. */
export function anschriftImText(e: Anschriftdaten): string {
  return [e.anzeigename, ...ortsteileVon(e)].join(", ");
}

const breiten: [RegExp, number][] = [
  [/[\s.,:;'ij|·‚‘’]/, 0.25],
  [/[!Iflrt()[\]{}\-/ı]/, 0.35],
  [/[\d*?sxz"„“«»+FJLYcekvy–]/, 0.5],
  [/[AESTVXZaghnou]/, 0.55],
  [/[MWmw%@æœÆŒ—…]/, 0.95],
];

/** Width of a character in parts of the type size, at least what the letters' font says of Latin script. */
const breite = (zeichen: string): number => {
  const bekannt = gemessen.get(zeichen);
  if (bekannt !== undefined) return bekannt;
  const grund = zeichen.normalize("NFD")[0] ?? zeichen;
  const weite = breiten.find(([klasse]) => klasse.test(grund))?.[1] ?? 0.75;
  gemessen.set(zeichen, weite);
  return weite;
};

/** Billing measures the addresses of all recipients: each character is looked up once. */
const gemessen = new Map<string, number>();

const breiteVon = (text: string): number => [...text].reduce((summe, zeichen) => summe + breite(zeichen), 0);

/** Lines no wider than `maximal` em; a word that is wider alone is broken. */
const umbrich = (text: string, maximal: number): string[] => {
  const zeilen: string[] = [];
  let zeile = "";
  for (const wort of text.normalize("NFC").trim().split(/\s+/)) {
    const mitWort = zeile ? `${zeile} ${wort}` : wort;
    if (breiteVon(mitWort) <= maximal) {
      zeile = mitWort;
      continue;
    }
    if (zeile) zeilen.push(zeile);
    zeile = "";
    for (const zeichen of wort) {
      if (zeile && breiteVon(zeile + zeichen) > maximal) {
        zeilen.push(zeile);
        zeile = "";
      }
      zeile += zeichen;
    }
  }
  return zeile ? [...zeilen, zeile] : zeilen;
};

const mitAuslassung = (zeile: string): string => {
  const zeichen = [...zeile];
  while (breiteVon(`${zeichen.join("")}…`) > klein.breiteEm) zeichen.pop();
  return `${zeichen.join("").trimEnd()}…`;
};
