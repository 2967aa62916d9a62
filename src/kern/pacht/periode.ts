import { periodeMit, type Raster } from "../kalender/perioden.ts";
import { frueherer, parseTag, spaeterer } from "../kalender/tag.ts";
import { parseZeitraum, schnitt, type Zeitraum } from "../kalender/zeitraum.ts";
import { type Besetzung, besetzungAm, besetzungen } from "./anteile.ts";
import { type Parteizeile, teileSegment } from "./belege.ts";
import type { NichtAbrechenbarGrund } from "./ergebnis.ts";
import type { Gruende } from "./gruende.ts";
import { type HebungOhneBasis, wendeHebungenAn } from "./hebung/hebung.ts";
import { rasterVon } from "./perioden.ts";
import { type Abschnitt, gruppierePositionen, type Position, type Segment, segmentiere } from "./segmente.ts";
import { type Steuer, steuerPaechter, steuerVerpaechter } from "./steuer.ts";
import type { Faelligkeit, KontoEingabe } from "./typen.ts";

/** The two sides of a lease, each with documents of its own. */
export type Vertragspartei = "paechter" | "verpaechter";

/** An account prepared for computing any due period inside the days that it was prepared for. */
export type Kontokontext = {
  readonly konto: KontoEingabe;
  readonly raster: Raster;
  readonly positionen: readonly Position[];
  readonly paechter: readonly Besetzung[];
  readonly verpaechter: readonly Besetzung[];
  /** Rate of a contact on a segment; null forbids the line. */
  readonly steuer: (partei: Vertragspartei, kontaktId: number, segment: Segment) => Steuer | null;
  /** Collects why the account cannot be billed. */
  readonly gruende: Gruende;
};

/** The lines of one due period, each side by position, segment, contact id. */
export type Periodenzeilen = Record<Vertragspartei, Parteizeile[]>;

/**
 * Applies the increases that work up to the last of these days and lays out the parties from the first to the last. An
 * increase that cannot be computed is a reason only where it reaches one of them.
 *
 * @param tage the days to be billed, one stretch at least
 */
export function bereiteVor(konto: KontoEingabe, tage: readonly Zeitraum[], gruende: Gruende): Kontokontext {
  const von = tage.map((zeitraum) => zeitraum.von).reduce(frueherer);
  const bis = tage.map((zeitraum) => zeitraum.bis).reduce(spaeterer);
  const wirksame = konto.hebungen.filter((hebung) => parseTag(hebung.wirksamAb) <= bis);
  const { versionen, ohneBasis } = wendeHebungenAn(konto.positionen, wirksame);
  const reicht = ({ gueltigVon, gueltigBis }: HebungOhneBasis) =>
    tage.some((zeitraum) => schnitt(parseZeitraum(gueltigVon, gueltigBis), zeitraum));
  for (const { hebungId } of ohneBasis.filter(reicht)) gruende.add("hebung_ohne_basis", { hebungId });
  const steuerstatus = new Map(konto.beteiligte.map((b) => [b.kontaktId, b.umsatzsteuerStatus]));
  return {
    konto,
    raster: rasterVon(konto),
    positionen: gruppierePositionen(versionen, parseTag(konto.pachtbeginn)),
    paechter: besetzungen(konto.beteiligte, "paechter", { von, bis }),
    verpaechter: besetzungen(konto.beteiligte, "verpaechter", { von, bis }),
    steuer: (partei, kontaktId, { version }) =>
      partei === "paechter" ? steuerPaechter(version) : steuerVerpaechter(version, steuerstatus.get(kontaktId) ?? null),
    gruende,
  };
}

/**
 * The lines of the due period `tage`, which lies inside one uncut period. Where a party is missing, shares do not sum
 * to 1 or a tax status forbids a line, the reason is added to the context and the line left out.
 *
 * @throws RangeError when `tage` reaches past that period
 */
export function berechnePeriode(kontext: Kontokontext, tage: Zeitraum): Periodenzeilen {
  const { konto, raster } = kontext;
  const periode = periodeMit(tage.von, raster);
  if (tage.bis > periode.bis) throw new RangeError(`Fälligkeit über das Periodenende hinaus: Pachtkonto ${konto.id}`);
  const abschnitt: Abschnitt = { tage, periode, rhythmus: raster.monate, berechnungsart: konto.berechnungsart };
  const schnittePaechter = kontext.paechter.map((besetzung) => besetzung.von);
  const schnitteAlle = [...schnittePaechter, ...kontext.verpaechter.map((besetzung) => besetzung.von)].sort(
    (a, b) => a - b,
  );
  const zeilen: Periodenzeilen = { paechter: [], verpaechter: [] };
  for (const position of kontext.positionen) {
    const weiterleitung = position.versionen.some(({ version }) => version.weiterleitung);
    pruefeParteien(kontext, position, tage, weiterleitung);
    for (const segment of segmentiere(position, abschnitt, weiterleitung ? schnitteAlle : schnittePaechter)) {
      zeilen.paechter.push(...zeilenVon(kontext, "paechter", segment));
      if (weiterleitung) zeilen.verpaechter.push(...zeilenVon(kontext, "verpaechter", segment));
    }
  }
  return zeilen;
}

/** The account as it was when a cancelled period was booked: in the grid of that period. */
export function imRaster(kontext: Kontokontext, { raster }: Pick<Faelligkeit, "raster">): Kontokontext {
  return raster ? { ...kontext, konto: { ...kontext.konto, ...raster }, raster: rasterVon(raster) } : kontext;
}

/** The days of a due period. */
export function tageVon(faelligkeit: Pick<Faelligkeit, "zeitraumVon" | "zeitraumBis">): Zeitraum {
  return { von: parseTag(faelligkeit.zeitraumVon), bis: parseTag(faelligkeit.zeitraumBis) };
}

/** Rule: on each day on which a position is valid there is a lessee, for a pass-on position also a lessor. */
function pruefeParteien(kontext: Kontokontext, position: Position, tage: Zeitraum, weiterleitung: boolean): void {
  for (const version of position.versionen) {
    const gueltig = schnitt(version, tage);
    if (!gueltig) continue;
    pruefeStaende(kontext.paechter, gueltig, kontext.gruende, "kein_paechter", "anteile_paechter");
    if (weiterleitung) {
      pruefeStaende(kontext.verpaechter, gueltig, kontext.gruende, "kein_verpaechter", "anteile_verpaechter");
    }
  }
}

function pruefeStaende(
  liste: readonly Besetzung[],
  tage: Zeitraum,
  gruende: Gruende,
  ohne: NichtAbrechenbarGrund,
  falsch: NichtAbrechenbarGrund,
): void {
  for (const besetzung of liste) {
    const betroffen = schnitt(besetzung, tage);
    if (besetzung.gewichte !== null || !betroffen) continue;
    gruende.add(besetzung.anteile.length === 0 ? ohne : falsch, { tage: betroffen });
  }
}

function zeilenVon(kontext: Kontokontext, partei: Vertragspartei, segment: Segment): Parteizeile[] {
  return teileSegment(segment, besetzungAm(kontext[partei], segment.von), (kontaktId) => {
    const steuer = kontext.steuer(partei, kontaktId, segment);
    if (steuer === null) kontext.gruende.add("steuerstatus_verpaechter", { kontaktId });
    return steuer;
  });
}
