import process from "node:process";

/** What a write says when nobody reads: the other end of a pipe is closed, or the terminal. */
const leserFort = ["EPIPE", "EIO"];

/**
 * Whoever reads the output may leave (`| head -1`, a closed terminal, a log that is restarted): the program does its work
 * to the end nonetheless, and its exit code says how that went.
 */
export function ertrageFehlendeLeser(): void {
  for (const ausgabe of [process.stdout, process.stderr])
    ausgabe.on("error", (fehler: NodeJS.ErrnoException) => {
      if (!leserFort.includes(fehler.code ?? "")) throw fehler;
    });
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
      process.exit(1);
    }, fristMs).unref();
    aufraeumen().then(
      () => process.exit(0),
      (fehler: unknown) => {
        console.error(fehler);
        process.exit(1);
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
