import type { berechneDuplikate } from "../src/stammdaten/duplikate/vergleich/vergleiche.ts";
import { imFaden } from "./faden/faden.ts";

const programm = new URL("./faden/duplikate.ts", import.meta.url);

/** Compares the whole stock in a thread, with a connection of its own. When `signal` ends it, nothing of it stays. */
export function vergleicheBestand(
  datenbankUrl: string,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof berechneDuplikate>>> {
  // A block of records lives for as long as it takes to turn it into bytes: most of them do not outlive the young.
  return imFaden(programm, { datenbankUrl }, signal, { jungeMib: 48 });
}
