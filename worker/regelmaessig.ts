import { raeumeToteLaeufe } from "../src/abrechnung/buchung/laufsperre.ts";
import { halteVorschlaegeNach } from "../src/abrechnung/vorschlaege/gehalten/halteNach.ts";
import { falteZaehler } from "../src/betrieb/dashboard/falteZaehler.ts";
import { protokolliereGezaehlte } from "../src/technik/auth/fehlversuche.ts";
import { gleicheAuftraegeAb } from "../src/technik/database/auftrag/pflege.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { wiederhole } from "../src/technik/takt.ts";

const alleMs = 15_000;

const arbeiten: ((sql: Sql) => Promise<unknown>)[] = [
  raeumeToteLaeufe,
  falteZaehler,
  halteVorschlaegeNach,
  protokolliereGezaehlte,
  gleicheAuftraegeAb,
];

/**
 * Closes booking runs whose process died, soon after it did, keeps the dashboard's counts short and what clauses ask for as
 * the accounts have it, writes down how often somebody failed to sign in, and ends jobs that nobody works on any more.
 * None of them waits for another. Several workers may do it at once: the database decides.
 *
 * @returns stops it; the promise waits for what is under way
 */
export function raeumeRegelmaessig(sql: Sql, melde: (fehler: unknown) => void): () => Promise<void> {
  const enden = arbeiten.map((arbeit) => wiederhole(() => arbeit(sql), alleMs, melde));
  return async () => {
    await Promise.all(enden.map((ende) => ende()));
  };
}
