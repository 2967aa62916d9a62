import { setImmediate as pausiere } from "node:timers/promises";
import type { Db } from "../../../technik/database/pool.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import type { Art } from "../arten.ts";
import { type Duplikatpaar, suchePaare, zaehleWorte } from "../berechnung/bestand.ts";
import { type Haeufigkeit, haeufigkeitAus } from "../berechnung/gewicht.ts";
import { istHaeufigerName } from "../berechnung/vornamen.ts";
import { findZaehlung, listKandidatenIds } from "../queries.ts";
import { listMitIds } from "./queries.ts";

const jePause = 500;
const jeAnweisung = 5_000;

const bildeAlle = async <D extends { id: number }, B extends { id: number }>(art: Art<D, B>, alle: readonly D[]) => {
  const bilder: B[] = [];
  const schluessel = new Set<number>();
  for (const teil of inStapeln(alle, jePause)) {
    for (const daten of teil) {
      const bild = art.bilde(daten);
      bilder.push(bild);
      for (const einer of art.schluessel(bild)) schluessel.add(einer);
    }
    await pausiere();
  }
  return { bilder, schluessel };
};

/** Saved records that share a key with one of the new ones, in ascending order of their ids. */
const ladeKandidaten = async <D extends { id: number }, B extends { id: number }>(
  sql: Db,
  art: Art<D, B>,
  schluessel: ReadonlySet<number>,
): Promise<B[]> => {
  const ids = new Set<number>();
  for (const teil of inStapeln([...schluessel].sort(aufsteigend), jeAnweisung))
    for (const id of await listKandidatenIds(sql, art, teil)) ids.add(id);
  const bilder: B[] = [];
  for (const teil of inStapeln([...ids].sort(aufsteigend), jePause))
    for (const daten of await listMitIds<D>(sql, art, teil)) bilder.push(art.bilde(daten));
  return bilder;
};

const aufsteigend = (a: number, b: number): number => a - b;

/** As it will be once they are saved. */
const zaehle = async <D extends { id: number }, B extends { id: number }>(
  sql: Db,
  art: Art<D, B>,
  neue: readonly B[],
): Promise<Haeufigkeit> => {
  const { bestand, anzahlen } = await findZaehlung(sql, art, [...new Set(neue.flatMap(art.worte))]);
  for (const [wort, anzahl] of zaehleWorte(neue, art)) anzahlen.set(wort, (anzahlen.get(wort) ?? 0) + anzahl);
  return haeufigkeitAus(bestand + neue.length, anzahlen, istHaeufigerName);
};

/**
 * Compares records that nobody has saved yet with each other and with those that are saved, by the keys of these; nothing
 * is written. The keys bound the work: under each of them there are so many records at most.
 *
 * @param neue in ascending order of their ids, which are above those of all saved ones
 * @returns by id of a new record the likeliest pair with one before it (`a`), saved or new
 */
export async function sucheVorab<D extends { id: number }, B extends { id: number }>(
  sql: Db,
  art: Art<D, B>,
  neue: readonly D[],
): Promise<Map<number, Duplikatpaar>> {
  const { bilder, schluessel } = await bildeAlle(art, neue);
  const kandidaten = await ladeKandidaten(sql, art, schluessel);
  const suche = suchePaare([...kandidaten, ...bilder], art, await zaehle(sql, art, bilder));
  let schritt = suche.next();
  for (; !schritt.done; schritt = suche.next()) await pausiere();
  const gesuchte = new Set(bilder.map(({ id }) => id));
  const wahrscheinlichste = new Map<number, Duplikatpaar>();
  for (const paar of schritt.value.paare)
    if (gesuchte.has(paar.b) && paar.score > (wahrscheinlichste.get(paar.b)?.score ?? 0))
      wahrscheinlichste.set(paar.b, paar);
  return wahrscheinlichste;
}
