import type { Eintrag } from "./erzeuge.ts";
import { type Art, arten } from "./verderbe.ts";

/** Indexes of two contacts, the smaller first. */
export type Paar = { a: number; b: number; score: number };

const verhaeltnisse = ["Eheleute", "Eltern und Kinder", "Firmen eines Hauses", "Firma und Person", "Fremde"] as const;
export type Verhaeltnis = (typeof verhaeltnisse)[number];

const verhaeltnis = (a: Eintrag, b: Eintrag): Verhaeltnis => {
  if (a.haus !== b.haus) return "Fremde";
  if (a.kontakt.ist_organisation !== b.kontakt.ist_organisation) return "Firma und Person";
  if (a.kontakt.ist_organisation) return "Firmen eines Hauses";
  return a.glied + b.glied === 1 ? "Eheleute" : "Eltern und Kinder";
};

const jedesPaar = (gruppen: Map<number, number[]>, tue: (a: number, b: number) => void): void => {
  for (const gruppe of gruppen.values())
    for (const [nr, a] of gruppe.entries()) for (const b of gruppe.slice(nr + 1)) tue(a, b);
};

const gruppiere = (eintraege: readonly Eintrag[], nach: "wer" | "haus"): Map<number, number[]> => {
  const gruppen = new Map<number, number[]>();
  for (const [i, eintrag] of eintraege.entries()) {
    const gruppe = gruppen.get(eintrag[nach]);
    if (gruppe) gruppe.push(i);
    else gruppen.set(eintrag[nach], [i]);
  }
  return gruppen;
};

type Guete = { genauigkeit: number; treffer: number };

/**
 * Against all pairs of contacts that are one; two copies of one contact are a pair as well.
 *
 * @param zaehlt whether the pairs whose first contact this is count
 */
export function messeGuete(
  eintraege: readonly Eintrag[],
  paare: readonly Paar[],
  zaehlt: (a: number) => boolean = () => true,
): Guete {
  let wahre = 0;
  jedesPaar(gruppiere(eintraege, "wer"), (a) => {
    if (zaehlt(a)) wahre += 1;
  });
  const richtige = paare.filter(({ a, b }) => eintraege[a]?.wer === eintraege[b]?.wer).length;
  return { genauigkeit: richtige / Math.max(1, paare.length), treffer: richtige / Math.max(1, wahre) };
}

/** How many of a kind there are, and how many of them were found. */
type Zeile<T> = { was: T; vorhanden: number; gefunden: number };

/** What of each kind was found: of the true pairs by their fault, and of those that belong together but are two. */
export function zerlege(
  eintraege: readonly Eintrag[],
  paare: readonly Paar[],
): { richtige: Zeile<Art>[]; falsche: Zeile<Verhaeltnis>[] } {
  const gefunden = new Set(paare.map(({ a, b }) => a * eintraege.length + b));
  const jeArt = new Map<Art, Zeile<Art>>(arten.map((art) => [art, { was: art, vorhanden: 0, gefunden: 0 }]));
  jedesPaar(gruppiere(eintraege, "wer"), (a, b) => {
    const zeile = jeArt.get(eintraege[b]?.art ?? eintraege[a]?.art ?? "schreibweise");
    if (!zeile) return;
    zeile.vorhanden += 1;
    if (gefunden.has(a * eintraege.length + b)) zeile.gefunden += 1;
  });
  const jeVerhaeltnis = new Map<Verhaeltnis, Zeile<Verhaeltnis>>(
    verhaeltnisse.map((was) => [was, { was, vorhanden: 0, gefunden: 0 }]),
  );
  const zaehle = (a: number, b: number, feld: "vorhanden" | "gefunden") => {
    const [links, rechts] = [eintraege[a], eintraege[b]];
    if (!links || !rechts || links.wer === rechts.wer) return;
    const zeile = jeVerhaeltnis.get(verhaeltnis(links, rechts));
    if (zeile) zeile[feld] += 1;
  };
  jedesPaar(gruppiere(eintraege, "haus"), (a, b) => zaehle(a, b, "vorhanden"));
  for (const { a, b } of paare) zaehle(a, b, "gefunden");
  const n = eintraege.length;
  const fremde = jeVerhaeltnis.get("Fremde");
  if (fremde) fremde.vorhanden = (n * (n - 1)) / 2;
  return { richtige: [...jeArt.values()], falsche: [...jeVerhaeltnis.values()] };
}
