import type { HebungAenderung } from "../../../kern/pacht/hebung/hebung.ts";
import type { PositionVersion } from "../../../kern/pacht/typen.ts";
import type { HebungAbschlussPosition } from "../schema.ts";

/**
 * Old and new amounts of one increase, as they are kept with it and stand in its letter.
 *
 * @param positionen versions before it   @param fassungId the version that has the new amount
 */
export function abschlussPositionen(
  hebungId: number,
  aenderungen: readonly HebungAenderung[],
  positionen: readonly PositionVersion[],
  fassungId: (aenderung: HebungAenderung) => number,
): HebungAbschlussPosition[] {
  const jeId = new Map(positionen.map((position) => [position.id, position]));
  return aenderungen
    .filter((aenderung) => aenderung.hebungId === hebungId)
    .flatMap((aenderung) => {
      const alt = jeId.get(aenderung.positionId);
      if (!alt) return [];
      const { ursprungId, altCent, neuCent } = aenderung;
      return [
        {
          ursprungId,
          positionId: fassungId(aenderung),
          bezeichnung: alt.bezeichnung,
          intervall: alt.intervall,
          betragAltCent: altCent,
          betragNeuCent: neuCent,
        },
      ];
    });
}
