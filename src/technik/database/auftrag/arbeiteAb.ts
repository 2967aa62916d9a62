import type { JobWithMetadata, PgBoss } from "pg-boss";
import { Ablehnung } from "../../../kern/ablehnung.ts";
import type { Auftraggeber } from "../../../kern/kontext.ts";
import { fuehreVerfolgt, verweiseAufSpur, wirdVerfolgt } from "../../spur.ts";
import { istVerbindungsverlust, kannGeradeNicht, wortFuer } from "../ausfall.ts";
import type { Warteschlange } from "../boss.ts";
import { ohneWerte } from "../ohneWerte.ts";
import type { Sql } from "../pool.ts";
import { findSpur, updateFertig, updateGescheitert, upsertBegonnen } from "./queries.ts";

/** A job as pg-boss hands it out; `signal` aborts when its time is up or the worker is to stop. */
export type Auftrag = JobWithMetadata<unknown>;

export const ausgaenge = ["fertig", "vertagt", "wiederholt", "fehlgeschlagen"] as const;

/** How a try of a job ended; `wiederholt`: it failed, and is done again later; `vertagt`: it goes on later. */
export type Auftragsende = {
  art: string;
  jobId: string;
  ausgang: (typeof ausgaenge)[number];
  dauerMs: number;
  /** Word for what was thrown; its text may hold data. */
  fehler: string | null;
};

/** Nothing failed, it goes on later: whoever throws this sees to that himself, so that the queue is done with it. */
export class Vertagt extends Error {
  constructor(grund: unknown) {
    super("Der Auftrag geht später weiter.", { cause: grund });
  }
}

/** Why a job under way leaves off: the queue hands it out again, to the next worker. */
export class WorkerEndet extends Error {
  override name = "WorkerEndet";
  constructor() {
    super("Der Worker wird beendet.");
  }
}

let hoere: (ende: Auftragsende) => void = () => {};

/** Who hears of each job that this process has worked on. */
export function beobachteAuftraege(beobachter: typeof hoere): void {
  hoere = beobachter;
}

const istLetzterVersuch = ({ retryCount, retryLimit }: Auftrag): boolean => retryCount >= retryLimit;

/** After the last try of the queue nothing goes on, whatever it was. */
const ausgangVon = (auftrag: Auftrag, fehler: unknown): Auftragsende["ausgang"] => {
  if (fehler instanceof Vertagt) return "vertagt";
  if (istLetzterVersuch(auftrag)) return "fehlgeschlagen";
  return fehler instanceof WorkerEndet || istVerbindungsverlust(fehler) ? "vertagt" : "wiederholt";
};

/** What is thrown on behind the span: that a job goes on later is no failure to whoever draws traces. */
class Aufschub {
  readonly grund: unknown;
  constructor(grund: unknown) {
    this.grund = grund;
  }
}

const schiebeAuf = (auftrag: Auftrag, fehler: unknown): Aufschub => {
  if (ausgangVon(auftrag, fehler) === "vertagt") return new Aufschub(fehler);
  throw fehler;
};

const takt = {
  batchSize: 1,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  includeMetadata: true,
} as const;

/**
 * Serves a queue, `gleichzeitig` jobs side by side.
 *
 * After each job the worker looks for the next one at once, until the queue is empty: pg-boss wakes a sleeping worker
 * for one fetch only, and what came meanwhile would wait for its next poll.
 */
export async function bediene(
  boss: PgBoss,
  warteschlange: Warteschlange,
  gleichzeitig: number,
  tue: (auftrag: Auftrag) => Promise<unknown>,
): Promise<void> {
  for (let platz = 0; platz < gleichzeitig; platz += 1) {
    const id = await boss.work(warteschlange, takt, async ([auftrag]: Auftrag[]) => {
      if (!auftrag) return;
      const beginn = performance.now();
      const beendet = (ausgang: Auftragsende["ausgang"], fehler: string | null) =>
        hoere({ art: warteschlange, jobId: auftrag.id, ausgang, dauerMs: performance.now() - beginn, fehler });
      try {
        const ergebnis = await fuehreVerfolgt(
          { name: `auftrag ${warteschlange}`, art: "consumer", merkmale: { "pacht.warteschlange": warteschlange } },
          () => tue(auftrag).catch((fehler: unknown) => schiebeAuf(auftrag, fehler)),
        );
        if (ergebnis instanceof Aufschub) throw ergebnis.grund;
        beendet("fertig", null);
        return ergebnis;
      } catch (fehler) {
        if (fehler instanceof Vertagt) return beendet("vertagt", wortFuer(fehler.cause));
        beendet(ausgangVon(auftrag, fehler), wortFuer(fehler));
        // pg-boss keeps it with the job.
        throw ohneWerte(fehler);
      } finally {
        boss.notifyWorker(id);
      }
    });
  }
}

const zeitplan: Auftraggeber = { id: null, name: "Zeitplan" };

/** A refusal is written for people; the text of any other error stays inside, where it may hold data. */
const ursache = (fehler: unknown): string => {
  if (fehler instanceof Ablehnung) return fehler.detail;
  if (fehler instanceof WorkerEndet) return "Der Worker wurde beendet.";
  const wort = wortFuer(fehler);
  if (istVerbindungsverlust(fehler)) return `Die Datenbank war nicht erreichbar (${wort}).`;
  if (kannGeradeNicht(fehler)) return `Die Datenbank konnte es nicht zu Ende bringen (${wort}).`;
  return `Unerwarteter Fehler (${wort}).`;
};

/** The figures of what came out; one of a part is named "part.figure". */
const zahlenVon = (ergebnis: object, vor = ""): [string, number][] =>
  Object.entries(ergebnis).flatMap(([name, wert]): [string, number][] => {
    if (typeof wert === "number") return [[vor + name, wert]];
    return typeof wert === "object" && wert !== null ? zahlenVon(wert, `${vor}${name}.`) : [];
  });

/**
 * Links what is under way with the request that wanted this job of the hand-over; where no traces are drawn it does
 * nothing.
 */
export async function verweiseAufAuftrag(sql: Sql, auftragId: number): Promise<void> {
  if (wirdVerfolgt()) verweiseAufSpur(await findSpur(sql, auftragId));
}

/** Does a job and keeps the books: when it began, and how it ended. @throws what `tue` does */
export async function verbuche(
  sql: Sql,
  auftrag: Auftrag,
  wer: Auftraggeber,
  tue: () => Promise<object>,
): Promise<Record<string, number>> {
  const [begonnen] = await upsertBegonnen(sql, auftrag, wer);
  verweiseAufSpur(begonnen?.spur ?? null);
  // What cannot be written down here is found in the queue by `gleicheAuftraegeAb`.
  const unmerklich = () => {};
  try {
    const zahlen = Object.fromEntries(zahlenVon(await tue()));
    await updateFertig(sql, auftrag.id, zahlen).catch(unmerklich);
    return zahlen;
  } catch (fehler) {
    await updateGescheitert(sql, auftrag.id, istLetzterVersuch(auftrag), ursache(fehler)).catch(unmerklich);
    throw fehler;
  }
}

/** Serves a queue, each job with its books. */
export function arbeiteAb(
  boss: PgBoss,
  sql: Sql,
  warteschlange: Warteschlange,
  gleichzeitig: number,
  tue: (auftrag: Auftrag) => Promise<object>,
): Promise<void> {
  return bediene(boss, warteschlange, gleichzeitig, async (auftrag) => {
    let ergebnis = {};
    await verbuche(sql, auftrag, zeitplan, async () => {
      ergebnis = await tue(auftrag);
      return ergebnis;
    });
    return ergebnis;
  });
}
