import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { KonfigurationUnvollstaendig } from "./config.ts";
import { inWorten } from "./database/ausfall.ts";
import { ertrageFehlendeLeser } from "./prozess.ts";

/** What whoever runs a command can mend: the message says all. */
export class Bedienfehler extends Error {
  override name = "Bedienfehler";
}

/** Whether the message says all that whoever runs the command needs. */
export function istFuerBediener(fehler: unknown): fehler is Error {
  return fehler instanceof Bedienfehler || fehler instanceof KonfigurationUnvollstaendig;
}

/** A sentence for what whoever runs the command can mend; the error with its trace for what only a programmer can. */
export function alsAuskunft(fehler: unknown): unknown {
  return istFuerBediener(fehler) ? fehler.message : (inWorten(fehler) ?? fehler);
}

/** Whether all output reached whoever wants it, a report or a secret; where it did not, this says so. */
export async function istAllesGeschrieben(verlorenWegen: () => string | undefined): Promise<boolean> {
  // Of what was written last the stream tells a little later.
  await setImmediate();
  const grund = verlorenWegen();
  if (grund !== undefined) console.error(`Die Ausgabe ließ sich nicht schreiben (${grund}).`);
  return grund === undefined;
}

/**
 * Ends the command with 0 or 1, or with 2 and a word where it could not do its work.
 *
 * @param tue says whether all is as it should be
 */
export async function beendeMit(tue: () => Promise<boolean>): Promise<void> {
  const verlorenWegen = ertrageFehlendeLeser();
  try {
    process.exitCode = (await tue()) ? 0 : 1;
  } catch (fehler) {
    console.error(alsAuskunft(fehler));
    process.exitCode = 2;
  }
  if (!(await istAllesGeschrieben(verlorenWegen))) process.exitCode ||= 1;
}
