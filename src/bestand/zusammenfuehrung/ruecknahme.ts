import { type Ablehnung, konflikt, nichtGefunden } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { sperreGebliebenen, trenneKontakte } from "../../stammdaten/kontakte/zusammenfuehrung.ts";
import {
  sperreParteienIn,
  verlangeKeineVeroeffentlichungMit,
  wechsleKontoparteien,
} from "../../stammdaten/pachtkonten/parteien/wechsle.ts";
import { sperreGebliebenes, trennePatchobjekte } from "../../stammdaten/patchobjekte/zusammenfuehrung.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { geaenderteFelderSeit, geaenderteKonten, gebuchteKonten } from "./hindernisse.ts";
import * as q from "./queries.ts";
import type { Hindernis, Zusammenfuehrung } from "./schema.ts";

/**
 * Restores what a merging changed, while nothing of it was changed or booked since. Cancelled bookings do not count.
 * The record that was left is locked before the merging: an erasure, too, knows which mergings a contact has only once
 * it holds him.
 *
 * @throws Ablehnung nichtGefunden, konflikt `schon_zurueckgenommen`, `ruecknahme_nicht_moeglich` with what is in the way,
 *   `lauf_aktiv`
 */
export function nimmZurueck(sql: Sql, kontext: Kontext, id: number): Promise<Zusammenfuehrung> {
  return schreibe(sql, kontext, async (tx) => {
    const gebliebenes = await q.findGebliebenes(tx, id);
    if (!gebliebenes) throw nichtGefunden("Eine Zusammenführung mit der id", id);
    const trenne = gebliebenes.art === "kontakt" ? trenneKontakt : trenneObjekt;
    await trenne(tx, kontext, id, gebliebenes.bleibtId);
    await q.updateZurueckgenommen(tx, id, kontext.akteur);
    return (await q.findZusammenfuehrung(tx, id)) as Zusammenfuehrung;
  });
}

/** @throws Ablehnung konflikt `schon_zurueckgenommen` */
const sperreStand = async (tx: Tx, id: number): Promise<q.Stand> => {
  const stand = (await q.findStandGesperrt(tx, id)) as q.Stand;
  if (stand.zurueckgenommenAm !== null)
    throw konflikt("schon_zurueckgenommen", "Diese Zusammenführung ist schon zurückgenommen.");
  return stand;
};

const trenneKontakt = async (tx: Tx, kontext: Kontext, id: number, bleibtId: number): Promise<void> => {
  await verlangeKeineVeroeffentlichungMit(tx, [bleibtId]);
  const gebliebener = await sperreGebliebenen(tx, bleibtId);
  const stand = await sperreStand(tx, id);
  const { gehtId, pachtkonten, mitgenommen } = stand;
  const bleibt = await verlangeUnveraendert(tx, stand, gebliebener, [bleibtId, gehtId]);
  await wechsleKontoparteien(
    tx,
    kontext,
    [bleibtId],
    pachtkonten.map(({ vorher, nachher, ...konto }) => ({ ...konto, vorher: nachher, nachher: vorher })),
  );
  await trenneKontakte(tx, kontext, { bleibt, gehtId, werte: wieVorher(bleibt, stand), mitgenommen });
};

const trenneObjekt = async (tx: Tx, kontext: Kontext, id: number, bleibtId: number): Promise<void> => {
  const gebliebenes = await sperreGebliebenes(tx, bleibtId);
  const stand = await sperreStand(tx, id);
  const { gehtId, pachtkonten, mitgenommen } = stand;
  const bleibt = await verlangeUnveraendert(tx, stand, gebliebenes, []);
  const pachtkontoId = pachtkonten[0]?.pachtkontoId ?? null;
  const werte = wieVorher(bleibt, stand);
  await trennePatchobjekte(tx, kontext, { bleibt, gehtId, pachtkontoId, werte, mitgenommen });
};

/**
 * Locks the accounts of the merging.
 *
 * @param bleibt the record that was left, locked; nothing where it was merged itself
 * @throws Ablehnung konflikt `ruecknahme_nicht_moeglich`
 */
const verlangeUnveraendert = async <D extends object>(
  tx: Tx,
  stand: q.Stand,
  bleibt: D | undefined,
  kontaktIds: number[],
): Promise<D> => {
  if (!bleibt) throw unmoeglich([weitergefuehrt]);
  if (stand.istVergessen) throw unmoeglich([geloescht]);
  const { pachtkonten } = stand;
  const ids = pachtkonten.map(({ pachtkontoId }) => pachtkontoId);
  const hindernisse = [
    ...geaenderteFelderSeit(stand, bleibt),
    ...geaenderteKonten(pachtkonten, await sperreParteienIn(tx, ids, kontaktIds)),
    ...gebuchteKonten(await q.listGebuchtesSeit(tx, pachtkonten)),
  ];
  if (hindernisse.length > 0) throw unmoeglich(hindernisse);
  return bleibt;
};

const weitergefuehrt: Hindernis = {
  art: "zusammengefuehrt",
  text: "Der Datensatz, der geblieben war, ist inzwischen selbst in einem anderen aufgegangen; das ist zuerst zurückzunehmen.",
  pachtkontoId: null,
};

const geloescht: Hindernis = {
  art: "geloescht",
  text: "Die Daten der Person sind seit der Zusammenführung gelöscht worden.",
  pachtkontoId: null,
};

const wieVorher = <D extends object>(bleibt: D, { felder }: q.Stand): D => ({
  ...bleibt,
  ...Object.fromEntries(felder.map(({ feld, alt }) => [feld, alt])),
});

const unmoeglich = (hindernisse: Hindernis[]): Ablehnung =>
  konflikt(
    "ruecknahme_nicht_moeglich",
    `Die Zusammenführung lässt sich nicht mehr zurücknehmen. ${hindernisse.map(({ text }) => text).join(" ")}`,
    { hindernisse },
  );
