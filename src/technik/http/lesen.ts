import type { Context } from "hono";
import { Ablehnung } from "../../kern/ablehnung.ts";
import { istVerbindungsverlust } from "../database/ausfall.ts";
import type { Sql } from "../database/pool.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "./app.ts";

/** What the copy may not hold up: a replayed change that a statement was in the way of. */
const replayKonflikt = "40001";

/** What only the copy says so: it is lost, or had to go on, or does not know yet what the request names. */
const weissEsVielleichtBesser = (fehler: unknown): boolean =>
  fehler instanceof Ablehnung ||
  istVerbindungsverlust(fehler) ||
  (fehler as { code?: unknown } | null)?.code === replayKonflikt;

type Vorrat = "sql" | "sqlLang";

const liesAus = async <T>(
  vorrat: Vorrat,
  { replik, ...deps }: Pick<Deps, Vorrat | "replik">,
  istDa: (replik: NonNullable<Deps["replik"]>) => Promise<boolean>,
  tat: (sql: Sql) => Promise<T>,
): Promise<T> => {
  if (!replik || !(await istDa(replik))) return tat(deps[vorrat]);
  try {
    return await tat(replik[vorrat]);
  } catch (fehler) {
    if (!weissEsVielleichtBesser(fehler)) throw fehler;
    return tat(deps[vorrat]);
  }
};

/**
 * Reads from the copy of the database where there is one that has all that this session has written, else from the
 * database itself. `tat` may be called twice: it writes nothing and takes no lock.
 */
export function lies<T>(c: Context<Env>, deps: Pick<Deps, Vorrat | "replik">, tat: (sql: Sql) => Promise<T>) {
  return liesAus("sql", deps, (replik) => replik.hatErreicht(c.get("geschriebenBis") ?? null), tat);
}

/** The same for what takes its time. */
export function liesLang<T>(c: Context<Env>, deps: Pick<Deps, Vorrat | "replik">, tat: (sql: Sql) => Promise<T>) {
  return liesAus("sqlLang", deps, (replik) => replik.hatErreicht(c.get("geschriebenBis") ?? null), tat);
}

/** The same for what must have all that anybody has written until now. */
export function liesAlles<T>(deps: Pick<Deps, Vorrat | "replik">, tat: (sql: Sql) => Promise<T>) {
  return liesAus("sqlLang", deps, (replik) => replik.holtAuf(), tat);
}

/** Where a file is read from while it is sent: it must have all that anybody has written until now. */
export async function leseort({ replik, sqlLang }: Pick<Deps, "sqlLang" | "replik">): Promise<Sql> {
  return replik && (await replik.holtAuf()) ? replik.sqlLang : sqlLang;
}
