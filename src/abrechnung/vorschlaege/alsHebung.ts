import { type Hebungsherkunft, indexBasisjahre } from "../hebungen/schema.ts";
import type { Ermittelt } from "./ermittle.ts";
import type { Hebungsvorschlag } from "./schema.ts";

/** The year of a base like "2020 = 100"; null where it names none that an increase takes. */
const basisjahr = (basistext: string | null): number | null => {
  const jahr = Number(/^\d{4}\b/.exec(basistext ?? "")?.[0]);
  return jahr >= indexBasisjahre.min && jahr <= indexBasisjahre.max ? jahr : null;
};

/** The increase that a proposal becomes, without its day. */
export function werteVon({ anpassung, vorschlag }: Ermittelt): Hebungsvorschlag["hebung"] {
  const { art, wertBp, betragCent, indexBasis, indexNeu, weitergabeBp, obergrenzeBp, verkettung } = vorschlag.hebung;
  const indexBasisjahr = anpassung.art === "index" ? basisjahr(anpassung.vergleich.basistext) : null;
  return { art, wertBp, betragCent, indexBasis, indexNeu, indexBasisjahr, weitergabeBp, obergrenzeBp, verkettung };
}

export function herkunftVon({ anpassung }: Ermittelt): Hebungsherkunft {
  if (anpassung.art !== "index") return { klausel: anpassung.art, basis: null, neu: null };
  const bezug = ({ reiheId, fassung, monat }: NonNullable<Hebungsherkunft["basis"]>) => ({ reiheId, fassung, monat });
  return { klausel: "index", basis: bezug(anpassung.vergleich.basis), neu: bezug(anpassung.vergleich.neu) };
}
