import { alsAdmin } from "../../src/lokal/postgres/zugang.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import type { Cluster } from "../sicherheit/hilfe/cluster.ts";
import { type Anweisung, gezeigte } from "./stoppuhr.ts";

/** Has PostgreSQL count its statements: it is started again, and copies of the template count too. */
export async function zaehleAnweisungen(cluster: Cluster): Promise<void> {
  await alsAdmin(cluster.adminUrl(), (sql) => sql`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await cluster.toete();
  await cluster.starteWieder();
  const vorlage = nachbardatenbank(cluster.adminUrl(), cluster.vorlage().name);
  await alsAdmin(vorlage, (sql) => sql`create extension pg_stat_statements`);
}

/** What `tat` asked of this database, slowest first, by PostgreSQL's own time: who awaits a statement may wait for others. */
export function mitStatistik<T>(adminUrl: string, tat: () => Promise<T>): Promise<[T, Anweisung[]]> {
  return alsAdmin(adminUrl, async (sql) => {
    await sql`select pg_stat_statements_reset()`;
    const ergebnis = await tat();
    const anweisungen = await sql<Anweisung[]>`
      select regexp_replace(query, '\\s+', ' ', 'g') "text", calls::integer mal, rows::integer zeilen,
        total_exec_time / 1000 sekunden
      from pg_stat_statements
      where toplevel and dbid = (select oid from pg_database where datname = current_database())
      order by total_exec_time desc
      limit ${gezeigte}`;
    return [ergebnis, [...anweisungen]];
  });
}
