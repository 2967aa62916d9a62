import type { Tx } from "../../technik/database/pool.ts";

/** What the load itself looks up by: the periods of a block of accounts. */
const gebraucht = ["faelligkeit_beginn"];

/** Statements that take something away and put it back as it was. */
type Nebenwerk = { weg: string; wieder: string };

/** Indexes that no constraint stands on. */
const listIndexe = (tx: Tx, tabellen: readonly string[]) => tx<Nebenwerk[]>`
  select format('drop index %I', c.relname) weg, pg_get_indexdef(c.oid) wieder
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where i.indrelid = any(${[...tabellen]}::regclass[]) and c.relname <> all(${gebraucht})
    and not exists (select from pg_constraint b where b.conindid = c.oid)
  order by c.relname`;

/** Foreign keys, and what keeps days of one position or account apart. */
const listBedingungen = (tx: Tx, tabellen: readonly string[]) => tx<Nebenwerk[]>`
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) weg,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) wieder
  from pg_constraint
  where contype in ('f', 'x') and conrelid = any(${[...tabellen]}::regclass[])
  order by conrelid::regclass::text, conname`;

/**
 * Fills tables without their indexes and constraints between rows and makes these afterwards: over all rows at once an
 * index is built several times faster than row by row, one of trigrams ten times, and a foreign key is proved by one join.
 */
export async function ohneNebenwerk(tx: Tx, tabellen: readonly string[], fuelle: () => Promise<void>): Promise<void> {
  const nebenwerk = [...(await listBedingungen(tx, tabellen)), ...(await listIndexe(tx, tabellen))];
  for (const { weg } of nebenwerk) await tx.unsafe(weg);
  await fuelle();
  await tx`set local maintenance_work_mem = '256MB'`;
  for (const { wieder } of nebenwerk.toReversed()) await tx.unsafe(wieder);
}
