import { PgBoss, type Queue, type SendOptions } from "pg-boss";
import type postgres from "postgres";
import { KonfigurationUnvollstaendig } from "../config.ts";
import type { Db, Sql } from "./pool.ts";
import { sobaldDa, type Waechter } from "./waechter.ts";

/** Schema of pg-boss; sql/migrate.ts installs it and creates the queues below. */
export const bossSchema = "jobs";

/** Work on the whole stock: queued or running once at most, so that asking again changes nothing. */
const ganzerBestand = {
  policy: "exclusive",
  heartbeatSeconds: 10,
  retryLimit: 3,
  retryBackoff: true,
  expireInSeconds: 3600,
  notify: true,
} as const;

/**
 * The queues. A heartbeat lets a job of a killed worker be taken over after seconds instead of after
 * `expireInSeconds`; `notify` wakes the worker at once instead of at its next poll.
 */
export const warteschlangen = {
  /** The letters of one booking run. */
  "pdf-lauf": {
    heartbeatSeconds: 10,
    retryLimit: 5,
    retryBackoff: true,
    expireInSeconds: 4 * 3600,
    notify: true,
  },
  /** All letters that are missing. */
  "pdf-nachtrag": { ...ganzerBestand, expireInSeconds: 4 * 3600 },
  /** Many letters in one document. */
  sammeldatei: {
    heartbeatSeconds: 10,
    retryLimit: 3,
    retryBackoff: true,
    expireInSeconds: 4 * 3600,
    notify: true,
  },
  /**
   * Wakes a transfer to the accounting system; whether a worker is at work on it already a lock decides. Tried again,
   * one that a killed worker left is over as soon as the lock says so.
   */
  extaccounting: { policy: "short", heartbeatSeconds: 10, retryLimit: 1, expireInSeconds: 23 * 3600, notify: true },
  /** Reads and checks an uploaded stock. */
  "import-pruefung": { heartbeatSeconds: 10, retryLimit: 3, retryBackoff: true, expireInSeconds: 3600, notify: true },
  /** Writes a checked stock, in one transaction. */
  "import-ausfuehrung": {
    heartbeatSeconds: 10,
    retryLimit: 3,
    retryBackoff: true,
    expireInSeconds: 3600,
    notify: true,
  },
  /** Due dates of all accounts. */
  faelligkeiten: ganzerBestand,
  /** Accounts whose term is over. */
  pachtende: ganzerBestand,
  /** Days of the next rent review. */
  "naechste-hebung": ganzerBestand,
  /** Letters of completed rent increases that nobody has asked for yet. */
  hebungsbriefe: ganzerBestand,
  /** Duplicates of all contacts and objects. */
  duplikate: ganzerBestand,
  /** Expired sessions and remembered answers. */
  aufraeumen: ganzerBestand,
} as const satisfies Record<string, Omit<Queue, "name">>;

export type Warteschlange = keyof typeof warteschlangen;

type BossDatenbank = NonNullable<SendOptions["db"]>;
type Verbindung = Db | postgres.ReservedSql;

/** OID `unknown`: the server decides by context. Left to postgres.js, a JSON string would be stringified once more. */
const unbekannt = 705;

const parameter = (sql: Verbindung, wert: unknown) => {
  if (wert instanceof Date) return sql.typed(wert.toISOString() as never, unbekannt);
  return typeof wert === "string" ? sql.typed(wert as never, unbekannt) : (wert ?? null);
};

const fuehreAus = async (sql: Verbindung, text: string, werte: unknown[] = []) => {
  const ergebnis: unknown[] =
    werte.length === 0
      ? await sql.unsafe(text).simple()
      : await sql.unsafe(text, werte.map((wert) => parameter(sql, wert)) as postgres.ParameterOrJSON<never>[], {
          prepare: true,
        });
  // Several statements in one text give an array of results.
  return { rows: ergebnis.flat() };
};

const inTransaktion = (tx: Verbindung): BossDatenbank => ({ executeSql: (text, werte) => fuehreAus(tx, text, werte) });

/** pg-boss on our driver. Its column names are aliased in camelCase, so the pool's renaming leaves them as they are. */
const ueber = (sql: Sql): BossDatenbank => ({
  async executeSql(text, werte) {
    if (!/^\s*(BEGIN|START)\b/i.test(text)) return fuehreAus(sql, text, werte);
    // postgres.js refuses a BEGIN that the rest of the transaction might not follow on the same connection.
    const reserviert = await sql.reserve();
    try {
      return await fuehreAus(reserviert, text, werte);
    } catch (fehler) {
      await reserviert.unsafe("rollback").catch(() => {});
      throw fehler;
    } finally {
      reserviert.release();
    }
  },
  async listen(kanal, beiNachricht, beiVerbindung) {
    const { unlisten } = await sql.listen(kanal, beiNachricht, beiVerbindung);
    return { close: unlisten };
  },
  async beginTransaction() {
    const reserviert = await sql.reserve();
    let offen = true;
    const schliesse = async (befehl: "commit" | "rollback"): Promise<void> => {
      offen = false;
      try {
        await reserviert.unsafe(befehl);
      } finally {
        reserviert.release();
      }
    };
    await reserviert.unsafe("begin");
    return {
      db: inTransaktion(reserviert),
      async commit() {
        if (!offen) throw new Error("Die Transaktion ist schon beendet.");
        await schliesse("commit");
      },
      async rollback() {
        if (offen) await schliesse("rollback").catch(() => {});
      },
    };
  },
});

const sparsam = { schema: bossSchema, supervise: false, schedule: false, useListenNotify: false } as const;

/** For sql/migrate.ts: the instance that may install and migrate the schema. */
export function bossFuerMigration(sql: Sql): PgBoss {
  return new PgBoss({ ...sparsam, db: ueber(sql), bamIntervalSeconds: 10 });
}

/** What `sendeIn` builds its statement with. */
let sender: Promise<PgBoss> | undefined;

const erstelleBoss = (sql: Sql, art: "app" | "worker", zeitplaene: boolean): PgBoss => {
  const arbeitet = { supervise: true, schedule: zeitplaene, useListenNotify: true };
  return new PgBoss({
    ...sparsam,
    ...(art === "worker" ? arbeitet : {}),
    db: ueber(sql),
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
  });
};

export const nichtMigriert = "Die Datenbank ist nicht auf dem Stand dieses Programms: npm run migrate";

/** pg-boss has no class or code for it. */
const istNichtMigriert = (fehler: unknown): boolean =>
  fehler instanceof Error && /^pg-boss (is not installed|database requires migrations)$/.test(fehler.message);

/**
 * Starts pg-boss over a pool of role pacht_app or pacht_worker. The API only sends; the worker also fetches, plans
 * and supervises. Neither may create anything: an outdated schema is an error.
 *
 * @param zeitplaene whether this worker starts what is due by schedule
 * @param waechter with it the start waits for the database, however long
 * @param melde takes the errors of the background work, which would end the process if nobody listened
 * @throws KonfigurationUnvollstaendig when the database has not had its migrations, or does not let us in
 */
export function starteBoss(
  sql: Sql,
  art: "app" | "worker",
  melde: (fehler: Error) => void = console.error,
  { zeitplaene = true, waechter }: { zeitplaene?: boolean; waechter?: Waechter } = {},
): Promise<PgBoss> {
  const starte = async () => {
    const boss = erstelleBoss(sql, art, zeitplaene);
    boss.on("error", melde);
    try {
      return await boss.start();
    } catch (fehler) {
      await boss.stop({ close: false, graceful: false });
      throw istNichtMigriert(fehler) ? new KonfigurationUnvollstaendig(nichtMigriert) : fehler;
    }
  };
  sender = waechter ? sobaldDa(waechter, starte) : starte();
  return sender;
}

/**
 * Queues a job as part of the transaction `tx`: it is visible when that commits and gone when that rolls back.
 *
 * @returns the id, or null if `optionen` (singletonKey and the like) or the queue's policy forbid another one now
 */
export async function sendeIn(
  tx: Db,
  warteschlange: Warteschlange,
  daten: object,
  optionen: Omit<SendOptions, "db"> = {},
): Promise<string | null> {
  if (sender === undefined) throw new Error("starteBoss muss vor sendeIn laufen.");
  return (await sender).send(warteschlange, daten, { ...optionen, db: inTransaktion(tx) });
}
