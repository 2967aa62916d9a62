import { isDeepStrictEqual } from "node:util";
import { Ablehnung, type Feldfehler } from "../../kern/ablehnung.ts";
import type { Schreibkontext } from "../../kern/kontext.ts";

/** @throws Ablehnung veraltet when the caller has seen other versions only */
export function pruefeVersion(kontext: Pick<Schreibkontext, "erwarteteVersionen">, version: number): void {
  if (kontext.erwarteteVersionen?.includes(version) === false)
    throw new Ablehnung(
      "veraltet",
      "version_veraltet",
      "Der Datensatz wurde inzwischen geändert. Bitte neu laden.",
      {},
      { version },
    );
}

/**
 * The record with the changes of a partial PUT. Read-only fields may come back as they were read.
 *
 * @throws Ablehnung ungueltig `nur_lesbar` where one of them differs
 */
export function uebernimm<T extends object>(alt: T, aenderung: Partial<T>, schreibbar: readonly (keyof T)[]): T {
  const felder = Object.keys(aenderung) as (keyof T)[];
  const errors = felder
    .filter((feld) => aenderung[feld] !== undefined && !schreibbar.includes(feld))
    .filter((feld) => !isDeepStrictEqual(aenderung[feld], alt[feld]))
    .map((feld): Feldfehler => ({ path: String(feld), code: "nur_lesbar", message: "Dieses Feld ist nur lesbar." }));
  if (errors.length > 0)
    throw new Ablehnung("ungueltig", "nur_lesbar", "Nur lesbare Felder lassen sich nicht ändern.", { errors });
  const neu = { ...alt };
  for (const feld of felder)
    if (aenderung[feld] !== undefined && schreibbar.includes(feld)) neu[feld] = aenderung[feld];
  return neu;
}

/** Whether a PUT says nothing new: then nothing is written, no version counted and no entry made. */
export function istUnveraendert<T extends object>(alt: T, neu: T, felder: readonly (keyof T)[]): boolean {
  return felder.every((feld) => isDeepStrictEqual(neu[feld], alt[feld]));
}
