import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { type Art, kontakte, patchobjekte, type Tabellen } from "../arten.ts";
import { type Duplikatpaar, findePaare, type Register, zaehleWorte } from "../berechnung/bestand.ts";
import { haeufigkeitAus } from "../berechnung/gewicht.ts";
import { fassung } from "../berechnung/schluessel.ts";
import { istHaeufigerName } from "../berechnung/vornamen.ts";
import { ersetzePaare, vergleicheEinen } from "../pflege.ts";
import { deleteSchluessel, insertSchluessel, upsertPaare } from "../queries.ts";
import { sperreAlle } from "../sperre.ts";
import * as q from "./queries.ts";

const jeAbruf = 10_000;
const schluesselJeAnweisung = 50_000;

export type Vergleichsschritt = "gelesen" | "verglichen" | "schluessel" | "veroeffentlicht";
export type Vergleichsergebnis = { bestand: number; verglichen: number; paare: number };

/** @param nachSchritt told when a step is done; the comparison goes on when it has returned */
type Optionen = { signal?: AbortSignal; nachSchritt?: (schritt: Vergleichsschritt) => void | Promise<void> };

/** All records in ascending order of their ids; the next ones are under way while these are worked on. */
const lies = async <D extends { id: number }, B extends { id: number }>(
  sql: Sql,
  art: Art<D, B>,
  signal: AbortSignal | undefined,
): Promise<B[]> => {
  const bilder: B[] = [];
  const rufeAb = (nachId: number): Promise<D[]> => {
    const abruf = q.listNachDerId<D>(sql, art, nachId, jeAbruf).execute();
    // A comparison that stops early does not wait for it.
    abruf.catch(() => {});
    return abruf;
  };
  let abruf = rufeAb(0);
  for (;;) {
    const zeilen = await abruf;
    signal?.throwIfAborted();
    const letzte = zeilen.at(-1);
    if (letzte === undefined) return bilder;
    abruf = rufeAb(letzte.id);
    for (const zeile of zeilen) bilder.push(art.bilde(zeile));
  }
};

type Schluesselzeile = readonly [schluessel: number, id: number];

/**
 * Stores keys of records that had none, in the order of their table's index. What was saved since the comparison began has
 * keys of its own making.
 *
 * @returns false where another comparison has begun meanwhile, which sees to it
 */
const schreibeSchluessel = (sql: Sql, art: Tabellen, nr: number, zeilen: readonly Schluesselzeile[]) =>
  sql.begin(async (tx) => {
    await sperreAlle(tx, art);
    if ((await q.findNeuesteNr(tx, art)) !== nr) return false;
    const spaetere = new Set(await q.listNachtrag(tx, art));
    await q.kopiereSchluessel(
      tx,
      art,
      zeilen.filter(([, id]) => !spaetere.has(id)),
    );
    return true;
  }) as Promise<boolean>;

/** Gives keys to the records that have none, all of them if those stored are of another making. */
const ergaenzeSchluessel = async <B extends { id: number }>(
  sql: Sql,
  art: Art<never, B>,
  { nr, fassung: alteFassung }: Awaited<ReturnType<typeof q.updateBegonnen>>,
  bilder: readonly B[],
  { werte, wessen }: Register,
): Promise<void> => {
  if (alteFassung !== fassung) await q.deleteAlleSchluessel(sql, art);
  const fehlende = new Set(await q.listOhneSchluessel(sql, art));
  if (fehlende.size === 0) return;
  let zeilen: Schluesselzeile[] = [];
  for (let p = 0; p < werte.length; p += 1) {
    const id = bilder[wessen[p] as number]?.id ?? 0;
    if (!fehlende.has(id)) continue;
    zeilen.push([werte[p] as number, id]);
    if (zeilen.length < schluesselJeAnweisung) continue;
    if (!(await schreibeSchluessel(sql, art, nr, zeilen))) return;
    zeilen = [];
  }
  if (zeilen.length > 0) await schreibeSchluessel(sql, art, nr, zeilen);
};

/** Records that were saved or deleted since they were read: their keys and pairs are made from what they are now. */
const holeNach = async <D extends { id: number }, B extends { id: number }>(
  tx: Tx,
  art: Art<D, B>,
  ids: readonly number[],
  gelesen: ReadonlyMap<number, B>,
): Promise<void> => {
  const jetzige = new Map((await q.listMitIds<D>(tx, art, ids)).map((daten) => [daten.id, art.bilde(daten)]));
  for (const id of ids) {
    const [alt, neu] = [gelesen.get(id), jetzige.get(id)];
    const schluessel = neu ? art.schluessel(neu) : [];
    const weg = alt ? art.schluessel(alt).filter((einer) => !schluessel.includes(einer)) : [];
    if (weg.length > 0) await deleteSchluessel(tx, art, id, weg);
    if (neu) await insertSchluessel(tx, art, id, schluessel);
  }
  for (const [id, bild] of jetzige)
    await ersetzePaare(tx, art, id, await vergleicheEinen(tx, art, bild, art.schluessel(bild)));
};

type Ergebnis<B> = { nr: number; bilder: B[]; anzahlen: Map<string, number>; paare: Duplikatpaar[] };

/** @returns whether it was the newest comparison, and so has replaced the pairs */
const veroeffentliche = <D extends { id: number }, B extends { id: number }>(
  sql: Sql,
  art: Art<D, B>,
  { nr, bilder, anzahlen, paare }: Ergebnis<B>,
): Promise<boolean> =>
  sql.begin(async (tx) => {
    await sperreAlle(tx, art);
    if ((await q.findNeuesteNr(tx, art)) !== nr) return false;
    const nachtrag = await q.listNachtrag(tx, art);
    const spaetere = new Set(nachtrag);
    const gueltige = paare.filter(({ a, b }) => !spaetere.has(a) && !spaetere.has(b));
    await q.updateAbgeschlossen(tx, art, fassung, bilder.length);
    await q.deleteHaeufigkeit(tx, art);
    await q.insertHaeufigkeit(tx, art, anzahlen);
    await q.deleteUebrigePaare(tx, art, gueltige, nachtrag);
    if (gueltige.length > 0) await upsertPaare(tx, art, gueltige);
    if (nachtrag.length > 0) {
      const gelesen = new Map(bilder.filter(({ id }) => spaetere.has(id)).map((bild) => [bild.id, bild]));
      await holeNach(tx, art, nachtrag, gelesen);
    }
    await q.deleteNachtrag(tx, art);
    return true;
  }) as Promise<boolean>;

/**
 * Compares the whole stock anew and replaces the pairs in one transaction. A clerk who saves a record meanwhile waits for
 * that transaction only; what he saves is looked at once more in it. A comparison that is killed leaves everything as it
 * was.
 */
export const berechneAlle = async <D extends { id: number }, B extends { id: number }>(
  sql: Sql,
  art: Art<D, B>,
  { signal, nachSchritt = () => {} }: Optionen = {},
): Promise<Vergleichsergebnis | null> => {
  const begonnen = await sql.begin(async (tx) => {
    // A record saved before this is read below; one saved after it leaves its mark.
    await sperreAlle(tx, art);
    await q.deleteNachtrag(tx, art);
    return q.updateBegonnen(tx, art);
  });
  const bilder = await lies(sql, art, signal);
  await nachSchritt("gelesen");
  const anzahlen = zaehleWorte(bilder, art);
  const haeufigkeit = haeufigkeitAus(bilder.length, anzahlen, istHaeufigerName);
  const { paare, register, verglichen } = findePaare(bilder, art, haeufigkeit);
  await nachSchritt("verglichen");
  signal?.throwIfAborted();
  await ergaenzeSchluessel(sql, art, begonnen, bilder, register);
  await nachSchritt("schluessel");
  signal?.throwIfAborted();
  const istNeuester = await veroeffentliche(sql, art, { nr: begonnen.nr, bilder, anzahlen, paare });
  await nachSchritt("veroeffentlicht");
  return istNeuester ? { bestand: bilder.length, verglichen, paare: paare.length } : null;
};

/** The full comparison of contacts and of leased objects. Holds the event loop for seconds: the worker gives it a thread. */
export const berechneDuplikate = async (sql: Sql) => ({
  kontakte: await berechneAlle(sql, kontakte),
  pachtobjekte: await berechneAlle(sql, patchobjekte),
});
