import type { Belegrichtung, ExterneZeile, Zuordnung } from "./typen.ts";

const enge = ({ positionsartId, steuersatzBp }: Zuordnung): number =>
  (positionsartId === null ? 0 : 2) + (steuersatzBp === null ? 0 : 1);

/** The assignment of a line: by position type and rate, by position type, by rate, for all; undefined if none fits. */
export function findeZuordnung(
  zuordnungen: readonly Zuordnung[],
  richtung: Belegrichtung,
  zeile: Pick<ExterneZeile, "positionsartId" | "steuersatzBp">,
): Zuordnung | undefined {
  return zuordnungen
    .filter(
      (eine) =>
        eine.richtung === richtung &&
        (eine.positionsartId === null || eine.positionsartId === zeile.positionsartId) &&
        (eine.steuersatzBp === null || eine.steuersatzBp === zeile.steuersatzBp),
    )
    .sort((a, b) => enge(b) - enge(a))[0];
}
