import type { Db, Sql, Tx } from "./pool.ts";

/** Takes the lock of this name until the end of the transaction. */
export async function sperre(tx: Db, name: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

type Verbindung = Awaited<ReturnType<Sql["reserve"]>>;

/** A connection that does nothing but hold advisory locks, and look at what they guard. */
export type Halter = {
  verbindung: Verbindung;
  /** Takes the locks of these names; false where another connection holds one of them. */
  versuche(...namen: string[]): Promise<boolean>;
  /** Takes the lock of this name; false where it is not free within so many seconds. */
  warte(name: string, sekunden: number): Promise<boolean>;
  gibFrei(): Promise<void>;
};

/** Of a machine that is gone, or behind a network that swallows everything, PostgreSQL hears nothing: so long it waits. */
const stilleMs = 30_000;

/**
 * Says in time that the session is alive, so that it keeps its locks while the work goes on elsewhere.
 *
 * @param ms without a word for so long PostgreSQL ends it   @returns ends that
 */
export function haltWach(verbindung: Verbindung | Tx, ms: number): () => void {
  let unterwegs = false;
  const takt = setInterval(async () => {
    if (unterwegs) return;
    unterwegs = true;
    await verbindung`select 1`.catch(() => {});
    unterwegs = false;
  }, ms / 6).unref();
  return () => clearInterval(takt);
}

/**
 * The locks last until `gibFrei`, over all transactions of whoever holds them, and go when the process does, or is not
 * heard of any more: work that looks unfinished while nobody holds its lock is work of a process that died.
 *
 * @param stille milliseconds without a word from the process
 */
export async function nimmHalter(sql: Sql, stille = stilleMs): Promise<Halter> {
  const verbindung = await sql.reserve();
  await verbindung`select set_config('idle_session_timeout', ${String(stille)}, false)`.catch((fehler: unknown) => {
    verbindung.release();
    throw fehler;
  });
  const verstumme = haltWach(verbindung, stille);
  return {
    verbindung,
    async versuche(...namen) {
      const [zeile] = await verbindung<{ frei: boolean }[]>`
        select bool_and(pg_try_advisory_lock(hashtextextended(name, 0))) frei
        from unnest(${namen}::text[]) name`;
      return zeile?.frei === true;
    },
    async warte(name, sekunden) {
      try {
        await verbindung`
          with frist as materialized (select set_config('lock_timeout', ${`${sekunden}s`}, false))
          select pg_advisory_lock(hashtextextended(${name}, 0)) from frist`;
        return true;
      } catch (fehler) {
        if ((fehler as { code?: unknown }).code === "55P03") return false;
        throw fehler;
      }
    },
    async gibFrei() {
      verstumme();
      // A connection that is gone has no locks.
      await verbindung`
        select pg_advisory_unlock_all(), set_config(name, reset_val, false)
        from pg_settings
        where name in ('lock_timeout', 'idle_session_timeout')`.catch(() => {});
      verbindung.release();
    },
  };
}

/** Runs `tat` with a connection for locks, which go at its end. */
export async function mitHalter<T>(sql: Sql, tat: (halter: Halter) => Promise<T>): Promise<T> {
  const halter = await nimmHalter(sql);
  try {
    return await tat(halter);
  } finally {
    await halter.gibFrei();
  }
}
