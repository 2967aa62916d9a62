import type { Db } from "../../../technik/database/pool.ts";
import type { Sammelart, SammeldateiAuftrag } from "../jobs.ts";

/** What is still to draw of a file that is not finished. */
export type Arbeit = {
  id: number;
  art: Sammelart;
  buchungslaufId: string | null;
  datum: string | null;
  heute: string | null;
  ids: number[];
  /** Finished parts, and how many ids they take up. */
  teile: number;
  erledigt: number;
};

export const findArbeit = async (sql: Db, { art, schluessel }: SammeldateiAuftrag): Promise<Arbeit | undefined> => {
  const [zeile] = await sql<Arbeit[]>`
    select s.id, s.art, s.buchungslauf_id, s.datum, s.heute, s.ids, t.teile, t.erledigt
    from sammeldatei s
    cross join lateral (
      select count(*) teile, coalesce(max(bis), 0) erledigt from sammeldatei_teil where datei_id = s.id
    ) t
    where s.art = ${art} and s.schluessel = ${schluessel} and s.fertig_am is null`;
  return zeile;
};

/** 0: another request has removed it. */
export const updateFortschritt = async (sql: Db, id: number, fortschritt: number): Promise<number> =>
  (await sql`update sammeldatei set fortschritt = ${fortschritt} where id = ${id}`).count;

export const updateFertig = (sql: Db, id: number) => sql`
  update sammeldatei
  set fertig_am = now(), fehler = null, fortschritt = cardinality(ids)
  where id = ${id}`;

export const updateFehler = (sql: Db, { art, schluessel }: SammeldateiAuftrag, fehler: string) => sql`
  update sammeldatei
  set fehler = ${fehler}
  where art = ${art} and schluessel = ${schluessel} and fertig_am is null`;

type NeuerTeil = {
  nr: number;
  bis: number;
  anzahl: number;
  nichtErstellt: number;
  erster: string;
  letzter: string;
  groesse: number;
  sha256: string;
};

export const insertTeil = (sql: Db, dateiId: number, t: NeuerTeil) => sql`
  insert into sammeldatei_teil (datei_id, nr, bis, anzahl, nicht_erstellt, erster, letzter, groesse, sha256)
  values (${dateiId}, ${t.nr}, ${t.bis}, ${t.anzahl}, ${t.nichtErstellt}, ${t.erster}, ${t.letzter}, ${t.groesse},
    ${t.sha256})`;

export const insertStueck = (sql: Db, dateiId: number, teil: number, nr: number, inhalt: Uint8Array) => sql`
  insert into sammeldatei_stueck (datei_id, teil, nr, inhalt) values (${dateiId}, ${teil}, ${nr}, ${inhalt})`;
