import { Worker } from "node:worker_threads";

type Fadenwahl = {
  /** What is younger than this many MiB is cleared away without the rest being looked at. */
  jungeMib: number;
};

/**
 * Runs a program in a thread of its own and takes what it posts: it may compute for as long as it likes, nobody else in
 * the process waits. When `signal` ends it, its connections close, and PostgreSQL undoes what was not committed.
 *
 * @throws what the program threw, without its class, or that it broke off
 */
export const imFaden = <T>(
  programm: URL,
  workerData: object,
  signal: AbortSignal,
  { jungeMib }: Fadenwahl,
): Promise<T> =>
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
      gescheitert(new Error("Der Faden brach ab."));
    });
    if (signal.aborted) beende();
  });
