import type { Db } from "../../database/pool.ts";
import { type Inhalt, inhaltSpalten } from "./siegel.ts";

/** A place of the chain: its entry, if that is still there, and the seal that ends here. */
export type Glied = Inhalt & {
  nr: number;
  auditlogId: string;
  hash: string;
  fehlt: boolean;
  siegelNr: number | null;
  siegelN: number | null;
  siegelHash: string | null;
  siegelPasst: boolean | null;
  salz: Uint8Array | null;
  werte: string | null;
};

export const listGlieder = (sql: Db, nachNr: number, hoechstens: number) => sql<Glied[]>`
  select e.nr, e.auditlog_id::text as auditlog_id, encode(e.hash, 'hex') as hash, a.id is null as fehlt,
    s.nr as siegel_nr, s.n as siegel_n, encode(s.hash, 'hex') as siegel_hash,
    (s.bis_xid, s.bis_id) = (a.xid, a.id) as siegel_passt, w.salz, w.werte,
    ${inhaltSpalten(sql)}
  from (
    select nr, auditlog_id, hash from siegel_eintrag where nr > ${nachNr} order by nr limit ${hoechstens}
  ) e
  left join auditlog a on a.id = e.auditlog_id
  left join auditwert w on w.auditlog_id = a.id
  left join siegel s on s.bis = e.nr
  order by e.nr`;

export const findLetztesSiegel = async (sql: Db) => {
  const [siegel] = await sql<{ nr: number; bis: number }[]>`select nr, bis from siegel order by nr desc limit 1`;
  return siegel;
};

/**
 * Entries that no seal covers. `verspaetet` is the first that stands where everything has been sealed already, or with
 * a transaction that has not happened yet: nobody wrote it in the usual way. Behind a seal of another server, or before
 * the first one, such a transaction is one of that server, and a dump brought its entry along.
 */
export const zaehleOffene = async (sql: Db) => {
  const [zeile] = await sql<{ anzahl: number; verspaetet: number | null }[]>`
    with letztes as (
      select bis_xid, bis_id from siegel
      where bis_xid < pg_snapshot_xmax(pg_current_snapshot())
      order by nr desc
      limit 1
    ), neuestes as (
      select bis_xid, bis_id, bis_xid >= pg_snapshot_xmax(pg_current_snapshot()) as ist_fremd
      from siegel
      order by nr desc
      limit 1
    )
    select count(*) as anzahl,
      min(a.id) filter (where (a.xid, a.id) <= (l.bis_xid, l.bis_id)
        or (a.xid >= pg_snapshot_xmax(pg_current_snapshot())
          and (not n.ist_fremd or (a.xid, a.id) <= (n.bis_xid, n.bis_id)))) as verspaetet
    from auditlog a
    left join letztes l on true
    left join neuestes n on true
    where not exists (select from siegel_eintrag e where e.auditlog_id = a.id)`;
  return { anzahl: zeile?.anzahl ?? 0, verspaetet: zeile?.verspaetet ?? null };
};

/**
 * What the log says about itself: values that were erased, and the end of a chain that was sealed anew. `nr` is its place
 * in the chain, null before it is sealed.
 */
export const listEigene = (sql: Db) => sql<{ id: number; nr: number | null; aktion: string; werte: string }[]>`
  select a.id, e.nr, a.aktion, w.werte
  from auditlog a
  join auditwert w on w.auditlog_id = a.id
  left join siegel_eintrag e on e.auditlog_id = a.id
  where a.ressource = 'auditlog'
  order by a.id`;

/** The first values that belong to no entry. */
export const findVerwaisteWerte = async (sql: Db): Promise<string | undefined> => {
  const [zeile] = await sql<{ id: string }[]>`
    select w.auditlog_id::text as id
    from auditwert w
    where not exists (select from auditlog a where a.id = w.auditlog_id)
    order by w.auditlog_id
    limit 1`;
  return zeile?.id;
};
