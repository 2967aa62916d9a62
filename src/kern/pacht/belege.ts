import { alsText, bruch } from "../geld/bruch.ts";
import { cent, summe } from "../geld/cent.ts";
import { verteileMitRest, verteileWerte } from "../geld/verteile.ts";
import { formatTag } from "../kalender/tag.ts";
import type { Besetzung } from "./anteile.ts";
import type { Segment } from "./segmente.ts";
import { gruppiereSteuer, type Steuer } from "./steuer.ts";
import type { BelegEntwurf, BelegZeile, KontoEingabe, Leistungszeitraum } from "./typen.ts";

/** A line and whose it is. */
export type Parteizeile = { readonly kontaktId: number; readonly zeile: BelegZeile };

/** The fee that lessors' lines bear, the rate on it and the reason for a rate of 0. */
export type Gebuehr = Pick<
  KontoEingabe,
  "verwaltungsgebuehrBp" | "gebuehrSteuersatzBp" | "gebuehrSteuerbefreiungGrund"
>;

/** The Leistungszeitraum of a party's document over these lines. */
export type Leistung = (kontaktId: number, zeilen: readonly BelegZeile[]) => Leistungszeitraum;

/** Lessors' lines under one fee. */
type Gebuehrenteil = { readonly gebuehr: Gebuehr; readonly zeilen: readonly Parteizeile[] };

/**
 * Splits a segment by the shares of `besetzung`; a share of 0 cents gives no line, and shares that do not sum to 1 none.
 *
 * @param steuer rate of a contact, asked for each that has a share; null forbids the line
 */
export function teileSegment(
  segment: Segment,
  besetzung: Besetzung,
  steuer: (kontaktId: number) => Steuer | null,
): Parteizeile[] {
  if (segment.betrag === 0) return [];
  const teile = besetzung.gewichte && verteileMitRest(segment.betrag, besetzung.gewichte);
  return besetzung.anteile.flatMap(({ kontaktId, anteil }, i) => {
    const teil = teile?.[i];
    if (teil?.betrag === 0) return [];
    const satz = steuer(kontaktId);
    if (!teil || !satz) return [];
    return [{ kontaktId, zeile: zeileVon(segment, satz, teil.betrag, alsText(anteil), teil.rest) }];
  });
}

function zeileVon(segment: Segment, steuer: Steuer, nettoCent: number, anteil: string, restCent: number): BelegZeile {
  const { version } = segment;
  const [von, bis] = [formatTag(segment.von), formatTag(segment.bis)];
  return {
    ursprungId: version.ursprungId,
    positionId: version.id,
    positionsartId: version.positionsartId,
    bezeichnung: version.bezeichnung,
    zeitraumVon: von,
    zeitraumBis: bis,
    nettoCent,
    steuersatzBp: steuer.steuersatzBp,
    steuerbefreiungGrund: steuer.steuerbefreiungGrund,
    weiterleitung: version.weiterleitung,
    herleitung: {
      segmentVon: von,
      segmentBis: bis,
      methode: segment.methode,
      betragCent: version.betragCent,
      intervall: version.intervall,
      vollbetrag: segment.vollbetrag.toString(),
      bruchteil: alsText(segment.bruchteil),
      segmentCent: segment.betrag,
      anteil,
      restCentSegment: segment.rest,
      restCentAnteil: restCent,
      hebungIds: version.hebungIds,
    },
  };
}

/** From the first to the last day of the lines, of which there is one at least. */
export function tageDerZeilen(zeilen: readonly BelegZeile[]): Leistungszeitraum {
  return {
    leistungVon: zeilen.map((zeile) => zeile.zeitraumVon).reduce((a, b) => (a < b ? a : b)),
    leistungBis: zeilen.map((zeile) => zeile.zeitraumBis).reduce((a, b) => (a > b ? a : b)),
  };
}

const eigeneTage: Leistung = (_, zeilen) => tageDerZeilen(zeilen);

/** One document for each lessee with lines, by contact id. */
export function rechnungen(
  zeilen: readonly Parteizeile[],
  belegart: "rechnung" | "schlussrechnung" = "rechnung",
  leistung: Leistung = eigeneTage,
): BelegEntwurf[] {
  return jeKontakt(zeilen).map(([kontaktId, eigene]) =>
    beleg(belegart, kontaktId, eigene, leistung(kontaktId, eigene)),
  );
}

/**
 * For each lessor with lines, by contact id, the `gutschrift` and, unless its lines are 0, the `gebuehrenrechnung`: one
 * line for each fee, in the order of `teile`, rounded once over all lines under it. The fee is for the time of those.
 */
export function gutschriften(
  teile: readonly Gebuehrenteil[],
  zahlungsrhythmus: KontoEingabe["zahlungsrhythmus"],
  leistung: Leistung = eigeneTage,
): BelegEntwurf[] {
  const gruppen = jeGebuehr(teile);
  return jeKontakt(teile.flatMap(({ zeilen }) => zeilen)).flatMap(([kontaktId, eigene]) => {
    const zeitraum = leistung(kontaktId, eigene);
    const gutschrift = beleg("gutschrift", kontaktId, eigene, zeitraum);
    const gebuehren = gruppen.flatMap(({ gebuehr, zeilen }) => {
      const belastet = zeilen.filter((zeile) => zeile.kontaktId === kontaktId).map(({ zeile }) => zeile.nettoCent);
      return gebuehrenzeile(summe(belastet), { ...gebuehr, zahlungsrhythmus }, zeitraum) ?? [];
    });
    if (gebuehren.length === 0) return [{ ...gutschrift, auszahlungCent: gutschrift.bruttoCent }];
    const gebuehr = beleg("gebuehrenrechnung", kontaktId, gebuehren, zeitraum);
    return [{ ...gutschrift, auszahlungCent: cent(gutschrift.bruttoCent - gebuehr.bruttoCent) }, gebuehr];
  });
}

/** Sums and tax groups of a document over `zeilen`. */
export function beleg(
  belegart: BelegEntwurf["belegart"],
  kontaktId: number,
  zeilen: BelegZeile[],
  leistung: Leistungszeitraum,
): BelegEntwurf {
  const steuergruppen = gruppiereSteuer(zeilen);
  const nettoCent = summe(zeilen.map((zeile) => zeile.nettoCent));
  const steuerCent = summe(steuergruppen.map((gruppe) => gruppe.steuerCent));
  return {
    belegart,
    kontaktId,
    ...leistung,
    zeilen,
    steuergruppen,
    nettoCent,
    steuerCent,
    bruttoCent: cent(nettoCent + steuerCent),
    auszahlungCent: null,
  };
}

/** The fee on `nettoCent`, the sum of a lessor's shares; null where it rounds to 0. */
function gebuehrenzeile(
  nettoCent: number,
  konto: Gebuehr & Pick<KontoEingabe, "zahlungsrhythmus">,
  { leistungVon: zeitraumVon, leistungBis: zeitraumBis }: Leistungszeitraum,
): BelegZeile | null {
  const [gebuehr] = verteileWerte([bruch(BigInt(nettoCent) * BigInt(konto.verwaltungsgebuehrBp), 10_000n)]);
  if (!gebuehr || gebuehr.betrag === 0) return null;
  return {
    ursprungId: null,
    positionId: null,
    positionsartId: null,
    bezeichnung: "Verwaltungsgebühr",
    zeitraumVon,
    zeitraumBis,
    nettoCent: gebuehr.betrag,
    steuersatzBp: konto.gebuehrSteuersatzBp,
    steuerbefreiungGrund: konto.gebuehrSteuersatzBp === 0 ? konto.gebuehrSteuerbefreiungGrund : null,
    weiterleitung: false,
    herleitung: {
      segmentVon: zeitraumVon,
      segmentBis: zeitraumBis,
      methode: "gebuehr",
      betragCent: nettoCent,
      intervall: konto.zahlungsrhythmus,
      vollbetrag: nettoCent.toString(),
      bruchteil: alsText(bruch(konto.verwaltungsgebuehrBp, 10_000)),
      segmentCent: gebuehr.betrag,
      anteil: "1",
      restCentSegment: gebuehr.rest,
      restCentAnteil: 0,
      hebungIds: [],
    },
  };
}

/** Parts under the same fee become one; at a rate the reason of the company data says nothing and parts none. */
function jeGebuehr(teile: readonly Gebuehrenteil[]): Gebuehrenteil[] {
  const gruppen = new Map<string, { gebuehr: Gebuehr; zeilen: Parteizeile[] }>();
  for (const { gebuehr, zeilen } of teile) {
    const { verwaltungsgebuehrBp, gebuehrSteuersatzBp, gebuehrSteuerbefreiungGrund } = gebuehr;
    const grund = gebuehrSteuersatzBp === 0 ? gebuehrSteuerbefreiungGrund : null;
    const schluessel = [verwaltungsgebuehrBp, gebuehrSteuersatzBp, grund].join("|");
    const gruppe = gruppen.get(schluessel);
    if (gruppe) gruppe.zeilen.push(...zeilen);
    else gruppen.set(schluessel, { gebuehr, zeilen: [...zeilen] });
  }
  return [...gruppen.values()];
}

function jeKontakt(zeilen: readonly Parteizeile[]): [number, BelegZeile[]][] {
  const gruppen = new Map<number, BelegZeile[]>();
  for (const { kontaktId, zeile } of zeilen) {
    const eigene = gruppen.get(kontaktId);
    if (eigene) eigene.push(zeile);
    else gruppen.set(kontaktId, [zeile]);
  }
  return [...gruppen].sort(([a], [b]) => a - b);
}
