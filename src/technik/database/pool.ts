import postgres from "postgres";
import { KonfigurationUnvollstaendig } from "../config.ts";
import { ausAdresse } from "./adresse.ts";
import type { Leitungen } from "./leitungen.ts";
import { verfolgeAnweisungen } from "./verfolgt.ts";

/** int8, and numeric as sum() gives it: every count, id and cent amount here stays within the safe integers. */
const zahl = (text: string): number => {
  const wert = Number(text);
  if (Math.abs(wert) > Number.MAX_SAFE_INTEGER) throw new RangeError(`Zahl außerhalb des sicheren Bereichs: ${text}`);
  return wert;
};

const typen = {
  bigint: { to: 20, from: [20], serialize: String, parse: zahl },
  numeric: { to: 1700, from: [1700], serialize: String, parse: zahl },
  // A civil day has no time zone: it stays the text that it is on the wire.
  date: { to: 1082, from: [1082], serialize: String, parse: (text: string) => text },
  // Sessions run in UTC, so "2026-11-20 18:24:55.5+00" needs only its two marks changed to be RFC 3339.
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: String,
    parse: (text: string) => text.replace(" ", "T").replace("+00", "Z"),
  },
};

export type Sql = postgres.Sql<{ bigint: number; numeric: number; date: string; timestamptz: string }>;
export type Tx = postgres.TransactionSql<{ bigint: number; numeric: number; date: string; timestamptz: string }>;
/** Pool or transaction: what a query takes. */
export type Db = Sql | Tx;
/** A piece of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type Datenbankrolle = "pacht_owner" | "pacht_app" | "pacht_worker";

/**
 * What our statements and the driver take for granted. An administrator may have given the database or the role other
 * defaults, for whoever else works in it. Whether it is to be read only, and when a commit is safe, is left to him. Texts, as
 * the driver leaves out a 0.
 */
const sitzung: Record<string, string> = {
  array_nulls: "on",
  bytea_output: "hex",
  datestyle: "ISO, YMD",
  default_transaction_isolation: "read committed",
  extra_float_digits: "1",
  // Else a search finds some of what is there.
  gin_fuzzy_search_limit: "0",
  idle_session_timeout: "0",
  intervalstyle: "postgres",
  lock_timeout: "0",
  search_path: "public",
  standard_conforming_strings: "on",
  statement_timeout: "0",
  timezone: "UTC",
};

/** One connection as whoever the URL signs in as: for what comes before there are roles. Names stay as they are. */
export function verbindeAlsAnmeldung(url: string): postgres.Sql {
  return postgres(url, { ...ausAdresse(url), max: 1, onnotice: () => {}, connection: sitzung });
}

/** So long a transaction may say nothing: the seal of the audit log waits for the oldest open one of any kind. */
export const hoechstensUntaetigMs = 60_000;

type Poolwahl = {
  max?: number;
  /** Limits of its sessions, in milliseconds. */
  fristen?: { lock_timeout?: number; statement_timeout?: number };
  /** What it shares with other pools; without them it opens its own. */
  leitungen?: Leitungen;
};

/**
 * A pool whose connections act as `rolle`, whatever role the URL signs in as (that role must be it or a member of it),
 * so that a URL of an administrator never gives the service more rights than its own. Columns arrive in camelCase and
 * are named so in `sql(…)`, as all names are: one with capitals of its own could not be reached. Keys inside JSON stay as
 * they are.
 */
export function verbinde(url: string, rolle: Datenbankrolle, wahl: Poolwahl = {}): Sql {
  const sql = postgres(url, {
    ...ausAdresse(url),
    max: wahl.max ?? 10,
    connect_timeout: 4,
    // Seconds until a lost connection is opened again: whoever waits has little time.
    backoff: () => 0.2,
    ...(wahl.leitungen ? { socket: wahl.leitungen.steckdose() as never } : {}),
    types: typen,
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    onnotice: () => {},
    connection: {
      role: rolle,
      application_name: `pachtverwaltung ${rolle}`,
      ...sitzung,
      idle_in_transaction_session_timeout: hoechstensUntaetigMs,
      // A session whose client is gone lets its locks go, even while it waits for another.
      client_connection_check_interval: 1_000,
      ...wahl.fristen,
    },
  }) as unknown as Sql;
  verfolgeAnweisungen(sql);
  return sql;
}

/**
 * A pooler that leaves out what a connection begins with gives it no role and no limits, and whoever signs in as an
 * administrator would be one. The interval stands for all of them: nobody sets it by default.
 *
 * @throws KonfigurationUnvollstaendig
 */
export async function verlangeEinstellungen(sql: Sql): Promise<void> {
  const [zeile] = await sql<{ sind: boolean }[]>`
    select current_setting('role') <> 'none' and current_setting('client_connection_check_interval') = '1s' as sind`;
  if (zeile?.sind) return;
  throw new KonfigurationUnvollstaendig(
    "Ein Pooler vor der Datenbank lässt die Einstellungen der Verbindung weg, auch die Rolle (PgBouncer: ignore_startup_parameters). Die Adresse muss ohne ihn zu PostgreSQL führen.",
  );
}
