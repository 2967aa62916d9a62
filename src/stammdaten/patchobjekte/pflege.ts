import { konflikt, nichtGefunden, ungueltig } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { merkeBemerkung } from "../../technik/auditlog/bemerkung.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { entfernePatchobjekt, gleichePatchobjektAb } from "../duplikate/pflege.ts";
import { pruefePlz } from "../kontakte/plz.ts";
import * as q from "./queries.ts";
import {
  type CreatePatchobjektBody,
  leeresPatchobjekt,
  type Patchobjekt,
  type StatusCount,
  schreibbareFelder,
  type UpdatePatchobjektBody,
} from "./schema.ts";

export const leseStatusUebersicht = async (sql: Sql): Promise<StatusCount[]> => [...(await q.countJeStatus(sql))];

export const lesePatchobjekt = async (sql: Sql, id: number): Promise<Patchobjekt> => {
  const objekt = await q.findPatchobjekt(sql, id);
  if (!objekt) throw nichtGefunden("Ein Patchobjekt mit der id", id);
  return objekt;
};

/** @throws Ablehnung ungueltig where fields do not go together */
const pruefeObjektfelder = async (
  tx: Tx,
  objekt: Pick<Patchobjekt, (typeof schreibbareFelder)[number]>,
): Promise<void> => {
  pruefePlz(objekt);
  if (objekt.flurstueckNenner !== null && objekt.flurstueckZaehler === null)
    throw ungueltig("flurstueckZaehler", "fehlt", "Zu einem Nenner gehört der Zähler des Flurstücks.");
  if (objekt.pachtkontoId !== null && (await q.findPachtkontoIdGesperrt(tx, objekt.pachtkontoId)) === undefined)
    throw ungueltig("pachtkontoId", "unbekannt", "Dieses Pachtkonto gibt es nicht.");
};

export const legePatchobjektAn = (sql: Sql, kontext: Kontext, body: CreatePatchobjektBody): Promise<Patchobjekt> =>
  schreibe(sql, kontext, async (tx) => {
    const werte = { ...leeresPatchobjekt, ...body };
    await pruefeObjektfelder(tx, werte);
    const neu = await q.insertPatchobjekt(tx, werte);
    await merkeBemerkung(tx, kontext, "patchobjekt", neu.id, null, neu.bemerkung);
    await protokolliere(tx, kontext, { aktion: "anlegen", ressource: "patchobjekt", ressourceId: neu.id, neu });
    await gleichePatchobjektAb(tx, null, neu);
    return neu;
  });

/** The object, locked, in the version that the caller has seen. */
const findeZumSchreiben = async (tx: Tx, kontext: Kontext, id: number): Promise<Patchobjekt> => {
  const alt = await q.findPatchobjektGesperrt(tx, id);
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
    await pruefeObjektfelder(tx, werte);
    const neu = await q.updatePatchobjekt(tx, id, werte);
    await merkeBemerkung(tx, kontext, "patchobjekt", id, alt.bemerkung, neu.bemerkung);
    await protokolliere(tx, kontext, { aktion: "aendern", ressource: "patchobjekt", ressourceId: id, alt, neu });
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
