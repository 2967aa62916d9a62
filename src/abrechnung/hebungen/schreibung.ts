import { isDeepStrictEqual } from "node:util";
import { protokolliereAlle, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { wertfelder } from "./inhalt.ts";
import { berechneNaechsteHebung } from "./naechsteHebung.ts";
import * as q from "./queries.ts";
import type { Hebung } from "./schema.ts";

export { listHebungenMit } from "./queries.ts";

/** The increases with these ids, in their order. */
const listInFolge = async (tx: Tx, ids: readonly number[]): Promise<Hebung[]> => {
  const jeId = new Map((await q.listHebungenMit(tx, [...ids])).map((hebung) => [hebung.id, hebung]));
  return ids.map((id) => jeId.get(id) as Hebung);
};

type Vermerk = { aktion: "anlegen" | "aendern"; alt?: Hebung; neu: Hebung };

/** Puts down what became of increases, and when the next one of their accounts is. */
const merke = async (tx: Tx, urheber: Urheber, vermerke: readonly Vermerk[], heute: string): Promise<void> => {
  await protokolliereAlle(
    tx,
    urheber,
    vermerke.map((vermerk) => ({ ...vermerk, ressource: "hebung", ressourceId: vermerk.neu.id })),
  );
  await berechneNaechsteHebung(
    tx,
    urheber,
    vermerke.map(({ neu }) => neu.pachtkontoId),
    heute,
  );
};

export type NeueHebung = q.Hebungwerte & { pachtkontoId: number };

/** @param neue of locked accounts   @returns the increases in the order given, which is that of their ids */
export async function legeHebungenAn(
  tx: Tx,
  urheber: Urheber,
  neue: readonly NeueHebung[],
  heute: string,
): Promise<Hebung[]> {
  const ids = await q.insertHebungen(
    tx,
    neue.map((hebung) => ({ ...hebung, herkunft: null })),
  );
  const hebungen = await listInFolge(tx, ids);
  await merke(
    tx,
    urheber,
    hebungen.map((neu) => ({ aktion: "anlegen", neu })),
    heute,
  );
  return hebungen;
}

type Hebungsaenderung = { alt: Hebung; werte: q.Hebungwerte };

/** What a clause asked for is no longer that once somebody sets another value. */
const herkunftVon = ({ alt, werte }: Hebungsaenderung): Hebung["herkunft"] =>
  (["art", ...wertfelder] as const).every((feld) => isDeepStrictEqual(werte[feld], alt[feld])) ? alt.herkunft : null;

/** @param aenderungen of increases of locked accounts, each one once   @returns the increases in the same order */
export async function aendereHebungen(
  tx: Tx,
  urheber: Urheber,
  aenderungen: readonly Hebungsaenderung[],
  heute: string,
): Promise<Hebung[]> {
  await q.updateHebungen(
    tx,
    aenderungen.map(({ alt, werte }) => ({ ...werte, id: alt.id, herkunft: herkunftVon({ alt, werte }) })),
  );
  const hebungen = await listInFolge(
    tx,
    aenderungen.map(({ alt }) => alt.id),
  );
  await merke(
    tx,
    urheber,
    aenderungen.map(({ alt }, nr) => ({ aktion: "aendern", alt, neu: hebungen[nr] as Hebung })),
    heute,
  );
  return hebungen;
}
