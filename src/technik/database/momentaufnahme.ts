import type { Sql, Tx } from "./pool.ts";

/**
 * One view of the data for all that `tat` reads, while others go on writing. A transaction whose session is lost fails at
 * once; what `tat` does elsewhere comes to its end before the caller hears of it.
 */
export async function inMomentaufnahme<T>(sql: Sql, tat: (tx: Tx) => Promise<T>): Promise<T> {
  let getan: Promise<T> | undefined;
  try {
    return (await sql.begin("isolation level repeatable read read only", (tx) => {
      getan = tat(tx);
      return getan;
    })) as T;
  } finally {
    await Promise.allSettled([getan]);
  }
}
