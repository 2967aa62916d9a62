import type { Sql } from "../../src/technik/database/pool.ts";

/** Lets the statements of a request through one by one, or all of them. */
export function neuerTakt(schritte: number) {
  let frei = schritte;
  const wartende: (() => void)[] = [];
  return {
    halte: (): Promise<void> => {
      if (frei > 0) {
        frei -= 1;
        return Promise.resolve();
      }
      return new Promise((weiter) => wartende.push(weiter));
    },
    /** One statement more. */
    gib(): void {
      const naechster = wartende.shift();
      if (naechster) naechster();
      else frei += 1;
    },
    /** Somebody has come to where it is his turn no more. */
    steht: (): boolean => wartende.length > 0,
    gibFrei(): void {
      frei = Number.POSITIVE_INFINITY;
      for (const weiter of wartende.splice(0)) weiter();
    },
  };
}

export type Takt = ReturnType<typeof neuerTakt>;

type Anweisung = { handler?: (anweisung: unknown) => unknown };
type Tat = (tx: unknown) => unknown;

/** The driver's statements begin when somebody awaits them, by their `handler`: then they wait for their turn. */
const gebremst = (anweisung: unknown, takt: () => Takt): unknown => {
  const { handler } = (anweisung ?? {}) as Anweisung;
  if (typeof handler === "function")
    (anweisung as Anweisung).handler = (selbst) => {
      takt()
        .halte()
        .then(() => handler(selbst));
    };
  return anweisung;
};

/** The same pool, each statement of which, and each commit, waits for its turn. */
export function imTakt<T extends object>(sql: T, takt: () => Takt): T {
  return new Proxy(sql, {
    apply: (ziel, _, werte) => gebremst(Reflect.apply(ziel as (...a: unknown[]) => unknown, undefined, werte), takt),
    get: (ziel, name) => {
      const wert: (...werte: unknown[]) => unknown = Reflect.get(ziel as Record<PropertyKey, never>, name);
      if (name === "unsafe") return (...werte: unknown[]) => gebremst(wert(...werte), takt);
      if (name === "reserve") return async () => imTakt((await wert()) as object, takt);
      if (name !== "begin") return wert;
      return (...werte: unknown[]) => {
        const tat = werte.at(-1) as Tat;
        const getaktet: Tat = async (tx) => {
          const ergebnis = await tat(imTakt(tx as Sql, takt));
          await takt().halte();
          return ergebnis;
        };
        return wert(...werte.slice(0, -1), getaktet);
      };
    },
  });
}
