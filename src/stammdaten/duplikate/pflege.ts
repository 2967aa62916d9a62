import type { Tx } from "../../technik/database/pool.ts";
import { type Art, kontakte, patchobjekte, type Tabellen } from "./arten.ts";
import type { Duplikatpaar } from "./berechnung/bestand.ts";
import { haeufigkeitAus } from "./berechnung/gewicht.ts";
import type { KontaktDaten } from "./berechnung/kontakt.ts";
import type { ObjektDaten } from "./berechnung/objekt.ts";
import { istHaeufigerName } from "./berechnung/vornamen.ts";
import * as q from "./queries.ts";
import { halteAb, sperreAlle, sperreSchluessel } from "./sperre.ts";

export type Kandidat = { id: number; score: number };

/** Whether none of the fields that count has changed. */
const istGleich = <D>(felder: readonly (keyof D)[], alt: D, neu: D): boolean =>
  felder.every((feld) => alt[feld] === neu[feld]);

/** Compares one record with those that share a key with it: its pairs, each with the smaller id first. */
export async function vergleicheEinen<D extends { id: number }, B extends { id: number }>(
  tx: Tx,
  art: Art<D, B>,
  bild: B,
  schluessel: readonly number[],
): Promise<Duplikatpaar[]> {
  const andere = (await q.listKandidaten<D>(tx, art, bild.id, schluessel)).map(art.bilde);
  if (andere.length === 0) return [];
  const worte = [...new Set([bild, ...andere].flatMap(art.worte))];
  const { bestand, anzahlen } = await q.findZaehlung(tx, art, worte);
  const haeufigkeit = haeufigkeitAus(bestand, anzahlen, istHaeufigerName);
  return andere.flatMap((anderes) => {
    const bewertung = art.bewerte(bild, anderes, haeufigkeit);
    if (!bewertung) return [];
    const [a, b] = bild.id < anderes.id ? [bild.id, anderes.id] : [anderes.id, bild.id];
    return [{ a, b, ...bewertung }];
  });
}

/** The pairs of the record `id` are now these and no others. */
export async function ersetzePaare(tx: Tx, art: Tabellen, id: number, paare: readonly Duplikatpaar[]): Promise<void> {
  const partner = paare.map(({ a, b }) => (a === id ? b : a));
  await q.deleteAnderePaare(tx, art, id, partner);
  if (paare.length > 0) await q.upsertPaare(tx, art, paare);
}

/** @param alt the record before, nothing for a new one   @returns whom it resembles, the likeliest first */
const gleicheAb = async <D extends { id: number }, B extends { id: number }>(
  tx: Tx,
  art: Art<D, B>,
  alt: D | null,
  neu: D,
): Promise<Kandidat[]> => {
  if (alt && istGleich(art.felder, alt, neu)) return [];
  const bild = art.bilde(neu);
  const schluessel = art.schluessel(bild);
  const vorher = alt ? art.schluessel(art.bilde(alt)) : [];
  await sperreSchluessel(
    tx,
    art,
    [...new Set([...vorher, ...schluessel])].sort((a, b) => a - b),
  );
  const weg = vorher.filter((einer) => !schluessel.includes(einer));
  if (weg.length > 0) await q.deleteSchluessel(tx, art, neu.id, weg);
  await q.insertSchluessel(tx, art, neu.id, schluessel);
  const paare = await vergleicheEinen(tx, art, bild, schluessel);
  if (alt) await ersetzePaare(tx, art, neu.id, paare);
  else if (paare.length > 0) await q.upsertPaare(tx, art, paare);
  await q.insertNachtrag(tx, art, neu.id);
  return paare
    .map(({ a, b, score }) => ({ id: a === neu.id ? b : a, score }))
    .sort((x, y) => y.score - x.score || x.id - y.id);
};

/**
 * Before the record itself is deleted: else a clerk who saves a record like it could wait for us while we wait for him.
 */
const entferne = async <D extends { id: number }, B extends { id: number }>(tx: Tx, art: Art<D, B>, alt: D) => {
  const schluessel = art.schluessel(art.bilde(alt));
  await sperreSchluessel(tx, art, schluessel);
  await q.deleteSchluessel(tx, art, alt.id, schluessel);
  await q.deletePaareVon(tx, art, alt.id);
  await q.insertNachtrag(tx, art, alt.id);
};

/**
 * Brings the duplicates of a contact up to date as the last part of the transaction that saves it: two clerks who enter
 * the same person at one moment see each other here.
 *
 * @returns contacts that it resembles, the likeliest first
 */
export function gleicheKontaktAb(tx: Tx, alt: KontaktDaten | null, neu: KontaktDaten): Promise<Kandidat[]> {
  return gleicheAb(tx, kontakte, alt, neu);
}

export function entferneKontakt(tx: Tx, alt: KontaktDaten): Promise<void> {
  return entferne(tx, kontakte, alt);
}

/** Takes a contact out of all that is known of likenesses: also decisions on him. */
export async function vergissKontakt(tx: Tx, alt: KontaktDaten): Promise<void> {
  await entferneKontakt(tx, alt);
  await q.deleteEntscheidungenVon(tx, kontakte, alt.id);
}

export function gleichePatchobjektAb(tx: Tx, alt: ObjektDaten | null, neu: ObjektDaten): Promise<Kandidat[]> {
  return gleicheAb(tx, patchobjekte, alt, neu);
}

export function entfernePatchobjekt(tx: Tx, alt: ObjektDaten): Promise<void> {
  return entferne(tx, patchobjekte, alt);
}

type Zusammenfuehrung<D> = { bleibt: { alt: D; neu: D }; geht: D };

/** One comparison at a time where two records change at once: each of them has keys that others wait for. */
const vereine = async <D extends { id: number }, B extends { id: number }>(
  tx: Tx,
  art: Art<D, B>,
  { bleibt, geht }: Zusammenfuehrung<D>,
): Promise<void> => {
  await sperreAlle(tx, art);
  await entferne(tx, art, geht);
  await gleicheAb(tx, art, bleibt.alt, bleibt.neu);
};

const trenne = async <D extends { id: number }, B extends { id: number }>(
  tx: Tx,
  art: Art<D, B>,
  { bleibt, geht }: Zusammenfuehrung<D>,
): Promise<void> => {
  await sperreAlle(tx, art);
  await gleicheAb(tx, art, bleibt.alt, bleibt.neu);
  await gleicheAb(tx, art, null, geht);
};

/** `geht` is no duplicate of anybody any more; the last part of the transaction that merges it into `bleibt`. */
export function vereineKontaktduplikate(tx: Tx, beide: Zusammenfuehrung<KontaktDaten>): Promise<void> {
  return vereine(tx, kontakte, beide);
}

/** `geht` is there again; the last part of the transaction that takes the merging back. */
export function trenneKontaktduplikate(tx: Tx, beide: Zusammenfuehrung<KontaktDaten>): Promise<void> {
  return trenne(tx, kontakte, beide);
}

export function vereineObjektduplikate(tx: Tx, beide: Zusammenfuehrung<ObjektDaten>): Promise<void> {
  return vereine(tx, patchobjekte, beide);
}

export function trenneObjektduplikate(tx: Tx, beide: Zusammenfuehrung<ObjektDaten>): Promise<void> {
  return trenne(tx, patchobjekte, beide);
}

const vertage = async (tx: Tx, art: Tabellen, ids: readonly number[]): Promise<void> => {
  await halteAb(tx, art);
  await q.deleteAlleSchluesselVon(tx, art, ids);
  await q.insertNachtraege(tx, art, ids);
};

/**
 * For records that are written by the thousand: they are compared by the next full comparison, which gives keys to those
 * that have none. Until then nobody is told that he enters one of them again.
 *
 * @param ids of new and of changed records
 */
export async function vertageAbgleich(
  tx: Tx,
  ids: { kontakte: readonly number[]; patchobjekte: readonly number[] },
): Promise<void> {
  if (ids.kontakte.length > 0) await vertage(tx, kontakte, ids.kontakte);
  if (ids.patchobjekte.length > 0) await vertage(tx, patchobjekte, ids.patchobjekte);
}
