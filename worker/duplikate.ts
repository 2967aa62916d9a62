import { Worker } from "node:worker_threads";
import type { berechneDuplikate } from "../src/stammdaten/duplikate/vergleich/vergleiche.ts";

type Ergebnis = Awaited<ReturnType<typeof berechneDuplikate>>;

const programm = new URL("./duplikateFaden.ts", import.meta.url);

/**
 * Compares the whole stock in a thread of its own, with a connection of its own: it computes for seconds without a
 * pause. When `signal` ends it, nothing of it stays.
 */
export const vergleicheBestand = (datenbankUrl: string, signal: AbortSignal): Promise<Ergebnis> =>
  new Promise((fertig, gescheitert) => {
    // A block of records lives for as long as it takes to turn it into bytes: most of them do not outlive the young.
    const resourceLimits = { maxYoungGenerationSizeMb: 48 };
    const faden = new Worker(programm, { workerData: { datenbankUrl }, execArgv: [], resourceLimits });
    const beende = () => void faden.terminate();
    signal.addEventListener("abort", beende, { once: true });
    faden.once("message", fertig);
    faden.once("error", gescheitert);
    // After a message or an error this changes nothing.
    faden.once("exit", () => {
      signal.removeEventListener("abort", beende);
      gescheitert(new Error("Der Vergleich des Bestands brach ab."));
    });
    if (signal.aborted) beende();
  });
