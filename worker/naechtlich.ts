import type { PgBoss } from "pg-boss";
import { gleicheNaechsteHebungAb, listeUeberfaelligeHebungen } from "../src/abrechnung/hebungen/naechsteHebung.ts";
import { erstelleFehlendeHebungsbriefe } from "../src/belege/dokumente/hebungsbrief/erstelle.ts";
import { raeumeAuf } from "../src/betrieb/aufraeumen/raeumeAuf.ts";
import { tagInBerlin } from "../src/kern/kalender/berlin.ts";
import { aktualisiereAlleFaelligkeiten } from "../src/stammdaten/faelligkeiten/plan.ts";
import { laufeAus } from "../src/stammdaten/pachtkonten/laufeAus.ts";
import { system } from "../src/technik/auditlog/protokolliere.ts";
import { arbeiteAb } from "../src/technik/database/auftrag/arbeiteAb.ts";
import type { Warteschlange } from "../src/technik/database/boss.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { vergleicheBestand } from "./duplikate.ts";

type Rahmen = { sql: Sql; datenbankUrl: string; heute: string; jetzt: Date; signal: AbortSignal };
type Nachtarbeit = { warteschlange: Warteschlange; cron: string; tue: (rahmen: Rahmen) => Promise<object> };

/**
 * What happens every night in Berlin, between one and two: that hour is there once on every day of the year. None of it
 * activates an increase; those that wait beyond their day are only counted.
 */
const naechtliches: Nachtarbeit[] = [
  {
    warteschlange: "pachtende",
    cron: "5 1 * * *",
    tue: ({ sql, heute, signal }) => laufeAus(sql, system, heute, signal),
  },
  {
    warteschlange: "faelligkeiten",
    cron: "15 1 * * *",
    tue: ({ sql, heute, signal }) => aktualisiereAlleFaelligkeiten(sql, heute, signal),
  },
  {
    warteschlange: "naechste-hebung",
    cron: "30 1 * * *",
    tue: async ({ sql, heute }) => ({
      ...(await sql.begin((tx) => gleicheNaechsteHebungAb(tx, system, heute))),
      ueberfaellig: (await listeUeberfaelligeHebungen(sql, heute)).length,
    }),
  },
  {
    warteschlange: "duplikate",
    cron: "35 1 * * *",
    tue: ({ datenbankUrl, signal }) => vergleicheBestand(datenbankUrl, signal),
  },
  {
    warteschlange: "hebungsbriefe",
    cron: "40 1 * * *",
    tue: ({ sql, signal }) => erstelleFehlendeHebungsbriefe(sql, signal),
  },
  {
    warteschlange: "aufraeumen",
    cron: "50 1 * * *",
    tue: ({ sql, jetzt }) => raeumeAuf(sql, jetzt),
  },
];

/**
 * Works off what is planned for the night, once over all workers, and what a clerk asks for in between. A night that
 * no worker was there for is made up for once.
 *
 * @param datenbankUrl what `sql` leads to, for work in a thread with a connection of its own
 * @param uhr where the worker reads the time
 */
export const arbeiteNaechtlichesAb = async (
  boss: PgBoss,
  sql: Sql,
  datenbankUrl: string,
  uhr: () => Date = () => new Date(),
): Promise<void> => {
  for (const { warteschlange, cron, tue } of naechtliches) {
    await arbeiteAb(boss, sql, warteschlange, 1, ({ signal }) => {
      const jetzt = uhr();
      return tue({ sql, datenbankUrl, heute: tagInBerlin(jetzt), jetzt, signal });
    });
    await boss.schedule(warteschlange, cron, {}, { tz: "Europe/Berlin", missed: "once" });
  }
};
