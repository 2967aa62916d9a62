import { setImmediate as pausiere } from "node:timers/promises";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { type Art, kontakte, patchobjekte } from "../arten.ts";
import { bildeRegister, type Duplikatpaar, vergleicheNach } from "../berechnung/bestand.ts";
import { haeufigkeitAus } from "../berechnung/gewicht.ts";
import { fassung } from "../berechnung/schluessel.ts";
import { istHaeufigerName } from "../berechnung/vornamen.ts";
import { ersetzePaare, vergleicheEinen } from "../pflege.ts";
import { deleteSchluessel, insertSchluessel, upsertPaare } from "../queries.ts";
import { sperreAlle } from "../sperre.ts";
import { type Bestand, liesBestand } from "./bestand.ts";
import * as q from "./queries.ts";
import { ergaenzeSchluessel } from "./schluessel.ts";

type Vergleichsschritt = "gelesen" | "schluesselblock" | "verglichen" | "schluessel" | "veroeffentlicht";
type Vergleichsergebnis = { bestand: number; verglichen: number; paare: number };

/** @param nachSchritt told when a step is done; the comparison goes on when it has returned */
type Optionen = { signal?: AbortSignal; nachSchritt?: (schritt: Vergleichsschritt) => void | Promise<void> };

/** Records that were saved or deleted since they were read: their keys and pairs are made from what they are now. */
const holeNach = async <D extends { id: number }, B extends { id: number }>(
  tx: Tx,
  art: Art<D, B>,
  ids: readonly number[],
  bestand: Bestand<B>,
): Promise<void> => {
  const jetzige = new Map((await q.listMitIds<D>(tx, art, ids)).map((daten) => [daten.id, art.bilde(daten)]));
  for (const id of ids) {
    const [alt, neu] = [bestand.nummer(id), jetzige.get(id)];
    const schluessel = neu ? art.schluessel(neu) : [];
    const weg = alt < 0 ? [] : Array.from(bestand.schluessel(alt)).filter((einer) => !schluessel.includes(einer));
    if (weg.length > 0) await deleteSchluessel(tx, art, id, weg);
    if (neu) await insertSchluessel(tx, art, id, schluessel);
  }
  for (const [id, bild] of jetzige)
    await ersetzePaare(tx, art, id, await vergleicheEinen(tx, art, bild, art.schluessel(bild)));
};

type Ergebnis<B> = { nr: number; bestand: Bestand<B>; paare: Duplikatpaar[] };

/** @returns whether it was the newest comparison, and so has replaced the pairs */
const veroeffentliche = <D extends { id: number }, B extends { id: number }>(
  sql: Sql,
  art: Art<D, B>,
  { nr, bestand, paare }: Ergebnis<B>,
): Promise<boolean> =>
  sql.begin(async (tx) => {
    await sperreAlle(tx, art);
    if ((await q.findNeuesteNr(tx, art)) !== nr) return false;
    const nachtrag = await q.listNachtrag(tx, art);
    const spaetere = new Set(nachtrag);
    const gueltige = paare.filter(({ a, b }) => !spaetere.has(a) && !spaetere.has(b));
    await q.updateAbgeschlossen(tx, art, fassung, bestand.anzahl);
    await q.deleteHaeufigkeit(tx, art);
    await q.insertHaeufigkeit(tx, art, bestand.anzahlen);
    await q.deleteUebrigePaare(tx, art, gueltige, nachtrag);
    if (gueltige.length > 0) await upsertPaare(tx, art, gueltige);
    if (nachtrag.length > 0) await holeNach(tx, art, nachtrag, bestand);
    await q.deleteNachtrag(tx, art);
    return true;
  }) as Promise<boolean>;

/** Runs a search to its end; whenever it stops, the writing of the keys goes on. */
const sucheZuEnde = async <T>(suche: Generator<void, T>, signal: AbortSignal | undefined): Promise<T> => {
  let schritt = suche.next();
  for (; !schritt.done; schritt = suche.next()) {
    await pausiere();
    signal?.throwIfAborted();
  }
  return schritt.value;
};

/**
 * Compares the whole stock anew and replaces the pairs in one transaction. A clerk who saves a record meanwhile waits for
 * that transaction only; what he saves is looked at once more in it. A comparison that is killed leaves all pairs as they
 * were; keys that it has written stay, or are made anew by the next one.
 */
export async function berechneAlle<D extends { id: number }, B extends { id: number }>(
  sql: Sql,
  art: Art<D, B>,
  { signal, nachSchritt = () => {} }: Optionen = {},
): Promise<Vergleichsergebnis | null> {
  const begonnen = await sql.begin(async (tx) => {
    // A record saved before this is read below; one saved after it leaves its mark.
    await sperreAlle(tx, art);
    await q.deleteNachtrag(tx, art);
    return q.updateBegonnen(tx, art);
  });
  const bestand = await liesBestand(sql, art, signal);
  await nachSchritt("gelesen");
  const register = await sucheZuEnde(bildeRegister(bestand), signal);
  const nachBlock = () => nachSchritt("schluesselblock");
  // The database writes them while this thread compares.
  const schreibt = ergaenzeSchluessel(sql, art, begonnen, bestand, register, { signal, nachBlock });
  schreibt.catch(() => {});
  const haeufigkeit = haeufigkeitAus(bestand.anzahl, bestand.anzahlen, istHaeufigerName);
  const { paare, verglichen } = await sucheZuEnde(vergleicheNach(register, bestand, art, haeufigkeit), signal);
  await nachSchritt("verglichen");
  await schreibt;
  await nachSchritt("schluessel");
  signal?.throwIfAborted();
  const istNeuester = await veroeffentliche(sql, art, { nr: begonnen.nr, bestand, paare });
  await nachSchritt("veroeffentlicht");
  return istNeuester ? { bestand: bestand.anzahl, verglichen, paare: paare.length } : null;
}

/** The full comparison of contacts and of leased objects. Holds the event loop for seconds: the worker gives it a thread. */
export async function berechneDuplikate(sql: Sql) {
  return {
    kontakte: await berechneAlle(sql, kontakte),
    pachtobjekte: await berechneAlle(sql, patchobjekte),
  };
}
