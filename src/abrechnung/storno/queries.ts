import { nachgeschlagen } from "../../technik/database/massen.ts";
import type { Db } from "../../technik/database/pool.ts";
import type { Storno } from "./schema.ts";

/** Two storni of one run come one after the other. */
export const listLaeufeGesperrt = (tx: Db, ids: string[]) => tx`
  select
  from buchungslauf
  where id = any(${ids})
  order by id
  for no key update`;

/** Those of which nothing stands any more. Counted: who looks for one row that stands may read those of all runs. */
export const updateLaeufeStorniert = (tx: Db, ids: string[]) => tx`
  update buchungslauf l
  set status = 'storniert'
  where l.id = any(${ids}) and l.status = 'abgeschlossen'
    and (
      select count(*) filter (where g.storniert_am is null) from gebuchter_zeitraum g where g.buchungslauf_id = l.id
    ) = 0
    and (
      select count(*) filter (where s.storniert_am is null) from schlussabrechnung s where s.buchungslauf_id = l.id
    ) = 0`;

export const listLaeufe = (tx: Db, ids: string[]) => tx<Storno["laeufe"]>`
  select id buchungslauf_id, status
  from buchungslauf
  where id = any(${ids})
  order by begonnen_am, id`;

/** Which of these an accounting system holds, or may hold: the hand-over keeps its states beside the archive. */
export const listUebergebene = (sql: Db, belegIds: number[]) => sql<Storno["extern"]>`
  select d.beleg_id archiv_id, b.belegnummer
  from extaccounting_dokument d
  ${nachgeschlagen(sql, sql`select * from archiv_beleg where id = d.beleg_id`)} b
  where d.beleg_id = any(${belegIds})
    and (d.zustand = 'uncertain' or (d.extern_nummer is not null and d.zustand <> 'cancelled'))
  order by d.beleg_id`;

/** Which of these a payment file holds that may be at the bank: who writes such files keeps the rows. */
export const listInZahlungsdateien = (sql: Db, belegIds: number[]) => sql<Storno["zahlungsdateien"]>`
  select z.beleg_id archiv_id, b.belegnummer, z.zahlungsdatei_id, d.nachrichten_id, z.betrag_cent
  from zahlungsdatei_beleg z
  join zahlungsdatei d on d.id = z.zahlungsdatei_id
  ${nachgeschlagen(sql, sql`select * from archiv_beleg where id = z.beleg_id`)} b
  where z.beleg_id = any(${belegIds}) and not z.verworfen
  order by z.beleg_id`;
