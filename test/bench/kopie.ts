import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";

export type KopieMessung = { zeilen: number; sekunden: number };

/** In the order in which foreign keys allow them. */
const tabellen = ["archivkonto", "archiv_beleg", "archiv_zeile", "archiv_steuer", "gebuchter_zeitraum"];

const nebenan = ["extaccounting_dokument"];

type Namen = { name: string; text: string };

/** The foreign keys of a table as its copy has them: to the copies of `kopierte`, else to the tables themselves. */
export async function fremdschluessel(
  sql: postgres.Sql,
  tabelle: string,
  kopierte: readonly string[],
): Promise<string[]> {
  const schluessel = await sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) "text" from pg_constraint
    where conrelid = ${`public.${tabelle}`}::regclass and contype = 'f'`;
  return schluessel.map(({ text }) =>
    text.replace(/REFERENCES (\w+)/, (_, ziel: string) =>
      kopierte.includes(ziel) ? `REFERENCES kopie.${ziel}` : `REFERENCES public.${ziel}`,
    ),
  );
}

/** Empty tables in a schema of their own with every key, constraint, index and trigger of the archive's. */
const legeAn = async (sql: postgres.Sql): Promise<void> => {
  await sql`create schema kopie`;
  for (const tabelle of tabellen)
    await sql.unsafe(`create table kopie.${tabelle} (like public.${tabelle} including all)`);
  // What the archive's statement triggers write to.
  for (const tabelle of nebenan)
    await sql.unsafe(`create table kopie.${tabelle} (like public.${tabelle} including all)`);
  for (const tabelle of [...tabellen, ...nebenan]) {
    for (const schluessel of await fremdschluessel(sql, tabelle, tabellen))
      await sql.unsafe(`alter table kopie.${tabelle} add ${schluessel}`);
    const trigger = await sql<Namen[]>`
      select tgname "name", pg_get_triggerdef(oid) "text" from pg_trigger
      where tgrelid = ${`public.${tabelle}`}::regclass and not tgisinternal`;
    for (const { text } of trigger) await sql.unsafe(text.replace(/ ON (public\.)?\w+ /, ` ON kopie.${tabelle} `));
  }
};

/** Indexes, constraints and triggers of the tables in a schema: the copies must have as many as the archive. */
const zaehle = async (sql: postgres.Sql, schema: string): Promise<string> => {
  const [zeile] = await sql<{ text: string }[]>`
    with t as (
      select format('%I.%I', ${schema}::text, name)::regclass oid from unnest(${tabellen}::text[]) name
    )
    select concat_ws('/', (select count(*) from pg_index where indrelid in (select oid from t)),
      (select count(*) from pg_constraint where conrelid in (select oid from t)),
      (select count(*) from pg_trigger where tgrelid in (select oid from t) and not tgisinternal)) "text"`;
  return zeile?.text ?? "";
};

/** COPY of the rows of tables into their copies, from files of the server, in one transaction. */
export async function kopiere(sql: postgres.Sql, welche: readonly string[]): Promise<KopieMessung> {
  const ordner = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    // The server writes and reads under its own account.
    chmodSync(ordner, 0o777);
    for (const tabelle of welche) await sql.unsafe(`copy public.${tabelle} to '${ordner}/${tabelle}'`);
    await sql`checkpoint`;
    const los = performance.now();
    const zeilen = await sql.begin(async (tx) => {
      await tx`set local search_path to kopie, public`;
      let kopiert = 0;
      for (const tabelle of welche)
        kopiert += (await tx.unsafe(`copy kopie.${tabelle} from '${ordner}/${tabelle}'`)).count;
      return kopiert;
    });
    return { zeilen, sekunden: (performance.now() - los) / 1000 };
  } finally {
    rmSync(ordner, { recursive: true });
  }
}

/** COPY of the rows that the run has just archived. */
export async function messeKopie(adminUrl: string): Promise<KopieMessung> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await legeAn(sql);
    const [archiv, kopie] = [await zaehle(sql, "public"), await zaehle(sql, "kopie")];
    if (archiv !== kopie) throw new Error(`Die Kopie gleicht dem Archiv nicht: ${kopie} statt ${archiv}`);
    return await kopiere(sql, tabellen);
  } finally {
    await sql.end();
  }
}
