import { bucheAbrechnung } from "../../../src/abrechnung/buchung/buche.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";
import { gestoppt, type Transaktion } from "../stoppuhr.ts";
import { kontextFuer } from "./kontext.ts";

export type LaufMessung = {
  konten: number;
  dokumente: number;
  sekunden: number;
  /** The last transaction of the run: the one that publishes. */
  veroeffentlichung: Transaktion;
};

const archiv = /insert into (archivkonto|archiv_beleg|archiv_zeile|archiv_steuer|gebuchter_zeitraum) /;

/** The statements that copy the staged rows into the archive. */
export function kopiertInsArchiv({ text }: { text: string }): boolean {
  return archiv.test(text);
}

/**
 * The whole run as `POST /abrechnung/buchen` makes it.
 *
 * @param anders what a piece of a statement is to be instead
 */
export async function messeLauf(sql: Sql, heute: string, anders?: (text: string) => string): Promise<LaufMessung> {
  const boss = await starteBoss(sql, "app");
  const kontext = await kontextFuer(sql, heute);
  const transaktionen: Transaktion[] = [];
  const los = performance.now();
  const lauf = await bucheAbrechnung(gestoppt(sql, transaktionen, anders), kontext, { datum: heute });
  const sekunden = (performance.now() - los) / 1000;
  await boss.stop({ close: false, graceful: false });
  const veroeffentlichung = transaktionen.find(({ anweisungen }) => anweisungen.some(kopiertInsArchiv));
  if (!veroeffentlichung) throw new Error("Der Lauf hat nichts veröffentlicht.");
  return { konten: lauf.anzahlKonten, dokumente: lauf.anzahlDokumente, sekunden, veroeffentlichung };
}
