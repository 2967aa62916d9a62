import { sicherScore } from "./berechnung/gewicht.ts";
import type { Kandidat } from "./pflege.ts";

const hoechstens = 10;

/** The `Link` header that names the records that a new one almost surely is; "" where there are none. */
export function alsLink(pfad: string, kandidaten: readonly Kandidat[]): string {
  return kandidaten
    .filter(({ score }) => score >= sicherScore)
    .slice(0, hoechstens)
    .map(({ id }) => `<${pfad}/${id}>; rel="duplicate"`)
    .join(", ");
}
