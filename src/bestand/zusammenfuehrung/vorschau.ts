import type { Kontostand } from "./queries.ts";
import type { Art, Zusammenfuehrung } from "./schema.ts";

/** A merging that nobody has made. */
export function alsVorschau(
  art: Art,
  { bleibt, geht }: Pick<Zusammenfuehrung, "bleibt" | "geht">,
  { felder, pachtkonten }: { felder: Zusammenfuehrung["felder"]; pachtkonten: readonly Kontostand[] },
  anzahlBelege: number,
): Zusammenfuehrung {
  return {
    id: null,
    art,
    bleibt,
    geht,
    felder,
    pachtkonten: pachtkonten.map(({ gebuchtBis: _, plaetze: __, ...konto }) => konto),
    anzahlBelege,
    zusammengefuehrtAm: null,
    zusammengefuehrtVon: null,
    zurueckgenommenAm: null,
    zurueckgenommenVon: null,
  };
}
