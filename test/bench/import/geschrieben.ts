import postgres from "postgres";
import { fremdschluessel, type KopieMessung, kopiere } from "../kopie.ts";

type Zeilenzahlen = ReadonlyMap<string, number>;

/** How many rows each table has; what is staged for an import and the jobs are not the stock. */
export async function zaehleZeilen(adminUrl: string): Promise<Zeilenzahlen> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const tabellen = await sql<{ name: string }[]>`
      select c.relname "name" from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^(importlauf|auftrag)'`;
    const zahlen = new Map<string, number>();
    for (const { name } of tabellen) {
      const [zeile] = await sql<{ anzahl: string }[]>`select count(*) anzahl from ${sql(name)}`;
      zahlen.set(name, Number(zeile?.anzahl));
    }
    return zahlen;
  } finally {
    await sql.end();
  }
}

/**
 * COPY of every row that has come since `vorher`, those that triggers wrote included, into tables with the same keys,
 * constraints and indexes. No trigger fires: what they write is among the rows. Foreign keys are checked at the end.
 */
export async function messeKopieDesGeschriebenen(adminUrl: string, vorher: Zeilenzahlen): Promise<KopieMessung> {
  const tabellen = [...(await zaehleZeilen(adminUrl))]
    .filter(([name, anzahl]) => anzahl > (vorher.get(name) ?? 0))
    .map(([name]) => name);
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`create schema kopie`;
    for (const tabelle of tabellen)
      await sql.unsafe(`create table kopie.${tabelle} (like public.${tabelle} including all)`);
    for (const tabelle of tabellen)
      for (const schluessel of await fremdschluessel(sql, tabelle, tabellen)) {
        const spaet = schluessel.includes("DEFERRABLE") ? "" : " deferrable initially deferred";
        await sql.unsafe(`alter table kopie.${tabelle} add ${schluessel}${spaet}`);
      }
    return await kopiere(sql, tabellen);
  } finally {
    await sql.end();
  }
}
