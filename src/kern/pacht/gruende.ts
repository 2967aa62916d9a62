import { formatTag } from "../kalender/tag.ts";
import { vereine, type Zeitraum } from "../kalender/zeitraum.ts";
import type { Grundstelle, Grundstellen, NichtAbrechenbarGrund } from "./ergebnis.ts";

type Fundort = { kontaktId?: number; hebungId?: number; tage?: Zeitraum };

/** Collects why an account cannot be billed, and where that shows. */
export function neueGruende() {
  const fundorte = new Map<NichtAbrechenbarGrund, Fundort[]>();
  return {
    add(grund: NichtAbrechenbarGrund, fundort: Fundort = {}): void {
      const bisher = fundorte.get(grund);
      if (bisher) bisher.push(fundort);
      else fundorte.set(grund, [fundort]);
    },
    /** null where there is none. */
    ergebnis(): { abrechenbar: false; gruende: NichtAbrechenbarGrund[]; stellen: Grundstellen } | null {
      if (fundorte.size === 0) return null;
      const stellen = [...fundorte].map(([grund, orte]) => [grund, stelleVon(orte)] as const);
      return { abrechenbar: false, gruende: [...fundorte.keys()].sort(), stellen: Object.fromEntries(stellen) };
    },
  };
}

export type Gruende = ReturnType<typeof neueGruende>;

const stelleVon = (orte: readonly Fundort[]): Grundstelle => ({
  kontaktIds: [...new Set(orte.flatMap(({ kontaktId }) => kontaktId ?? []))],
  hebungIds: [...new Set(orte.flatMap(({ hebungId }) => hebungId ?? []))],
  tage: vereine(orte.flatMap(({ tage }) => tage ?? [])).map(({ von, bis }) => ({
    von: formatTag(von),
    bis: formatTag(bis),
  })),
});
