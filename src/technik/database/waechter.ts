import { setTimeout as pause } from "node:timers/promises";
import { KonfigurationUnvollstaendig } from "../config.ts";
import { inWorten, istVerbindungsverlust } from "./ausfall.ts";
import { type Sql, verlangeEinstellungen } from "./pool.ts";

/** A database that answers nothing for so long is taken for gone. */
const schweigenMs = 3_500;
const abstandMs = 1_000;
/** A database that ends the guard's sessions for so long, or lets none begin, is taken for gone. */
const geduldMs = 500;
/** So long after an outage whoever tried to connect during it hears that it failed: longer than the driver waits. */
const nachhallMs = 5_000;

const schweigt = Object.assign(new Error("Die Datenbank antwortet nicht."), { code: "ETIMEDOUT" });

/** @throws `schweigt` after so many milliseconds in which this process could have heard an answer */
const binnen = async <T>(ms: number, antwort: PromiseLike<T>): Promise<T> => {
  const ende = new AbortController();
  const zuSpaet = pause(ms, undefined, { signal: ende.signal })
    // A process that was busy itself has not read yet what has arrived.
    .then(() => pause(100, undefined, { signal: ende.signal }))
    .then(() => {
      throw schweigt;
    });
  zuSpaet.catch(() => {});
  try {
    return await Promise.race([antwort, zuSpaet]);
  } finally {
    ende.abort();
  }
};

/** Asks the database and wants its answer within so many milliseconds. @throws when none comes in time */
export type Frage = <T>(ms: number, abfrage: (sql: Sql) => PromiseLike<T>) => Promise<T>;

/** Questions on a pool that others use too. */
export const frageAuf =
  (sql: Sql): Frage =>
  (ms, abfrage) =>
    binnen(ms, abfrage(sql));

const textVon = (fehler: unknown): string =>
  fehler instanceof KonfigurationUnvollstaendig
    ? fehler.message
    : istVerbindungsverlust(fehler)
      ? `Die Datenbank ist nicht erreichbar (${fehler.code}).`
      : (inWorten(fehler) ?? `Die Datenbank antwortet nicht: ${String(fehler)}`);

export type Waechter = {
  istWeg(): boolean;
  /**
   * Resolves as soon as the database answers, at once if it did.
   *
   * @throws KonfigurationUnvollstaendig what no waiting mends: a wrong password, a database that does not exist
   */
  antwortet(): Promise<void>;
  /** On the guard's own connection. */
  frage: Frage;
  /** Somebody has lost a connection: the guard writes one line for all who did. */
  verloren(): void;
  beende(): Promise<void>;
};

/**
 * Asks the database once a second, on a connection of its own, whether it is there. When it is gone or has stopped,
 * all connections of this process are cut, so that nobody waits for an answer that will not come.
 *
 * @param trenne cuts them   @param melde takes one line at the beginning of an outage and one at its end
 */
export function bewache(sql: Sql, trenne: () => void, melde: (text: string) => void): Waechter {
  let wegSeit: number | undefined;
  let warDa = false;
  let verlorene = 0;
  let nachhallBis = 0;
  let wartende: PromiseWithResolvers<void> | undefined;
  const ende = new AbortController();
  const frage = frageAuf(sql);

  const da = (): void => {
    if (wegSeit !== undefined) {
      melde(`Die Datenbank ist wieder da, nach ${Math.round((performance.now() - wegSeit) / 1000)} Sekunden.`);
      nachhallBis = performance.now() + nachhallMs;
    } else if (verlorene > 0) melde(`Die Datenbank hat Verbindungen beendet: ${verlorene}.`);
    wegSeit = undefined;
    warDa = true;
    verlorene = 0;
    wartende?.resolve();
    wartende = undefined;
  };
  const weg = (fehler: unknown): void => {
    const text = textVon(fehler);
    const istAbgewiesen = !istVerbindungsverlust(fehler);
    if (istAbgewiesen) {
      wartende?.reject(new KonfigurationUnvollstaendig(text));
      wartende = undefined;
    }
    if (wegSeit !== undefined || ende.signal.aborted) return;
    wegSeit = performance.now();
    // Who has never been let in ends with these words.
    if (warDa || !istAbgewiesen) melde(text);
    trenne();
  };
  const fragt = () => frage(schweigenMs, verlangeEinstellungen);
  /**
   * Sessions that end, the guard's own too, are no outage: a database that is there opens others. The driver may take the
   * old one for open still, and the next may be ended as well.
   */
  const fragtNochmals = async (fehler: unknown): Promise<void> => {
    const bis = performance.now() + geduldMs;
    if (istVerbindungsverlust(fehler)) verlorene += 1;
    for (let letzter = fehler; ; ) {
      const gibtAuf = wegSeit !== undefined || ende.signal.aborted || performance.now() > bis;
      if (gibtAuf || letzter === schweigt || !istVerbindungsverlust(letzter)) throw letzter;
      await pause(abstandMs / 10);
      try {
        return await fragt();
      } catch (wieder) {
        letzter = wieder;
      }
    }
  };
  const runden = (async () => {
    while (!ende.signal.aborted) {
      await fragt().catch(fragtNochmals).then(da, weg);
      await pause(wegSeit === undefined ? abstandMs : abstandMs / 4, undefined, { signal: ende.signal }).catch(
        () => {},
      );
    }
  })();

  return {
    istWeg: () => wegSeit !== undefined,
    async antwortet() {
      if (warDa && wegSeit === undefined) return;
      wartende ??= Promise.withResolvers();
      await wartende.promise;
    },
    frage,
    verloren: () => {
      if (performance.now() > nachhallBis) verlorene += 1;
    },
    async beende() {
      ende.abort();
      await runden;
    },
  };
}

/**
 * Does at the start of a process what needs the database: as soon as it is there, and once more when it goes meanwhile.
 *
 * @throws KonfigurationUnvollstaendig when it does not let us in
 * @throws what `tue` throws, but for a lost connection
 */
export async function sobaldDa<T>(waechter: Waechter, tue: () => Promise<T>): Promise<T> {
  for (;;) {
    await waechter.antwortet();
    try {
      return await tue();
    } catch (fehler) {
      if (!istVerbindungsverlust(fehler)) throw fehler;
      // Until the guard has seen it too.
      await pause(abstandMs);
    }
  }
}
