import type { Db } from "../../technik/database/pool.ts";

/** The first of these migrations that the database has not had. */
export const findFehlendeMigration = async (sql: Db, namen: string[]): Promise<string | undefined> => {
  const [zeile] = await sql<{ name: string }[]>`
    select name
    from unnest(${namen}::text[]) name
    where name not in (select m.name from public.migration m)
    order by name
    limit 1`;
  return zeile?.name;
};

/** Returns once no migration is under way: sql/migrate.ts holds this lock from its first file to the last queue. */
export const warteAufMigrationsende = async (sql: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtext('pachtverwaltung migration'))`;
};
