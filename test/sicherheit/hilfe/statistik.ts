import postgres from "postgres";

/** What a booking writes and a cancellation reads. */
const tabellen = [
  "archiv_beleg",
  "archiv_steuer",
  "archiv_zeile",
  "archivkonto",
  "faelligkeit",
  "gebuchter_zeitraum",
  "schlussabrechnung",
  "schlussabrechnung_korrektur",
];

/**
 * The worst that autovacuum can do: an ANALYZE that looked while the rows were written but not yet to be seen, so that
 * the planner takes full tables for empty ones.
 */
export async function vergissStatistik(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`delete from pg_statistic where starelid = any(${tabellen}::regclass[])`;
    await sql`
      update pg_class
      set reltuples = 0, relpages = greatest(1, pg_relation_size(oid) / current_setting('block_size')::integer)
      where oid = any(${tabellen}::regclass[])
        or oid in (select indexrelid from pg_index where indrelid = any(${tabellen}::regclass[]))`;
  } finally {
    await sql.end();
  }
}
