import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { lesePatchobjekt } from "../../stammdaten/patchobjekte/pflege.ts";
import { pruefeObjektfelder } from "../../stammdaten/patchobjekte/pruefung.ts";
import { type Patchobjekt, schreibbareFelder } from "../../stammdaten/patchobjekte/schema.ts";
import { sperrePatchobjekte, vereinePatchobjekte } from "../../stammdaten/patchobjekte/zusammenfuehrung.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Db, Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { geaenderteFelder, nur, vereineBemerkungen } from "./felder.ts";
import * as q from "./queries.ts";
import type { ObjektZusammenfuehrungBody, Zusammenfuehrung } from "./schema.ts";
import { alsVorschau } from "./vorschau.ts";

type Plan = { werte: Patchobjekt; felder: Zusammenfuehrung["felder"]; pachtkonten: q.Kontostand[] };

/** What merging these two would change. @throws Ablehnung konflikt where they cannot be one */
const plane = async (
  sql: Db,
  bleibt: Patchobjekt,
  geht: Patchobjekt,
  genannte: ObjektZusammenfuehrungBody["felder"],
): Promise<Plan> => {
  if (bleibt.pachtkontoId !== null && geht.pachtkontoId !== null && bleibt.pachtkontoId !== geht.pachtkontoId)
    throw konflikt(
      "verschiedene_pachtkonten",
      "Beide Objekte gehören zu verschiedenen Pachtkonten. Bitte vorher klären, welches von beiden es verpachtet.",
    );
  const werte = {
    ...bleibt,
    ...nur(geht, genannte),
    bemerkung: genannte.includes("bemerkung") ? geht.bemerkung : vereineBemerkungen(bleibt.bemerkung, geht.bemerkung),
    pachtkontoId: bleibt.pachtkontoId ?? geht.pachtkontoId,
  };
  const konten = await q.listKontostaende(sql, geht.pachtkontoId === null ? [] : [geht.pachtkontoId]);
  const pachtkonten = konten.map((konto) => ({ ...konto, vorher: [], nachher: [] }));
  return { werte, felder: geaenderteFelder(schreibbareFelder, bleibt, werte), pachtkonten };
};

/** Of an object that is leased there is the account. */
const dieses = { has: () => true };

/** What would move, as one moment shows it, or why it would not; nothing is changed or locked. */
export function zeigeObjektZusammenfuehrung(
  sql: Sql,
  { heute }: Kontext,
  { bleibt: bleibtId, geht: gehtId, felder }: ObjektZusammenfuehrungBody,
): Promise<Zusammenfuehrung> {
  return inMomentaufnahme(sql, async (tx) => {
    const [bleibt, geht] = [await lesePatchobjekt(tx, bleibtId), await lesePatchobjekt(tx, gehtId)];
    const seiten = { bleibt: { id: bleibtId, name: bleibt.bezeichnung }, geht: { id: gehtId, name: geht.bezeichnung } };
    const plan = await plane(tx, bleibt, geht, felder);
    if (plan.felder.length > 0) pruefeObjektfelder(plan.werte, bleibt, heute, dieses);
    return alsVorschau("patchobjekt", seiten, plan, 0);
  });
}

/**
 * Makes one leased object of two; its account comes along.
 *
 * @throws Ablehnung nichtGefunden, aufgehoben where one of them is merged already, konflikt `verschiedene_pachtkonten`,
 *   `bemerkung_zu_lang`
 */
export function fuehreObjekteZusammen(
  sql: Sql,
  kontext: Kontext,
  { bleibt: bleibtId, geht: gehtId, felder: genannte }: ObjektZusammenfuehrungBody,
): Promise<Zusammenfuehrung> {
  return schreibe(sql, kontext, async (tx) => {
    const [bleibt, geht] = await sperrePatchobjekte(tx, bleibtId, gehtId);
    const { werte, felder, pachtkonten } = await plane(tx, bleibt, geht, genannte);
    const mitgenommen = await vereinePatchobjekte(tx, kontext, { bleibt, geht, werte });
    const neu = { art: "patchobjekt" as const, bleibtId, gehtId, felder, pachtkonten, mitgenommen };
    return (await q.findZusammenfuehrung(
      tx,
      await q.insertZusammenfuehrung(tx, neu, kontext.akteur),
    )) as Zusammenfuehrung;
  });
}
