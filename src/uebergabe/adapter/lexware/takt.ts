import { setTimeout as warte } from "node:timers/promises";
import { absage } from "../absage.ts";
import { Absage, type Aufruf } from "../typen.ts";

/**
 * Lets requests go one after another, never faster than allowed.
 *
 * @returns waits for the place of one; throws Absage when time is up before it is its turn: then nothing was sent
 */
export function erstelleTakt(abstandMs: number): (aufruf: Aufruf) => Promise<void> {
  let frei = 0;
  let gesendet = Number.NEGATIVE_INFINITY;
  return async ({ signal }) => {
    const jetzt = performance.now();
    const platz = Math.max(jetzt, frei);
    frei = platz + abstandMs;
    try {
      // The one before may have been late.
      const rest = () => Math.max(platz, gesendet + abstandMs) - performance.now();
      for (let ms = rest(); ms > 0; ms = rest()) await warte(ms, undefined, { signal });
    } catch {
      throw new Absage(absage("nicht_gesendet", "Vor dieser Anfrage standen zu viele an.", "spaeter"));
    }
    gesendet = performance.now();
  };
}
