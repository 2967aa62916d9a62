import { isDeepStrictEqual } from "node:util";
import type { Parteizeile } from "../../stammdaten/pachtkonten/beteiligte.ts";
import { parteifelder } from "../../stammdaten/pachtkonten/schema.ts";
import type { Gebuchtes, Kontostand, Stand } from "./queries.ts";
import type { Hindernis } from "./schema.ts";

/** Fields that somebody has changed since the merging wrote them. */
export function geaenderteFelderSeit(stand: Stand, heute: object): Hindernis[] {
  const werte = new Map(Object.entries(heute));
  return stand.felder
    .filter(({ feld, neu }) => !isDeepStrictEqual(werte.get(feld), neu))
    .map(({ feld }) => ({
      art: "geaendert",
      text: `Das Feld ${feld} ist seit der Zusammenführung geändert worden.`,
      pachtkontoId: null,
    }));
}

/** Accounts whose parties are others than the merging left behind, or that are gone. */
export function geaenderteKonten(
  konten: readonly Kontostand[],
  heutige: readonly { pachtkontoId: number; parteien: readonly Parteizeile[] }[],
): Hindernis[] {
  const jeKonto = new Map(heutige.map(({ pachtkontoId, parteien }) => [pachtkontoId, parteien]));
  return konten.flatMap(({ pachtkontoId, kontonummer, nachher }): Hindernis[] => {
    const parteien = jeKonto.get(pachtkontoId);
    if (parteien && sindGleich(parteien, nachher)) return [];
    const text = parteien
      ? `Die Beteiligten des Pachtkontos ${kontonummer} sind seit der Zusammenführung andere.`
      : `Das Pachtkonto ${kontonummer} gibt es nicht mehr.`;
    return [{ art: "geaendert", text, pachtkontoId }];
  });
}

export function gebuchteKonten(gebuchtes: readonly Gebuchtes[]): Hindernis[] {
  return gebuchtes.map(({ pachtkontoId, kontonummer, belegnummern }) => ({
    art: "gebucht",
    text: `Auf dem Pachtkonto ${kontonummer} ist seit der Zusammenführung gebucht worden${
      belegnummern.length > 0 ? `: ${belegnummern.join(", ")}` : ""
    }.`,
    pachtkontoId,
  }));
}

/** In whatever order: a clerk may have saved the account as it was. */
const sindGleich = (a: readonly Parteizeile[], b: readonly Parteizeile[]): boolean => {
  const bild = (parteien: readonly Parteizeile[]) =>
    parteien.map((partei) => JSON.stringify(parteifelder.map((feld) => partei[feld]))).sort();
  return isDeepStrictEqual(bild(a), bild(b));
};
