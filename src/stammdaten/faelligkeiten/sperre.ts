import { konflikt } from "../../kern/ablehnung.ts";
import type { Db } from "../../technik/database/pool.ts";
import { sperre } from "../../technik/database/sperre.ts";

/** Everything that writes due dates of an account, or books them, holds this lock; always in the order of ids. */
export const sperrePachtkonten = (tx: Db, ids: number[]) => tx`
  select id
  from pachtkonto
  where id = any(${ids})
  order by id
  for no key update`;

/** Name of the advisory lock that a run holds while it is published. */
const veroeffentlichung = (laufId: string): string => `veroeffentlichung ${laufId}`;

/** Until the end of the transaction everybody can see that this run is being published. */
export function zeigeVeroeffentlichung(tx: Db, laufId: string): Promise<void> {
  return sperre(tx, veroeffentlichung(laufId));
}

/**
 * For requests, before they lock these accounts: a run that publishes them is not waited for.
 *
 * @throws Ablehnung konflikt `lauf_aktiv` that names the run
 */
export async function verlangeKeineVeroeffentlichung(tx: Db, ids: readonly number[]): Promise<void> {
  const [lauf] = await tx<{ id: string; benutzerName: string }[]>`
    select l.id, l.benutzer_name
    from buchungslauf l
    where l.status = 'laufend'
      and exists (
        select from stapel_konto s where s.buchungslauf_id = l.id and s.pachtkonto_id = any(${ids})
      )
      and exists (
        select
        from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and (classid::bigint << 32 | objid::bigint) = hashtextextended(${veroeffentlichung("")} || l.id, 0)
      )
    limit 1`;
  if (lauf)
    throw konflikt(
      "lauf_aktiv",
      `${lauf.benutzerName} bucht gerade dieses Pachtkonto. Bitte nach dem Ende des Buchungslaufs ${lauf.id} noch einmal versuchen.`,
    );
}
