import { isDeepStrictEqual } from "node:util";
import { konflikt } from "../../kern/ablehnung.ts";
import type { Zusammenfuehrung } from "./schema.ts";

/** As long as a remark may be. */
const bemerkungHoechstens = 4000;

const absatz = "\n\n";

const hatAbsatz = (text: string, einer: string): boolean =>
  `${absatz}${text}${absatz}`.includes(`${absatz}${einer}${absatz}`);

/**
 * Both remarks, one below the other; what stands in the first already is not said again.
 *
 * @throws Ablehnung konflikt `bemerkung_zu_lang`
 */
export function vereineBemerkungen(bleibt: string | null, geht: string | null): string | null {
  if (bleibt === null) return geht;
  if (geht === null || hatAbsatz(bleibt, geht)) return bleibt;
  const beide = `${bleibt}${absatz}${geht}`;
  if (beide.length > bemerkungHoechstens)
    throw konflikt(
      "bemerkung_zu_lang",
      `Beide Bemerkungen haben zusammen mehr als ${bemerkungHoechstens} Zeichen. Bitte vorher eine kürzen.`,
    );
  return beide;
}

/** These fields of a record. */
export function nur<D extends object>(datensatz: D, felder: readonly (keyof D)[]): Partial<D> {
  const teil: Partial<D> = {};
  for (const feld of felder) teil[feld] = datensatz[feld];
  return teil;
}

type Feldwert = Zusammenfuehrung["felder"][number]["alt"];

/** Field by field what differs. */
export function geaenderteFelder<F extends string>(
  felder: readonly F[],
  alt: Record<F, Feldwert>,
  neu: Record<F, Feldwert>,
): Zusammenfuehrung["felder"] {
  return felder
    .filter((feld) => !isDeepStrictEqual(alt[feld], neu[feld]))
    .map((feld) => ({ feld, alt: alt[feld], neu: neu[feld] }));
}
