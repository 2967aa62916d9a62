import type { PgBoss } from "pg-boss";
import { PdfLauf, pdfLauf } from "../src/abrechnung/buchung/jobs.ts";
import { erstellePdfsDesLaufs, type Zeichenumgebung } from "../src/belege/dokumente/belegbrief/erstelle.ts";
import { arbeiteAb } from "../src/technik/database/auftrag/arbeiteAb.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { mitEnde } from "./ende.ts";

/** Runs whose letters are made side by side, so that a small one does not wait behind a large one. */
const gleichzeitig = 3;

/**
 * Makes the letters of booking runs; stopped or killed, it goes on where it was.
 *
 * @param umgebung its signal aborts when the worker is to stop
 */
export function arbeitePdfLaufAb(boss: PgBoss, sql: Sql, umgebung: Zeichenumgebung = {}): Promise<void> {
  return arbeiteAb(boss, sql, pdfLauf, gleichzeitig, ({ data, signal }) => {
    const { buchungslaufId } = PdfLauf.parse(data);
    return erstellePdfsDesLaufs(sql, buchungslaufId, { ...umgebung, signal: mitEnde(signal, umgebung.signal) });
  });
}
