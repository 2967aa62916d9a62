import { readdirSync } from "node:fs";
import { Ablehnung } from "../../kern/ablehnung.ts";
import { nichtErreichbar } from "../../technik/database/ausfall.ts";
import type { Db } from "../../technik/database/pool.ts";
import type { Frage } from "../../technik/database/waechter.ts";
import { leseWorkerlage, type Workerlage } from "../lebenszeichen/lese.ts";
import { findFehlendeMigration } from "./queries.ts";

/** Whoever asks wants to know within a second. */
const fristMs = 700;

const namen = readdirSync(new URL("../../../sql/migrations/", import.meta.url)).filter((name) => name.endsWith(".sql"));

/** A table or a right that is not there yet: what a migration would bring. */
const unfertig = new Set(["42P01", "42501", "42703"]);

/** Fatal it is the sign-in that is refused, with the same word: its role is not to be had, which no migration mends. */
const istUnfertig = (fehler: unknown): boolean => {
  const { code, severity } = fehler as { code: string; severity?: string };
  return unfertig.has(code) && severity !== "FATAL";
};

/** Whether the database has not had all migrations of this code. */
export async function fehltMigration(sql: Db): Promise<boolean> {
  try {
    return (await findFehlendeMigration(sql, namen)) !== undefined;
  } catch (fehler) {
    if (istUnfertig(fehler)) return true;
    throw fehler;
  }
}

const migrationFehlt = (): Ablehnung =>
  new Ablehnung(
    "nichtVerfuegbar",
    "migration_fehlt",
    "Die Datenbank ist nicht auf dem Stand dieses Programms: ihre Migrationen fehlen.",
    {},
    { warteSekunden: 5 },
  );

/**
 * Whether the database answers and has had the migrations of this code (more of them do no harm: a new release migrates
 * before it takes over), and what the workers do, which changes nothing about it.
 *
 * @throws Ablehnung nichtVerfuegbar `datenbank_nicht_erreichbar` or `migration_fehlt`
 */
export async function pruefeGesundheit(frage: Frage): Promise<Workerlage> {
  try {
    return await frage(fristMs, async (sql) => {
      if (await fehltMigration(sql)) throw migrationFehlt();
      return leseWorkerlage(sql);
    });
  } catch (fehler) {
    if (fehler instanceof Ablehnung) throw fehler;
    throw istUnfertig(fehler) ? migrationFehlt() : nichtErreichbar();
  }
}

/**
 * The same for many who ask: those who come while a look is under way share it. So the connection never has more than
 * one before it, also where nobody waits for its answer any more: it is the guard's, who would take a crowd of them in
 * front of its own question for a database that has stopped.
 */
export function erstelleGesundheit(frage: Frage): () => Promise<Workerlage> {
  let laufende: Promise<Workerlage> | undefined;
  const vorbei = () => {
    laufende = undefined;
  };
  const einzeln: Frage = (ms, abfrage) =>
    frage(ms, (sql) => {
      const antwort = abfrage(sql);
      antwort.then(vorbei, vorbei);
      return antwort;
    });
  return () => {
    laufende ??= pruefeGesundheit(einzeln);
    return laufende;
  };
}
