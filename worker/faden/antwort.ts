import { parentPort } from "node:worker_threads";
import { Ablehnung } from "../../src/kern/ablehnung.ts";

/** What a thread posts once: its result, or why it refuses. Any other error ends it, and comes without its class. */
export type Antwort<T> = { ergebnis: T } | { abgelehnt: Pick<Ablehnung, "art" | "code" | "detail" | "felder"> };

/** In the thread: does the work and posts what comes of it. */
export async function antworte(tue: () => Promise<unknown>): Promise<void> {
  const antwort = await tue().then(
    (ergebnis): Antwort<unknown> => ({ ergebnis }),
    (fehler: unknown): Antwort<unknown> => {
      if (!(fehler instanceof Ablehnung)) throw fehler;
      const { art, code, detail, felder } = fehler;
      return { abgelehnt: { art, code, detail, felder } };
    },
  );
  parentPort?.postMessage(antwort);
}

/** Outside the thread. @throws Ablehnung as it was thrown inside */
export function liesAntwort<T>(antwort: Antwort<T>): T {
  if ("ergebnis" in antwort) return antwort.ergebnis;
  const { art, code, detail, felder } = antwort.abgelehnt;
  throw new Ablehnung(art, code, detail, felder);
}
