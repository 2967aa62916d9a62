import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliereAlle } from "../../../technik/auditlog/protokolliere.ts";
import type { Db, Tx } from "../../../technik/database/pool.ts";
import { sperrePachtkonten, verlangeKeineVeroeffentlichung } from "../../faelligkeiten/sperre.ts";
import type { Parteizeile } from "../beteiligte.ts";
import type { Kontoparteien } from "./queries.ts";
import * as q from "./queries.ts";

export type { Kontoparteien } from "./queries.ts";

/**
 * Before these contacts are locked: a run that publishes accounts of theirs holds them, and is not waited for.
 *
 * @throws Ablehnung konflikt `lauf_aktiv` that names the run
 */
export async function verlangeKeineVeroeffentlichungMit(tx: Tx, kontaktIds: readonly number[]): Promise<void> {
  return verlangeKeineVeroeffentlichung(tx, await q.listKontenMit(tx, kontaktIds));
}

/** What `kontaktId` and `mitKontaktId` are in the accounts whose party the first is, by id. */
export async function ladeKontoparteien(tx: Db, kontaktId: number, mitKontaktId: number): Promise<Kontoparteien[]> {
  return [...(await q.listKontoparteien(tx, await q.listKontenMit(tx, [kontaktId]), [kontaktId, mitKontaktId]))];
}

/**
 * The same, with these accounts locked until the end of the transaction. The contacts are locked already: nobody makes
 * them a party of another account meanwhile.
 *
 * @throws Ablehnung konflikt `lauf_aktiv` while a run that books one of them is published
 */
export async function sperreKontoparteien(tx: Tx, kontaktId: number, mitKontaktId: number): Promise<Kontoparteien[]> {
  await sperre(tx, await q.listKontenMit(tx, [kontaktId]));
  return ladeKontoparteien(tx, kontaktId, mitKontaktId);
}

/** What these contacts are in these accounts, of which some may be gone; locked alike. */
export async function sperreParteienIn(
  tx: Tx,
  pachtkontoIds: readonly number[],
  kontaktIds: readonly number[],
): Promise<Kontoparteien[]> {
  await sperre(tx, pachtkontoIds);
  return [...(await q.listKontoparteien(tx, pachtkontoIds, kontaktIds))];
}

const sperre = async (tx: Tx, pachtkontoIds: readonly number[]): Promise<void> => {
  await verlangeKeineVeroeffentlichung(tx, pachtkontoIds);
  await sperrePachtkonten(tx, [...pachtkontoIds]);
};

/** What two contacts are in an account, before and after. */
type Parteiwechsel = {
  pachtkontoId: number;
  kontonummer: string;
  vorher: Parteizeile[];
  nachher: Parteizeile[];
  /** Places in the list for `nachher`, in its order; at the end of the list where there are none. */
  plaetze?: readonly number[];
};

/**
 * What these contacts are in these accounts, which are locked, is now `nachher` and nothing else. It does not ask what
 * is booked: whoever calls it knows that the booked shares stay as they are.
 */
export async function wechsleKontoparteien(
  tx: Tx,
  kontext: Kontext,
  kontaktIds: readonly number[],
  wechsel: readonly Parteiwechsel[],
): Promise<void> {
  if (wechsel.length === 0) return;
  await q.deleteKontoparteien(
    tx,
    wechsel.map(({ pachtkontoId }) => pachtkontoId),
    kontaktIds,
  );
  await q.insertKontoparteien(
    tx,
    wechsel.flatMap(({ pachtkontoId, nachher, plaetze }) =>
      nachher.map((partei, nr) => ({ ...partei, pachtkontoId, id: plaetze?.[nr] ?? null })),
    ),
  );
  await protokolliereAlle(
    tx,
    kontext,
    wechsel.map(({ pachtkontoId, vorher, nachher }) => ({
      aktion: "aendern",
      ressource: "pachtkonto",
      ressourceId: pachtkontoId,
      alt: { beteiligte: vorher },
      neu: { beteiligte: nachher },
    })),
  );
}
