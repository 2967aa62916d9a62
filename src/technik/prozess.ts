import process from "node:process";

/**
 * Runs `aufraeumen` at the first SIGINT or SIGTERM and leaves: 0 when it succeeded, 1 when it failed or took longer
 * than `fristMs`. Further signals change nothing.
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
  process.on("SIGINT", beende);
  process.on("SIGTERM", beende);
  if (ueberwacht) {
    process.stdin.on("end", beende);
    process.stdin.on("error", beende);
    process.stdin.resume();
  }
}
