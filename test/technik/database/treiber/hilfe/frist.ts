import { setTimeout as warte } from "node:timers/promises";
import type postgres from "postgres";
import { expect } from "vitest";

export const verbindungsfehler =
  /^(CONNECTION_CLOSED|CONNECTION_DESTROYED|CONNECT_TIMEOUT|ECONNRESET|ECONNREFUSED|EPIPE|57P0[123])$/;

/** The answer within some seconds; what hangs is a failure of its own kind. */
export async function inFrist<T>(versprechen: PromiseLike<T>, ms = 8_000): Promise<T> {
  const ende = new AbortController();
  const zuSpaet = warte(ms, undefined, { signal: ende.signal }).then(
    () => {
      throw new Error("hängt");
    },
    () => undefined as never,
  );
  try {
    return await Promise.race([versprechen, zuSpaet]);
  } finally {
    ende.abort();
  }
}

/** The code of the error that it is rejected with. */
export async function code(versprechen: PromiseLike<unknown>): Promise<string> {
  try {
    await inFrist(versprechen);
  } catch (fehler) {
    const { code, message } = fehler as { code?: string; message: string };
    return code ?? message;
  }
  return "kein Fehler";
}

type Vorrat = Pick<postgres.Sql, "begin" | "end" | "unsafe">;

/** Every connection of the pool can be had, each by one transaction, and the pool can be closed. */
export async function pruefeVorrat(sql: Vorrat, max: number): Promise<void> {
  let da = 0;
  const { promise: alle, resolve } = Promise.withResolvers<void>();
  const eine = () =>
    sql.begin(async (tx) => {
      const [vorher] = await tx.unsafe("select pg_backend_pid() pid, txid_current() tx");
      da += 1;
      if (da === max) resolve();
      await inFrist(alle);
      expect(await tx.unsafe("select pg_backend_pid() pid, txid_current() tx")).toEqual([vorher]);
      return vorher?.pid;
    });
  const pids = await inFrist(Promise.all(Array.from({ length: max }, eine)));
  expect(new Set(pids).size).toBe(max);
  await inFrist(sql.end());
}
