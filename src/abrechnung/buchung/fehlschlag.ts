import { setTimeout as warte } from "node:timers/promises";
import { Ablehnung, konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { ausDatenbank } from "../../technik/database/ablehnungen.ts";
import { istVerbindungsverlust } from "../../technik/database/ausfall.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { verwirf } from "./laufsperre.ts";
import { Invariante } from "./veroeffentlichung/invarianten/pruefe.ts";

/** The database gave way to another transaction, a deadlock for one, or waited for it for too long. */
const kamDazwischen = (fehler: unknown): boolean =>
  /^(?:40|55P03)/.test(String((fehler as { code?: unknown } | null)?.code));

/** A run writes more than anything else, so a disk that is full is often seen here first. */
const fehltPlatz = (fehler: unknown): boolean => ausDatenbank(fehler)?.code === "kein_platz";

/**
 * The constraint is the last guard of "no period twice"; to the caller it is a conflict like the earlier checks. What
 * speaks of the connection, of room or of other transactions keeps its own answer; everything else is a fault of the
 * run.
 */
export function alsAblehnung(fehler: unknown, kontext: Kontext): unknown {
  const { constraint_name: name } = (fehler ?? {}) as { constraint_name?: unknown };
  if (name === "zeitraum_einmal_gebucht" || name === "schlussabrechnung_einmal")
    return konflikt(
      "zeitraum_gebucht",
      "Ein Zeitraum dieses Laufs ist inzwischen gebucht; dieser Lauf hat nichts gebucht. Bitte die Vorschau neu laden und danach buchen, was sie noch zeigt.",
    );
  const hatAntwort = [istVerbindungsverlust, kamDazwischen, fehltPlatz].some((ist) => ist(fehler));
  if (fehler instanceof Ablehnung || hatAntwort) return fehler;
  const grund = fehler instanceof Invariante ? " Die Beträge gehen nicht auf." : "";
  const ablehnung = new Ablehnung(
    "gescheitert",
    "lauf_fehlgeschlagen",
    `Der Buchungslauf ist fehlgeschlagen, es wurde nichts gebucht.${grund} Ein neuer Versuch schadet nicht; scheitert auch er, bitte dem Betreiber die Anfrage ${kontext.anfrageId} nennen.`,
  );
  ablehnung.cause = fehler;
  return ablehnung;
}

/** What is kept with the run, of what `alsAblehnung` has made of it. */
export function ursache(fehler: unknown, { anfrageId }: Kontext): string {
  if (kamDazwischen(fehler)) return `Ein anderer Vorgang kam dazwischen (Anfrage ${anfrageId}).`;
  if (fehltPlatz(fehler)) return `Dem Dienst fehlte Speicherplatz (Anfrage ${anfrageId}).`;
  if (!(fehler instanceof Ablehnung)) return `Die Verbindung zur Datenbank ging verloren (Anfrage ${anfrageId}).`;
  return fehler.cause instanceof Invariante ? `${fehler.detail} ${fehler.cause.message}` : fehler.detail;
}

/**
 * Connections are lost together, and not all of them have been noticed yet: the second try gets a new one. Should the
 * database be gone as well, the next run or the worker closes this one.
 */
export async function schliesseFehlgeschlagenen(
  sql: Sql,
  kontext: Kontext,
  fehler: string,
  laufId: () => Promise<string>,
): Promise<void> {
  for (const pauseMs of [0, 300]) {
    await warte(pauseMs);
    try {
      await verwirf(sql, kontext, [await laufId()], fehler);
      return;
    } catch {}
  }
}
