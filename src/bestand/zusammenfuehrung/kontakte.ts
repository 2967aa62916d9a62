import type { Kontext } from "../../kern/kontext.ts";
import { leseKontakt } from "../../stammdaten/kontakte/pflege.ts";
import type { Kontakt } from "../../stammdaten/kontakte/schema.ts";
import { sperreKontakte, vereineKontakte } from "../../stammdaten/kontakte/zusammenfuehrung.ts";
import {
  type Kontoparteien,
  ladeKontoparteien,
  sperreKontoparteien,
  wechsleKontoparteien,
} from "../../stammdaten/pachtkonten/parteien/wechsle.ts";
import type { Db, Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { geaenderteFelder, vereineFelder } from "./felder.ts";
import { vereineParteien } from "./parteien.ts";
import * as q from "./queries.ts";
import type { KontaktZusammenfuehrungBody, Zusammenfuehrung } from "./schema.ts";
import { pruefeSteuerstand } from "./steuerstand.ts";

type Plan = { werte: Kontakt; felder: Zusammenfuehrung["felder"]; pachtkonten: q.Kontostand[] };

/** What merging these two would change. @throws Ablehnung konflikt where they cannot be one */
const plane = async (
  sql: Db,
  bleibt: Kontakt,
  geht: Kontakt,
  konten: readonly Kontoparteien[],
  felder: KontaktZusammenfuehrungBody["felder"],
): Promise<Plan> => {
  await pruefeSteuerstand(sql, bleibt, geht);
  const werte = vereineFelder(bleibt, geht, felder);
  const letzte = await q.listLetzteBuchungen(
    sql,
    konten.map(({ pachtkontoId }) => pachtkontoId),
  );
  const pachtkonten = konten.map(({ pachtkontoId, kontonummer, parteien }) => ({
    pachtkontoId,
    kontonummer,
    gebuchtBis: letzte.get(pachtkontoId) ?? 0,
    vorher: parteien,
    nachher: vereineParteien(parteien, bleibt.id, geht.id),
  }));
  return { werte, felder: geaenderteFelder(bleibt, werte), pachtkonten };
};

/** What would move, as one moment shows it; nothing is changed or locked. */
export const zeigeKontaktZusammenfuehrung = (
  sql: Sql,
  { bleibt: bleibtId, geht: gehtId, felder }: KontaktZusammenfuehrungBody,
): Promise<Zusammenfuehrung> =>
  sql.begin("isolation level repeatable read read only", async (tx) => {
    const [bleibt, geht] = [await leseKontakt(tx, bleibtId), await leseKontakt(tx, gehtId)];
    const plan = await plane(tx, bleibt, geht, await ladeKontoparteien(tx, gehtId, bleibtId), felder);
    return {
      id: null,
      art: "kontakt",
      bleibt: { id: bleibtId, name: bleibt.anzeigename },
      geht: { id: gehtId, name: geht.anzeigename },
      felder: plan.felder,
      pachtkonten: plan.pachtkonten.map(({ gebuchtBis: _, ...konto }) => konto),
      anzahlBelege: await q.countBelege(tx, gehtId),
      zusammengefuehrtAm: null,
      zusammengefuehrtVon: null,
      zurueckgenommenAm: null,
      zurueckgenommenVon: null,
    };
  }) as Promise<Zusammenfuehrung>;

/**
 * Makes one contact of two. Parties move, archive and letters stay. Locks come in the order contacts, accounts,
 * duplicates, so that a clerk's change, a booking and a second merging come before it or after it.
 *
 * @throws Ablehnung nichtGefunden, aufgehoben where one of them is merged already, konflikt `steuerstatus_verschieden`,
 *   `bemerkung_zu_lang`, `lauf_aktiv`
 */
export const fuehreKontakteZusammen = (
  sql: Sql,
  kontext: Kontext,
  { bleibt: bleibtId, geht: gehtId, felder: genannte }: KontaktZusammenfuehrungBody,
): Promise<Zusammenfuehrung> =>
  schreibe(sql, kontext, async (tx) => {
    const [bleibt, geht] = await sperreKontakte(tx, bleibtId, gehtId);
    const konten = await sperreKontoparteien(tx, gehtId, bleibtId);
    const { werte, felder, pachtkonten } = await plane(tx, bleibt, geht, konten, genannte);
    await wechsleKontoparteien(tx, kontext, [bleibtId, gehtId], pachtkonten);
    const mitgenommen = await vereineKontakte(tx, kontext, { bleibt, geht, werte });
    const neu = { art: "kontakt" as const, bleibtId, gehtId, felder, pachtkonten, mitgenommen };
    const id = await q.insertZusammenfuehrung(tx, neu, kontext.akteur);
    return (await q.findZusammenfuehrung(tx, id)) as Zusammenfuehrung;
  });
