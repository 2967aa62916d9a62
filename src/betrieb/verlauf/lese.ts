import type { Sql } from "../../technik/database/pool.ts";
import { deleteAltenVerlauf, listAbschnitte } from "./queries.ts";
import type { Betriebsverlauf, Getanes } from "./schema.ts";
import { anzahlIn, dauerVon, type Messung } from "./stufen.ts";

/** Minutes of a stretch: some hundred of them, whatever time they cover. */
const schrittFuer = (stunden: number): number => (stunden <= 6 ? 1 : 5);

const alsGetanes = (messung: Messung | null): Getanes | null =>
  messung && {
    anzahl: anzahlIn(messung),
    fehler: messung.fehler,
    medianMs: dauerVon(0.5, messung),
    p95Ms: dauerVon(0.95, messung),
    hoechsteMs: anzahlIn(messung) > 0 ? messung.hoechsteMs : null,
  };

/** What servers and workers did in the last hours, of all processes together. */
export async function leseVerlauf(sql: Sql, stunden: number): Promise<Betriebsverlauf> {
  const schrittMinuten = schrittFuer(stunden);
  const abschnitte = await listAbschnitte(sql, stunden, schrittMinuten);
  return {
    stunden,
    schrittMinuten,
    abschnitte: abschnitte.map(({ beginntAm, server, worker }) => ({
      beginntAm,
      anfragen: alsGetanes(server),
      auftraege: alsGetanes(worker),
    })),
  };
}

/** Forgets what was done a day ago. */
export async function vergissAltenVerlauf(sql: Sql, jetzt: Date): Promise<void> {
  await deleteAltenVerlauf(sql, jetzt.toISOString());
}
