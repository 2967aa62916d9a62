import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

/** What a write says when nobody reads: the other end of a pipe is closed, or the terminal. */
const leserFort = ["EPIPE", "EIO"];
/** What it says of a log or a report on a disk that is full. */
const keinPlatz = ["ENOSPC", "EDQUOT"];

/**
 * Whoever reads the output may leave (`| head -1`, a closed terminal, a log that is restarted), and the disk that it goes
 * to may be full: the program does its work to the end nonetheless, and its exit code says how that went.
 *
 * @returns tells why some of the output is lost although somebody wants it; undefined while none is
 */
export function ertrageFehlendeLeser(): () => string | undefined {
  let verloren: string | undefined;
  for (const ausgabe of [process.stdout, process.stderr])
    ausgabe.on("error", (fehler: NodeJS.ErrnoException) => {
      const code = fehler.code ?? "";
      if (keinPlatz.includes(code)) verloren = code;
      else if (!leserFort.includes(code)) throw fehler;
    });
  return () => verloren;
}

/** So long idle, the compilers of the engine are through with what they had begun. */
const atempauseMs = 100;

/**
 * Ends the process with this code. At its end Node waits for the threads that compile, and one that needs memory waits for
 * the main thread to collect garbage, which no longer does (nodejs/node#54918): who leaves out of the midst of work may
 * stay for ever, deaf to all signals but SIGKILL.
 */
export async function verlasse(code: number): Promise<never> {
  await pause(atempauseMs);
  return process.exit(code);
}

/**
 * Runs `aufraeumen` at the first SIGINT, SIGTERM or SIGHUP (a closed terminal) and leaves: 0 when it succeeded, 1 when it
 * failed or took longer than `fristMs`. Further signals change nothing, and neither does output that nobody reads.
 *
 * @param ueberwacht a supervisor holds our standard input open; its end means that it is gone
 */
export function beiEnde(aufraeumen: () => Promise<void>, ueberwacht: boolean, fristMs = 10_000): void {
  let begonnen = false;
  const beende = (): void => {
    if (begonnen) return;
    begonnen = true;
    setTimeout(() => {
      console.error("Das Aufräumen dauert zu lange: Abbruch.");
      void verlasse(1);
    }, fristMs).unref();
    aufraeumen().then(
      () => verlasse(0),
      (fehler: unknown) => {
        console.error(fehler);
        return verlasse(1);
      },
    );
  };
  ertrageFehlendeLeser();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, beende);
  if (ueberwacht) {
    process.stdin.on("end", beende);
    process.stdin.on("error", beende);
    process.stdin.resume();
  }
}
