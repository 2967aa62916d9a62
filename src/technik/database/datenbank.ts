import { istVerbindungsverlust, nichtErreichbar, ueberlastet } from "./ausfall.ts";
import { einlass } from "./einlass.ts";
import { neueLeitungen } from "./leitungen.ts";
import { ohneWerte } from "./ohneWerte.ts";
import { type Sql, verbinde } from "./pool.ts";
import { bewache, type Waechter } from "./waechter.ts";

/** Connections that are open, transactions of requests that write, and those that wait for a place. */
export type Verbindungslage = { offen: number; schreibend: number; wartend: number };

/** What a server process has of the database. */
export type Datenbank = {
  /** For requests: locks are waited for 5 s, a statement takes at most 30 s. */
  sql: Sql;
  /** For long runs, exports and reports: statements take what they take. */
  sqlLang: Sql;
  /** For sessions, signing in and counting tries: nothing else is in front. */
  sqlVorrang: Sql;
  waechter: Waechter;
  /** For whoever logs errors: those of lost connections are told by the guard, in one line; none tells values. */
  melde: (text: string, fehler: unknown) => void;
  /** Of the three pools together, with the guard's own connection. */
  lage(): Verbindungslage;
  /** Cuts all connections: what is under way is undone by PostgreSQL, and told so. */
  trenne(): void;
  beende(): Promise<void>;
};

const sperrfrist = { lock_timeout: 5_000 };
const fristen = { ...sperrfrist, statement_timeout: 30_000 };

/** Connections of a server process beside `DATABASE_POOL`. A booking run needs four at once. */
const lang = 8;
const vorrang = 2;
const eigene = 1;

/** Connections of the pool that transactions leave to who only reads. */
const fuerLesende = (max: number): number => Math.min(3, max - 1);

/** Transactions wait for one another before they take a connection, so that single statements always find one. */
const mitEinlass = (sql: Sql, plaetze: number, istWeg: () => boolean) => {
  const herein = einlass(plaetze, { ms: 4_000, hoechstens: 64, sonst: ueberlastet });
  const beginne = sql.begin as (...a: unknown[]) => Promise<unknown>;
  const beginneMitEinlass = (...a: unknown[]): Promise<unknown> => {
    if (typeof a[0] === "string" && /read only/.test(a[0])) return beginne(...a);
    return herein(() => (istWeg() ? Promise.reject(nichtErreichbar()) : beginne(...a)));
  };
  return { sql: Object.assign(sql, { begin: beginneMitEinlass }), einlass: herein.lage };
};

type Melde = (text: string, ...fehler: unknown[]) => void;

/** Pools that are watched by one guard and cut together when it finds the database gone. */
const bewachteVorraete = (url: string, rolle: "pacht_app" | "pacht_worker", melde: Melde) => {
  const { leitungen, leitungDerWache, trenne, anzahlOffene } = neueLeitungen(() => waechter.istWeg());
  const pool = (optionen: { max: number; fristen?: Record<string, number> }) =>
    verbinde(url, rolle, { ...optionen, leitungen });
  const sqlWache = verbinde(url, rolle, { max: eigene, leitungen: leitungDerWache });
  const waechter = bewache(sqlWache, trenne, melde);
  return {
    pool,
    trenne,
    anzahlOffene,
    waechter,
    melde: (text: string, fehler: unknown) =>
      istVerbindungsverlust(fehler) ? waechter.verloren() : melde(text, ohneWerte(fehler)),
    async beendeWache() {
      await waechter.beende();
      await sqlWache.end({ timeout: 1 });
    },
  };
};

/**
 * What a worker process has of the database: its log too has one line when that goes and one when it comes. `sql` is for
 * its work, `sqlVorrang` for the queue and its health: jobs keep their heartbeats and are given back, however long all
 * the work waits.
 */
export function oeffneWorkerDatenbank(url: string, max: number, melde: Melde) {
  const { pool, waechter, anzahlOffene, melde: gemeldet, beendeWache } = bewachteVorraete(url, "pacht_worker", melde);
  const sql = pool({ max });
  const sqlVorrang = pool({ max: vorrang });
  return {
    sql,
    sqlVorrang,
    waechter,
    lage: () => ({ offen: anzahlOffene() }),
    melde: gemeldet,
    async beende() {
      await beendeWache();
      await Promise.all([sql, sqlVorrang].map((einer) => einer.end({ timeout: 1 })));
    },
  };
}

/**
 * Opens the pools of a server process and sets a guard over them.
 *
 * @param melde takes a line, with an error where nobody expected it
 */
export function oeffneDatenbank(url: string, max: number, melde: Melde): Datenbank {
  const vorraete = bewachteVorraete(url, "pacht_app", melde);
  const { pool, trenne, waechter, melde: gemeldet, anzahlOffene, beendeWache } = vorraete;
  const { sql, einlass } = mitEinlass(pool({ max, fristen }), max - fuerLesende(max), waechter.istWeg);
  const sqlLang = pool({ max: lang, fristen: sperrfrist });
  const sqlVorrang = pool({ max: vorrang, fristen });
  return {
    sql,
    sqlLang,
    sqlVorrang,
    waechter,
    melde: gemeldet,
    lage: () => ({ offen: anzahlOffene(), schreibend: einlass().drinnen, wartend: einlass().wartend }),
    trenne,
    async beende() {
      await beendeWache();
      await Promise.all([sql, sqlLang, sqlVorrang].map((einer) => einer.end({ timeout: 5 })));
    },
  };
}
