import type { PgBoss } from "pg-boss";
import { gleicheNaechsteHebungAb, zaehleUeberfaelligeHebungen } from "../src/abrechnung/hebungen/naechsteHebung.ts";
import { erstelleFehlendeHebungsbriefe } from "../src/belege/dokumente/hebungsbrief/erstelle.ts";
import { raeumeAuf } from "../src/betrieb/aufraeumen/raeumeAuf.ts";
import { berechneAusblick } from "../src/betrieb/ausblick/berechne.ts";
import { cronVon, type Zeitplanname, zeitplaene, zeitzone } from "../src/betrieb/zeitplaene/plan.ts";
import { tagInBerlin } from "../src/kern/kalender/berlin.ts";
import { aktualisiereAlleFaelligkeiten } from "../src/stammdaten/faelligkeiten/plan.ts";
import { laufeAus } from "../src/stammdaten/pachtkonten/laufeAus.ts";
import { system } from "../src/technik/auditlog/protokolliere.ts";
import { arbeiteAb } from "../src/technik/database/auftrag/arbeiteAb.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { vergleicheBestand } from "./duplikate.ts";
import { mitEnde } from "./ende.ts";

type Rahmen = { sql: Sql; datenbankUrl: string; heute: string; jetzt: Date; signal: AbortSignal };

/** The verbs behind the schedules. */
export const nachtarbeiten: Record<Zeitplanname, (rahmen: Rahmen) => Promise<object>> = {
  pachtende: ({ sql, heute, signal }) => laufeAus(sql, system, heute, signal),
  faelligkeiten: async ({ sql, heute, signal }) => {
    const geaendert = await aktualisiereAlleFaelligkeiten(sql, heute, signal);
    await berechneAusblick(sql, heute);
    return geaendert;
  },
  "naechste-hebung": async ({ sql, heute }) => ({
    ...(await sql.begin((tx) => gleicheNaechsteHebungAb(tx, system, heute))),
    ueberfaellig: await zaehleUeberfaelligeHebungen(sql, heute),
  }),
  duplikate: ({ datenbankUrl, signal }) => vergleicheBestand(datenbankUrl, signal),
  hebungsbriefe: ({ sql, signal }) => erstelleFehlendeHebungsbriefe(sql, signal),
  aufraeumen: ({ sql, jetzt }) => raeumeAuf(sql, jetzt),
};

type Umgebung = {
  /** Where the worker reads the time. */
  uhr?: () => Date;
  /** Aborts when the worker is to stop. */
  ende?: AbortSignal;
};

/**
 * Works off what is planned for the night, once over all workers, and what a clerk asks for in between. A night that
 * no worker was there for is made up for once.
 *
 * @param datenbankUrl what `sql` leads to, for work in a thread with a connection of its own
 */
export async function arbeiteNaechtlichesAb(
  boss: PgBoss,
  sql: Sql,
  datenbankUrl: string,
  { uhr = () => new Date(), ende }: Umgebung = {},
): Promise<void> {
  for (const plan of zeitplaene) {
    await arbeiteAb(boss, sql, plan.name, 1, ({ signal }) => {
      const jetzt = uhr();
      const rahmen = { sql, datenbankUrl, heute: tagInBerlin(jetzt), jetzt, signal: mitEnde(signal, ende) };
      return nachtarbeiten[plan.name](rahmen);
    });
    await boss.schedule(plan.name, cronVon(plan), {}, { tz: zeitzone, missed: "once" });
  }
}
