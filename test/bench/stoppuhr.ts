import { readFileSync } from "node:fs";
import type { Sql, Tx } from "../../src/technik/database/pool.ts";

/** Rows as PostgreSQL counts them; `mal` where several with the same text are one. */
export type Anweisung = { text: string; sekunden: number; zeilen: number; mal?: number };
/** `cpuSekunden` are those of PostgreSQL's process for it: other work on the machine hardly changes them. */
export type Transaktion = { sekunden: number; cpuSekunden: number; anweisungen: Anweisung[] };

type Abfrage = PromiseLike<{ count?: number }>;

/** Times the statement from when it is awaited; one that is only a piece of another never is. */
const gemessen = (abfrage: Abfrage, text: string, anweisungen: Anweisung[]): Abfrage =>
  new Proxy(abfrage, {
    get(ziel, name) {
      const wert = Reflect.get(ziel, name);
      if (name !== "then") return typeof wert === "function" ? wert.bind(ziel) : wert;
      return (...weiter: Parameters<Abfrage["then"]>) => {
        const los = performance.now();
        return ziel
          .then((ergebnis) => {
            anweisungen.push({ text, sekunden: (performance.now() - los) / 1000, zeilen: ergebnis?.count ?? 0 });
            return ergebnis;
          })
          .then(...weiter);
      };
    },
  });

/** PostgreSQL's process for a connection; it runs on this machine, as the benches start it. */
const findProzess = async (tx: Tx): Promise<number> => {
  const [zeile] = await tx<{ pid: number }[]>`select pg_backend_pid() pid`;
  return zeile?.pid ?? 0;
};

const ticksJeSekunde = 100;

/** CPU seconds of a process so far, its own and the kernel's for it. */
const rechenzeit = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [eigene, fremde] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(eigene) + Number(fremde)) / ticksJeSekunde;
};

/** Milliseconds until it is done. */
export async function dauer(tat: () => Promise<unknown>): Promise<number> {
  const los = performance.now();
  await tat();
  return performance.now() - los;
}

/** Pieces of a statement as a tagged template hands them over. */
export function alsVorlage(texte: string[]): TemplateStringsArray {
  return Object.assign(texte, { raw: texte });
}

/**
 * The pool, but each of its transactions and their statements leave their times in `transaktionen`.
 *
 * @param anders what a piece of a statement is to be instead
 */
export function gestoppt(sql: Sql, transaktionen: Transaktion[], anders = (text: string) => text): Sql {
  const messendeTx = (tx: Tx, anweisungen: Anweisung[]): Tx =>
    new Proxy(tx, {
      apply(ziel, dies, [texte, ...werte]: [TemplateStringsArray, ...unknown[]]) {
        if (!Array.isArray(texte) || !("raw" in texte)) return Reflect.apply(ziel as never, dies, [texte, ...werte]);
        const abfrage = Reflect.apply(ziel as never, dies, [alsVorlage(texte.map(anders)), ...werte]) as Abfrage;
        return gemessen(abfrage, texte.join("?").replace(/\s+/g, " ").trim(), anweisungen);
      },
    });
  return new Proxy(sql, {
    get(ziel, name, empfaenger) {
      if (name !== "begin") return Reflect.get(ziel, name, empfaenger);
      return async (...argumente: unknown[]) => {
        const tat = argumente.at(-1) as (tx: Tx) => Promise<unknown>;
        const eine: Transaktion = { sekunden: 0, cpuSekunden: 0, anweisungen: [] };
        const los = performance.now();
        let prozess = 0;
        const ergebnis = await (ziel.begin as (...a: unknown[]) => Promise<unknown>)(
          ...argumente.slice(0, -1),
          async (tx: Tx) => {
            prozess = await findProzess(tx);
            eine.cpuSekunden = -rechenzeit(prozess);
            return await tat(messendeTx(tx, eine.anweisungen));
          },
        );
        eine.sekunden = (performance.now() - los) / 1000;
        eine.cpuSekunden += rechenzeit(prozess);
        transaktionen.push(eine);
        return ergebnis;
      };
    },
  });
}

/** Statements of a report. */
export const gezeigte = 25;

/** Statements with the same text together, slowest first. */
export function langsamste(anweisungen: readonly Anweisung[]): Anweisung[] {
  return [...Map.groupBy(anweisungen, ({ text }) => text)]
    .map(([text, gleiche]) => ({
      text,
      mal: gleiche.length,
      sekunden: gleiche.reduce((summe, { sekunden }) => summe + sekunden, 0),
      zeilen: gleiche.reduce((summe, { zeilen }) => summe + zeilen, 0),
    }))
    .sort((a, b) => b.sekunden - a.sekunden)
    .slice(0, gezeigte);
}
