import { type Bruch, bruch, EINS } from "../geld/bruch.ts";
import { type Cent, cent } from "../geld/cent.ts";
import { verteileWerte } from "../geld/verteile.ts";
import type { Periode } from "../kalender/perioden.ts";
import type { Tag } from "../kalender/tag.ts";
import { parseZeitraum, schneide, schnitt, type Zeitraum } from "../kalender/zeitraum.ts";
import { bruchteil, vollbetrag } from "./betrag.ts";
import type { ErhoehteVersion } from "./hebung/hebung.ts";
import type { Berechnungsart, Herleitung, PositionVersion } from "./typen.ts";

/** A position with its versions, oldest first. */
export type Position = { readonly ursprungId: number; readonly versionen: readonly GueltigeVersion[] };

/** A version with its days; a one-off has only its first, on or after `pachtbeginn`. */
type GueltigeVersion = Zeitraum & { readonly version: ErhoehteVersion };

/** What one segment costs. Its parties are those of its first day. */
export type Segment = Zeitraum & {
  readonly version: ErhoehteVersion;
  readonly methode: Herleitung["methode"];
  readonly vollbetrag: Cent;
  readonly bruchteil: Bruch;
  readonly betrag: Cent;
  readonly rest: number;
};

/** A due period: as cut, and the uncut one of `rhythmus` months around it. */
export type Abschnitt = {
  readonly tage: Zeitraum;
  readonly periode: Periode;
  readonly rhythmus: number;
  readonly berechnungsart: Berechnungsart;
};

type Rohsegment = Omit<Segment, "betrag" | "rest">;

/** Versions grouped by position, by position id. A one-off without a date belongs to `pachtbeginn`. */
export function gruppierePositionen(versionen: readonly ErhoehteVersion[], pachtbeginn: Tag): Position[] {
  const gruppen = Map.groupBy(versionen, (version) => version.ursprungId);
  return [...gruppen]
    .sort(([a], [b]) => a - b)
    .map(([ursprungId, gruppe]) => ({
      ursprungId,
      versionen: gruppe
        .map((version) => ({ version, ...gueltigeTage(version, pachtbeginn) }))
        .sort((a, b) => a.von - b.von || a.version.id - b.version.id),
    }));
}

/** The days of a version: of a one-off only its first, whatever its end says. */
export function gueltigeTage(version: PositionVersion, pachtbeginn: Tag): Zeitraum {
  const zeitraum = parseZeitraum(version.gueltigVon, version.gueltigBis);
  if (version.intervall !== "einmalig") return zeitraum;
  const tag = version.gueltigVon === null ? pachtbeginn : zeitraum.von;
  return { von: tag, bis: tag };
}

/**
 * The segments of a position in a due period with whole cents: the exact total is rounded once, its segments get cents
 * by largest remainder.
 *
 * @param schnitte days before which the parties change, ascending
 */
export function segmentiere(position: Position, abschnitt: Abschnitt, schnitte: readonly Tag[]): Segment[] {
  const roh = rohsegmente(position, abschnitt, schnitte);
  const [erstes] = roh;
  if (erstes && roh.length === 1 && erstes.bruchteil === EINS) {
    return [{ ...erstes, betrag: erstes.vollbetrag, rest: 0 }];
  }
  const teile = verteileWerte(roh.map((s) => bruch(BigInt(s.vollbetrag) * s.bruchteil.zaehler, s.bruchteil.nenner)));
  return roh.map((segment, i) => ({ ...segment, betrag: teile[i]?.betrag ?? cent(0), rest: teile[i]?.rest ?? 0 }));
}

function rohsegmente(position: Position, abschnitt: Abschnitt, schnitte: readonly Tag[]): Rohsegment[] {
  const { tage, periode, rhythmus, berechnungsart } = abschnitt;
  const segmente: Rohsegment[] = [];
  for (const gueltige of position.versionen) {
    const { version } = gueltige;
    const gedeckt = schnitt(gueltige, tage);
    if (!gedeckt) continue;
    if (version.intervall === "einmalig") {
      segmente.push(ganzes(gedeckt, version, "einmalig", cent(version.betragCent)));
      continue;
    }
    const voll = vollbetrag(version.betragCent, version.intervall, periode, rhythmus);
    if (!version.anteilig) return [ganzes(gedeckt, version, "nicht_anteilig", voll)];
    for (const teil of schneide(gedeckt, schnitte)) {
      const anteil = bruchteil(teil, periode, rhythmus, berechnungsart);
      segmente.push({
        ...teil,
        version,
        methode: anteil === EINS ? "voll" : berechnungsart,
        vollbetrag: voll,
        bruchteil: anteil,
      });
    }
  }
  return segmente;
}

function ganzes(
  zeitraum: Zeitraum,
  version: ErhoehteVersion,
  methode: "einmalig" | "nicht_anteilig",
  betrag: Cent,
): Rohsegment {
  return { ...zeitraum, version, methode, vollbetrag: betrag, bruchteil: EINS };
}
