import { type Ablehnung, konflikt, nichtGefunden, zusammengefuehrt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Db, Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { entfernePatchobjekt, gleichePatchobjektAb } from "../duplikate/pflege.ts";
import { sperrePachtkonten, verlangeKeineVeroeffentlichung } from "../faelligkeiten/sperre.ts";
import { type Objektwerte, pruefeObjektfelder } from "./pruefung.ts";
import * as q from "./queries.ts";
import {
  type CreatePatchobjektBody,
  leeresPatchobjekt,
  type Patchobjekt,
  type StatusCount,
  schreibbareFelder,
  type UpdatePatchobjektBody,
} from "./schema.ts";
import { aenderePatchobjekte, legePatchobjekteAn } from "./schreibung.ts";

export async function leseStatusUebersicht(sql: Sql): Promise<StatusCount[]> {
  return [...(await q.countJeStatus(sql))];
}

const was = "Ein Patchobjekt mit der id";

/** Why there is no object with this id. */
const fehlendes = async (sql: Db, id: number): Promise<Ablehnung> => {
  const heutiges = await q.findAufgegangenIn(sql, id);
  return heutiges === undefined ? nichtGefunden(was, id) : zusammengefuehrt(was, id, heutiges);
};

/** @throws Ablehnung nichtGefunden, aufgehoben where it was merged into another one */
export async function lesePatchobjekt(sql: Db, id: number): Promise<Patchobjekt> {
  const objekt = await q.findPatchobjekt(sql, id);
  if (!objekt) throw await fehlendes(sql, id);
  return objekt;
}

/** Locked until the end of the transaction. @throws Ablehnung as {@link lesePatchobjekt} */
export async function sperrePatchobjekt(tx: Tx, id: number): Promise<Patchobjekt> {
  const [objekt] = await q.listPatchobjekteGesperrt(tx, [id]);
  if (!objekt) throw await fehlendes(tx, id);
  return objekt;
}

const pruefe = async (tx: Tx, { heute }: Kontext, alt: Patchobjekt | undefined, werte: Objektwerte): Promise<void> => {
  const konten = werte.pachtkontoId === null ? [] : await q.listPachtkontoIdsGehalten(tx, [werte.pachtkontoId]);
  pruefeObjektfelder(werte, alt, heute, new Set(konten));
};

export function legePatchobjektAn(sql: Sql, kontext: Kontext, body: CreatePatchobjektBody): Promise<Patchobjekt> {
  return schreibe(sql, kontext, async (tx) => {
    const werte = { ...leeresPatchobjekt, ...body };
    await pruefe(tx, kontext, undefined, werte);
    const [neu] = (await legePatchobjekteAn(tx, kontext, [werte])) as [Patchobjekt];
    await gleichePatchobjektAb(tx, null, neu);
    return neu;
  });
}

/** The object, locked, in the version that the caller has seen. */
const findeZumSchreiben = async (tx: Tx, kontext: Kontext, id: number): Promise<Patchobjekt> => {
  const alt = await sperrePatchobjekt(tx, id);
  pruefeVersion(kontext, alt.version);
  return alt;
};

export function aenderePatchobjekt(
  sql: Sql,
  kontext: Kontext,
  id: number,
  body: UpdatePatchobjektBody,
): Promise<Patchobjekt> {
  return schreibe(sql, kontext, async (tx) => {
    const alt = await findeZumSchreiben(tx, kontext, id);
    const werte = uebernimm(alt, body, schreibbareFelder);
    if (istUnveraendert(alt, werte, schreibbareFelder)) return alt;
    const neu = await schreibePatchobjekt(tx, kontext, alt, werte);
    await gleichePatchobjektAb(tx, alt, neu);
    return neu;
  });
}

/** A change of a locked object, but for its duplicates. */
export async function schreibePatchobjekt(
  tx: Tx,
  kontext: Kontext,
  alt: Patchobjekt,
  werte: Objektwerte,
): Promise<Patchobjekt> {
  await pruefe(tx, kontext, alt, werte);
  const [neu] = (await aenderePatchobjekte(tx, kontext, [{ alt, werte }])) as [Patchobjekt];
  return neu;
}

/**
 * Locks the account of the object, so that nobody books it until the end of the transaction, and then the object: in
 * this order an import locks them, too.
 */
const findeZumLoeschen = async (tx: Tx, kontext: Kontext, id: number): Promise<Patchobjekt> => {
  const { pachtkontoId } = await lesePatchobjekt(tx, id);
  const konten = pachtkontoId === null ? [] : [pachtkontoId];
  await verlangeKeineVeroeffentlichung(tx, konten);
  await sperrePachtkonten(tx, konten);
  const alt = await findeZumSchreiben(tx, kontext, id);
  if (alt.pachtkontoId !== pachtkontoId)
    throw konflikt(
      "gleichzeitig_geaendert",
      "Das Patchobjekt ist gerade zu einem anderen Pachtkonto gekommen. Bitte noch einmal versuchen.",
    );
  return alt;
};

/** @throws Ablehnung konflikt `wird_verwendet`, `gleichzeitig_geaendert`, `lauf_aktiv` */
export function loeschePatchobjekt(sql: Sql, kontext: Kontext, id: number): Promise<void> {
  return schreibe(sql, kontext, async (tx) => {
    const alt = await findeZumLoeschen(tx, kontext, id);
    const gebucht = alt.pachtkontoId === null ? undefined : await q.findGebuchtesKonto(tx, alt.pachtkontoId);
    if (gebucht)
      throw konflikt("wird_verwendet", `Für das Patchobjekt ist auf dem Pachtkonto ${gebucht} schon gebucht worden.`);
    if (await q.findAufgegangenes(tx, id))
      throw konflikt("wird_verwendet", "In diesem Patchobjekt ist ein anderes aufgegangen.");
    await entfernePatchobjekt(tx, alt);
    await q.deletePatchobjekt(tx, id);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "patchobjekt", ressourceId: id, alt });
  });
}
