import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { listGeleerte } from "../../stammdaten/kontakte/leere.ts";
import { leseKontakt, pruefeKontakt } from "../../stammdaten/kontakte/pflege.ts";
import { type Kontakt, schreibbareFelder } from "../../stammdaten/kontakte/schema.ts";
import { sperreKontakte, vereineKontakte } from "../../stammdaten/kontakte/zusammenfuehrung.ts";
import {
  type Kontoparteien,
  ladeKontoparteien,
  sperreKontoparteien,
  verlangeKeineVeroeffentlichungMit,
  wechsleKontoparteien,
} from "../../stammdaten/pachtkonten/parteien/wechsle.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Db, Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { geaenderteFelder } from "./felder.ts";
import { vereineKontaktfelder } from "./kontaktfelder.ts";
import { vereineParteien } from "./parteien.ts";
import * as q from "./queries.ts";
import type { KontaktZusammenfuehrungBody, Zusammenfuehrung } from "./schema.ts";
import { pruefeSteuerstand } from "./steuerstand.ts";
import { alsVorschau } from "./vorschau.ts";

type Plan = { werte: Kontakt; felder: Zusammenfuehrung["felder"]; pachtkonten: q.Kontostand[] };

/**
 * One whose data were erased becomes no party anew, and what is kept of him gets no name again by being another's. Asked
 * once both are locked: an erasure that was waited for counts.
 *
 * @throws Ablehnung konflikt `person_geloescht`
 */
const verlangeKeinenGeleerten = async (sql: Db, ids: readonly number[]): Promise<void> => {
  const [geleerter] = await listGeleerte(sql, ids);
  if (geleerter === undefined) return;
  throw konflikt(
    "person_geloescht",
    `Die Daten des Kontakts ${geleerter} sind gelöscht: er wird mit keinem anderen zusammengeführt.`,
  );
};

/** What merging these two would change. @throws Ablehnung konflikt where they cannot be one */
const plane = async (
  sql: Db,
  bleibt: Kontakt,
  geht: Kontakt,
  konten: readonly Kontoparteien[],
  felder: KontaktZusammenfuehrungBody["felder"],
): Promise<Plan> => {
  await verlangeKeinenGeleerten(sql, [bleibt.id, geht.id]);
  await pruefeSteuerstand(sql, bleibt, geht);
  const werte = vereineKontaktfelder(bleibt, geht, felder);
  const staende = await q.listKontostaende(
    sql,
    konten.map(({ pachtkontoId }) => pachtkontoId),
  );
  const jeKonto = new Map(konten.map((konto) => [konto.pachtkontoId, konto]));
  const pachtkonten = staende.map((stand) => {
    const { parteien: vorher = [], plaetze = [] } = jeKonto.get(stand.pachtkontoId) ?? {};
    return { ...stand, vorher, nachher: vereineParteien(vorher, bleibt.id, geht.id), plaetze };
  });
  return { werte, felder: geaenderteFelder(schreibbareFelder, bleibt, werte), pachtkonten };
};

/** What would move, as one moment shows it, or why it would not; nothing is changed or locked. */
export function zeigeKontaktZusammenfuehrung(
  sql: Sql,
  kontext: Kontext,
  { bleibt: bleibtId, geht: gehtId, felder }: KontaktZusammenfuehrungBody,
): Promise<Zusammenfuehrung> {
  return inMomentaufnahme(sql, async (tx) => {
    const [bleibt, geht] = [await leseKontakt(tx, bleibtId), await leseKontakt(tx, gehtId)];
    const plan = await plane(tx, bleibt, geht, await ladeKontoparteien(tx, gehtId, bleibtId), felder);
    if (plan.felder.length > 0) await pruefeKontakt(tx, kontext, bleibt, plan.werte);
    const seiten = { bleibt: { id: bleibtId, name: bleibt.anzeigename }, geht: { id: gehtId, name: geht.anzeigename } };
    return alsVorschau("kontakt", seiten, plan, await q.countBelege(tx, gehtId));
  });
}

/**
 * Makes one contact of two. Parties move, archive and letters stay. Locks come in the order contacts, accounts,
 * duplicates, so that a clerk's change, a booking and a second merging come before it or after it.
 *
 * @throws Ablehnung nichtGefunden, aufgehoben where one of them is merged already, konflikt `person_geloescht`,
 *   `steuerstatus_verschieden`, `bemerkung_zu_lang`, `lauf_aktiv`
 */
export function fuehreKontakteZusammen(
  sql: Sql,
  kontext: Kontext,
  { bleibt: bleibtId, geht: gehtId, felder: genannte }: KontaktZusammenfuehrungBody,
): Promise<Zusammenfuehrung> {
  return schreibe(sql, kontext, async (tx) => {
    await verlangeKeineVeroeffentlichungMit(tx, [bleibtId, gehtId]);
    const [bleibt, geht] = await sperreKontakte(tx, bleibtId, gehtId);
    const konten = await sperreKontoparteien(tx, gehtId, bleibtId);
    const { werte, felder, pachtkonten } = await plane(tx, bleibt, geht, konten, genannte);
    await wechsleKontoparteien(tx, kontext, [bleibtId, gehtId], pachtkonten);
    const mitgenommen = await vereineKontakte(tx, kontext, { bleibt, geht, werte });
    const neu = { art: "kontakt" as const, bleibtId, gehtId, felder, pachtkonten, mitgenommen };
    const id = await q.insertZusammenfuehrung(tx, neu, kontext.akteur);
    return (await q.findZusammenfuehrung(tx, id)) as Zusammenfuehrung;
  });
}
