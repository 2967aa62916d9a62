import { konflikt, nichtGefunden } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { entfernePatchobjekt, gleichePatchobjektAb } from "../duplikate/pflege.ts";
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

export const leseStatusUebersicht = async (sql: Sql): Promise<StatusCount[]> => [...(await q.countJeStatus(sql))];

export const lesePatchobjekt = async (sql: Sql, id: number): Promise<Patchobjekt> => {
  const objekt = await q.findPatchobjekt(sql, id);
  if (!objekt) throw nichtGefunden("Ein Patchobjekt mit der id", id);
  return objekt;
};

const pruefe = async (tx: Tx, werte: Objektwerte): Promise<void> => {
  const konten = werte.pachtkontoId === null ? [] : await q.listPachtkontoIdsGesperrt(tx, [werte.pachtkontoId]);
  pruefeObjektfelder(werte, new Set(konten));
};

export const legePatchobjektAn = (sql: Sql, kontext: Kontext, body: CreatePatchobjektBody): Promise<Patchobjekt> =>
  schreibe(sql, kontext, async (tx) => {
    const werte = { ...leeresPatchobjekt, ...body };
    await pruefe(tx, werte);
    const [neu] = (await legePatchobjekteAn(tx, kontext, [werte])) as [Patchobjekt];
    await gleichePatchobjektAb(tx, null, neu);
    return neu;
  });

/** The object, locked, in the version that the caller has seen. */
const findeZumSchreiben = async (tx: Tx, kontext: Kontext, id: number): Promise<Patchobjekt> => {
  const [alt] = await q.listPatchobjekteGesperrt(tx, [id]);
  if (!alt) throw nichtGefunden("Ein Patchobjekt mit der id", id);
  pruefeVersion(kontext, alt.version);
  return alt;
};

export const aenderePatchobjekt = (
  sql: Sql,
  kontext: Kontext,
  id: number,
  body: UpdatePatchobjektBody,
): Promise<Patchobjekt> =>
  schreibe(sql, kontext, async (tx) => {
    const alt = await findeZumSchreiben(tx, kontext, id);
    const werte = uebernimm(alt, body, schreibbareFelder);
    if (istUnveraendert(alt, werte, schreibbareFelder)) return alt;
    await pruefe(tx, werte);
    const [neu] = (await aenderePatchobjekte(tx, kontext, [{ alt, werte }])) as [Patchobjekt];
    await gleichePatchobjektAb(tx, alt, neu);
    return neu;
  });

export const loeschePatchobjekt = (sql: Sql, kontext: Kontext, id: number): Promise<void> =>
  schreibe(sql, kontext, async (tx) => {
    const alt = await findeZumSchreiben(tx, kontext, id);
    const gebucht = alt.pachtkontoId === null ? undefined : await q.findGebuchtesKonto(tx, alt.pachtkontoId);
    if (gebucht)
      throw konflikt("wird_verwendet", `Für das Patchobjekt ist auf dem Pachtkonto ${gebucht} schon gebucht worden.`);
    await entfernePatchobjekt(tx, alt);
    await q.deletePatchobjekt(tx, id);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "patchobjekt", ressourceId: id, alt });
  });
