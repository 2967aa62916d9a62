import postgres from "postgres";
import { vi } from "vitest";
import type { Bestand, Cluster } from "./cluster.ts";

/** Where a brake holds: at the row with that number that is written to the table, or in the commit of a change of it. */
export type Moment = { tabelle: string; zeile: number | "commit" };

export function beschreibe({ tabelle, zeile }: Moment): string {
  return zeile === "commit" ? `beim Commit (${tabelle})` : `${tabelle}, ${zeile}. Zeile`;
}

/** Tells a brake that holds somebody from all other locks. */
const kennzahl = 4711;

/**
 * Holds whatever `login` writes at that moment, and at each further row, until it is released: a suite strikes in the
 * middle, however slow the machine is. It holds across a restart of the database.
 */
export async function bremse({ owner }: Bestand, login: string, { tabelle, zeile }: Moment): Promise<void> {
  await owner`create schema bremse`;
  await owner`create table bremse.hebel as select 1 gezogen`;
  await owner`create sequence bremse.zeile`;
  await owner.unsafe(`
    create function bremse.halte() returns trigger language plpgsql security definer as $$
    begin
      if session_user = '${login}' and nextval('bremse.zeile') >= ${zeile === "commit" ? 1 : zeile} then
        perform pg_advisory_xact_lock_shared(${kennzahl});
        while exists (select from bremse.hebel) loop perform pg_sleep(0.01); end loop;
      end if;
      return new;
    end $$`);
  await owner.unsafe(
    zeile === "commit"
      ? `create constraint trigger bremse after insert or update on ${tabelle} deferrable initially deferred
          for each row execute function bremse.halte()`
      : `create trigger bremse before insert or update on ${tabelle} for each row execute function bremse.halte()`,
  );
}

const frist = { timeout: 180_000, interval: 20 };

/** @returns the session that is held, once it is another one than `davor` */
export function warteAufHalt({ owner }: Bestand, davor = 0): Promise<number> {
  return vi.waitFor(async () => {
    const [zeile] = await owner<{ pid: number }[]>`
      select pid
      from pg_locks
      where locktype = 'advisory' and objid = ${kennzahl} and pid <> ${davor}
        and database = (select oid from pg_database where datname = current_database())`;
    if (!zeile) throw new Error("Die Bremse hält noch niemanden.");
    return zeile.pid;
  }, frist);
}

export async function loese({ owner }: Bestand): Promise<void> {
  await owner`delete from bremse.hebel`;
}

/** Until nobody is connected as one of these: the last statement of a dead process may still have run, and decided. */
export function warteAufTrennung({ owner }: Bestand, logins: string[]): Promise<void> {
  return vi.waitFor(async () => {
    const verbundene = await owner`
      select from pg_stat_activity where datname = current_database() and usename = any(${logins}::text[])`;
    if (verbundene.length > 0) throw new Error(`${verbundene.length} Verbindungen bestehen noch.`);
  }, frist);
}

/** `pg_terminate_backend` to all of them at once. */
export async function trenneSitzungen(cluster: Cluster, { name }: Bestand, logins: string[]): Promise<void> {
  const sql = postgres(cluster.adminUrl(), { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename in ${sql(logins)}`;
  } finally {
    await sql.end();
  }
}
