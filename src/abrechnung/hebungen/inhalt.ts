import { ungueltig } from "../../kern/ablehnung.ts";
import type { Feldcode } from "../../kern/feldcode.ts";
import { HOECHSTES_INDEXVERHAELTNIS } from "../../kern/pacht/grenzen.ts";
import type { Tx } from "../../technik/database/pool.ts";
import * as q from "./queries.ts";
import type { Hebung } from "./schema.ts";

export const wertfelder = [
  "wertBp",
  "betragCent",
  "indexBasis",
  "indexNeu",
  "indexBasisjahr",
  "weitergabeBp",
  "obergrenzeBp",
  "verkettung",
] as const;
type Wertfeld = (typeof wertfelder)[number];

const wertDerArt: Record<Hebung["art"], { pflicht: readonly Wertfeld[]; wahl: readonly Wertfeld[] }> = {
  prozent: { pflicht: ["wertBp"], wahl: [] },
  betrag: { pflicht: ["betragCent"], wahl: [] },
  neuer_betrag: { pflicht: ["betragCent"], wahl: [] },
  index: {
    pflicht: ["indexBasis", "indexNeu"],
    wahl: ["indexBasisjahr", "weitergabeBp", "obergrenzeBp", "verkettung"],
  },
};

const artworte: Record<Hebung["art"], string> = {
  prozent: "in Prozent",
  betrag: "um einen Betrag",
  neuer_betrag: "auf einen neuen Betrag",
  index: "nach dem Index",
};

/** As something that is needed or left out. */
const wertworte: Record<Wertfeld, string> = {
  wertBp: "den Prozentsatz",
  betragCent: "den Betrag im Jahr",
  indexBasis: "den alten Indexstand",
  indexNeu: "den neuen Indexstand",
  indexBasisjahr: "das Basisjahr des Index",
  weitergabeBp: "die Weitergabe",
  obergrenzeBp: "die Obergrenze",
  verkettung: "die Verkettung",
};

/** Values that belong to another kind, as null: what a change of the kind leaves behind. */
export function fremdeWerte(art: Hebung["art"]): Partial<Pick<Hebung, Wertfeld>> {
  const { pflicht, wahl } = wertDerArt[art];
  return Object.fromEntries(
    wertfelder.filter((feld) => ![...pflicht, ...wahl].includes(feld)).map((feld) => [feld, null]),
  );
}

/** @throws Ablehnung ungueltig when the value of the kind is missing or none, or that of another is given */
const pruefeWerte = (hebung: Pick<Hebung, "art" | Wertfeld>): void => {
  const { art, betragCent, indexBasis, indexNeu } = hebung;
  const { pflicht, wahl } = wertDerArt[art];
  for (const feld of wertfelder) {
    if (pflicht.includes(feld) && hebung[feld] === null)
      throw ungueltig(feld, "fehlt", `Eine Hebung ${artworte[art]} braucht ${wertworte[feld]}.`);
    if (![...pflicht, ...wahl].includes(feld) && hebung[feld] !== null)
      throw ungueltig(feld, "falsche_art", `Bei einer Hebung ${artworte[art]} bitte ${wertworte[feld]} weglassen.`);
  }
  // `neuer_betrag` 0 lets the rent end; 0 more is nothing that anybody could have meant.
  if (art === "betrag" && betragCent === 0)
    throw ungueltig("betragCent", "ungueltig", "Eine Hebung um 0 Euro ändert nichts.");
  if (indexBasis !== null && indexNeu !== null && Number(indexNeu) > HOECHSTES_INDEXVERHAELTNIS * Number(indexBasis))
    throw ungueltig(
      "indexNeu",
      "zu_gross",
      `Der neue Indexstand ist mehr als das ${HOECHSTES_INDEXVERHAELTNIS}-fache des alten.`,
    );
};

/**
 * The named positions, each once and in order.
 *
 * @param positionen those of the account
 * @throws Ablehnung ungueltig for one that is not of this account, happens once, or does not follow increases
 */
export function pruefeErhoehbare(
  positionIds: readonly number[] | null,
  positionen: readonly q.Erhoehbare[],
): number[] | null {
  if (positionIds === null) return null;
  const vorhanden = new Map(positionen.map((position) => [position.ursprungId, position]));
  for (const [nr, id] of positionIds.entries()) {
    const position = vorhanden.get(id);
    const melde = (code: Feldcode, text: string) => ungueltig(`positionIds.${nr}`, code, text);
    if (!position) throw melde("unbekannt", `Das Pachtkonto hat keine Position mit der ursprungId ${id}.`);
    if (position.einmalig) throw melde("einmalig", `Die Position ${id} ist einmalig und lässt sich nicht erhöhen.`);
    if (!position.erhoehbar) throw melde("nicht_erhoehbar", `Die Positionsart der Position ${id} ist nicht erhöhbar.`);
  }
  return [...new Set(positionIds)].sort((a, b) => a - b);
}

/** The same for what is stored. */
export async function pruefePositionIds(
  tx: Tx,
  pachtkontoId: number,
  positionIds: number[] | null,
): Promise<number[] | null> {
  return positionIds === null ? null : pruefeErhoehbare(positionIds, await q.listErhoehbare(tx, pachtkontoId));
}

/** @throws Ablehnung ungueltig where its values do not go together, or it would begin before the lease */
export function pruefeInhalt(werte: q.Hebungwerte, pachtbeginn: string): void {
  pruefeWerte(werte);
  if (werte.wirksamAb < pachtbeginn)
    throw ungueltig("wirksamAb", "vor_beginn", "Die Hebung würde vor dem Pachtbeginn wirksam.");
}
