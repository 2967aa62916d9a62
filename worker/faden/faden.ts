import { Worker } from "node:worker_threads";
import { type Antwort, liesAntwort } from "./antwort.ts";

type Fadenwahl = {
  /** What is younger than this many MiB is cleared away without the rest being looked at. */
  jungeMib: number;
};

/**
 * Runs a program in a thread of its own and takes what it posts: it may compute for as long as it likes, nobody else in
 * the process waits. When `signal` ends it, its connections close, and PostgreSQL undoes what was not committed.
 *
 * @param programm answers by `antworte`
 * @throws Ablehnung as the program threw it; any other error without its class, or why it broke off
 */
export async function imFaden<T>(
  programm: URL,
  workerData: object,
  signal: AbortSignal,
  { jungeMib }: Fadenwahl,
): Promise<T> {
  return liesAntwort(await fuehreAus<T>(programm, workerData, signal, jungeMib));
}

const fuehreAus = <T>(programm: URL, workerData: object, signal: AbortSignal, jungeMib: number): Promise<Antwort<T>> =>
  new Promise((fertig, gescheitert) => {
    const resourceLimits = { maxYoungGenerationSizeMb: jungeMib };
    const faden = new Worker(programm, { workerData, execArgv: [], resourceLimits });
    const beende = () => void faden.terminate();
    signal.addEventListener("abort", beende, { once: true });
    faden.once("message", fertig);
    faden.once("error", gescheitert);
    // After a message or an error this changes nothing.
    faden.once("exit", () => {
      signal.removeEventListener("abort", beende);
      gescheitert(signal.aborted ? signal.reason : new Error("Der Faden brach ab."));
    });
    if (signal.aborted) beende();
  });
