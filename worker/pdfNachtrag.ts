import type { PgBoss } from "pg-boss";
import { pdfNachtrag } from "../src/abrechnung/buchung/jobs.ts";
import { erstelleFehlendePdfs, type Zeichenumgebung } from "../src/belege/dokumente/belegbrief/erstelle.ts";
import { arbeiteAb } from "../src/technik/database/auftrag/arbeiteAb.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { mitEnde } from "./ende.ts";

/**
 * Makes whatever letter is missing, also those that failed before.
 *
 * @param umgebung its signal aborts when the worker is to stop
 */
export function arbeitePdfNachtragAb(boss: PgBoss, sql: Sql, umgebung: Zeichenumgebung = {}): Promise<void> {
  return arbeiteAb(boss, sql, pdfNachtrag, 1, ({ signal }) =>
    erstelleFehlendePdfs(sql, { ...umgebung, signal: mitEnde(signal, umgebung.signal) }),
  );
}
