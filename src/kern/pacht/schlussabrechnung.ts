import { cent } from "../geld/cent.ts";
import { periodeMit } from "../kalender/perioden.ts";
import { formatTag, frueherer, parseTag, plusTage, spaeterer } from "../kalender/tag.ts";
import { parseZeitraum, schnitt, type Zeitraum } from "../kalender/zeitraum.ts";
import { vergleicheText } from "../vergleicheText.ts";
import { besetzungen } from "./anteile.ts";
import { istAnPaechter } from "./belegart.ts";
import { type Gebuehr, gutschriften, type Leistung, type Parteizeile, rechnungen, tageDerZeilen } from "./belege.ts";
import type { Schlussabrechnung } from "./ergebnis.ts";
import {
  berechnePeriode,
  imRaster,
  type Kontokontext,
  type Periodenzeilen,
  tageVon,
  type Vertragspartei,
} from "./periode.ts";
import { ersterTag, rasterVon } from "./perioden.ts";
import type { Position } from "./segmente.ts";
import { type Steuer, steuerVerpaechter } from "./steuer.ts";
import { statusDer } from "./steuerstatus.ts";
import type {
  BelegEntwurf,
  BelegZeile,
  Faelligkeit,
  GebuchtePeriode,
  GebuchteZeile,
  KontoEingabe,
  Korrektur,
  UmsatzsteuerStatus,
} from "./typen.ts";

/** An account whose end is known, with what is booked past it. */
export type Beendet = KontoEingabe & { pachtende: string; gebucht: GebuchtePeriode[] };

/** @throws RangeError where the end is not known, or what is booked is not loaded */
export function alsBeendet(eingabe: KontoEingabe): Beendet {
  const { pachtende, gebucht } = eingabe;
  if (pachtende === null || !gebucht) throw new RangeError(`Schlussabrechnung ohne Gebuchtes: ${eingabe.kontonummer}`);
  return { ...eingabe, pachtende, gebucht };
}

/**
 * The final settlement: the cut last period unless it is booked, and for each booked period that reaches past the end
 * what the cut period gives each party now, less what is booked for it; nothing remains of one that begins after it.
 * The last period bears the fee of today, a correction the fee that was booked.
 *
 * @param letzte the open due period that the end cuts; null if it is booked
 */
export function rechneSchlussAb(kontext: Kontokontext, konto: Beendet, letzte: Faelligkeit | null): Schlussabrechnung {
  const abEnde = konto.gebucht.toSorted((a, b) => vergleicheText(a.zeitraumVon, b.zeitraumVon));
  const ueberEndeHinaus = abEnde.filter(({ zeitraumBis }) => zeitraumBis > konto.pachtende);
  const teile = [
    ...(letzte
      ? [
          {
            gebuehr: konto,
            statusVon: (kontaktId: number) => heutigerStatus(konto, kontaktId),
            ...berechnePeriode(imRaster(kontext, letzte), tageVon(letzte)),
          },
        ]
      : []),
    ...ueberEndeHinaus.map((periode) => ({
      gebuehr: gebuehrWieGebucht(konto, periode),
      statusVon: (kontaktId: number) => statusDerBuchung(konto, periode, kontaktId),
      ...korrigiere(kontext, periode, konto.pachtende),
    })),
  ];
  const faelligkeit = letzte ?? faelligkeitOhnePeriode(konto, abEnde);
  const paechter = teile.flatMap((teil) => teil.paechter);
  const verpaechter = teile.map(({ verpaechter: zeilen, ...teil }) => ({ ...teil, zeilen }));
  const mitStatus = (beleg: BelegEntwurf): BelegEntwurf => {
    if (beleg.belegart !== "gutschrift") return beleg;
    const gebuchterStatus = statusDer(verpaechter, beleg.kontaktId);
    return gebuchterStatus === heutigerStatus(konto, beleg.kontaktId) ? beleg : { ...beleg, gebuchterStatus };
  };
  return {
    faelligkeit,
    // Also one that ends with the lease: opened again, it would be this settlement's.
    korrigiert: abEnde.map((periode) => periode.faelligkeitId),
    belege: [
      ...rechnungen(paechter, "schlussrechnung", leistungDer(konto, "paechter", faelligkeit)),
      ...gutschriften(verpaechter, konto.zahlungsrhythmus, leistungDer(konto, "verpaechter", faelligkeit)).map(
        mitStatus,
      ),
    ],
  };
}

/**
 * The settlement's period where none is open: the booked one that the end lies in, whatever the rhythm is by now. Before
 * the first billed day none is booked; there it is that of the grid which the first booking goes by.
 *
 * @param abEnde what is booked from the end on, oldest first
 */
function faelligkeitOhnePeriode(konto: Beendet, abEnde: readonly GebuchtePeriode[]): Schlussabrechnung["faelligkeit"] {
  const ende = parseTag(konto.pachtende);
  const letzte = abEnde.find(({ zeitraumVon }) => zeitraumVon <= konto.pachtende);
  const { von } = periodeMit(ende, rasterVon(abEnde[0] ?? konto));
  const erster = ersterTag(konto);
  return {
    id: null,
    zeitraumVon: letzte?.zeitraumVon ?? formatTag(erster <= ende ? spaeterer(von, erster) : von),
    zeitraumBis: konto.pachtende,
    faelligAm: formatTag(plusTage(ende, 1)),
    art: "schlussabrechnung",
  };
}

/**
 * The settlement's period, cut to the days of the party (§ 14 Abs. 4 Nr. 6 UStG). One who came only after the end gets
 * back what was booked for the days from then on.
 */
function leistungDer(konto: Beendet, partei: Vertragspartei, faelligkeit: Schlussabrechnung["faelligkeit"]): Leistung {
  return (kontaktId, zeilen) => {
    const eigene = tageDerZeilen(zeilen);
    const spanne = { zeitraumVon: eigene.leistungVon, zeitraumBis: eigene.leistungBis };
    const tage = tageDer(konto, partei, kontaktId, faelligkeit) ?? tageDer(konto, partei, kontaktId, spanne);
    return tage ? { leistungVon: formatTag(tage.von), leistungBis: formatTag(tage.bis) } : eigene;
  };
}

/** From the first to the last day inside a period on which the contact is a party; null if there is none. */
function tageDer(
  { beteiligte }: Beendet,
  partei: Vertragspartei,
  kontaktId: number,
  periode: Pick<Faelligkeit, "zeitraumVon" | "zeitraumBis">,
): Zeitraum | null {
  const tage = beteiligte
    .filter((b) => b.kontaktId === kontaktId && b.rolle === partei)
    .flatMap((b) => schnitt(parseZeitraum(b.gueltigVon, b.gueltigBis), tageVon(periode)) ?? []);
  if (tage.length === 0) return null;
  return { von: tage.map(({ von }) => von).reduce(frueherer), bis: tage.map(({ bis }) => bis).reduce(spaeterer) };
}

function korrigiere(kontext: Kontokontext, periode: GebuchtePeriode, pachtende: string): Periodenzeilen {
  const bleibt = schnitt(tageVon(periode), parseZeitraum(null, pachtende));
  const richtig = bleibt ? berechnePeriode(wieGebucht(kontext, periode), bleibt) : { paechter: [], verpaechter: [] };
  return {
    paechter: anHeutige(periode, differenzen(periode, "paechter", richtig.paechter)),
    verpaechter: anHeutige(periode, differenzen(periode, "verpaechter", richtig.verpaechter)),
  };
}

/** What the contacts of then had and should have is worked out for each of them; it goes to who they are now. */
function anHeutige(periode: GebuchtePeriode, zeilen: readonly Parteizeile[]): Parteizeile[] {
  return zeilen.map(({ kontaktId, zeile }) => ({ kontaktId: heutiger(periode, kontaktId), zeile }));
}

function heutiger({ vorZusammenfuehrung }: GebuchtePeriode, kontaktId: number): number {
  return vorZusammenfuehrung?.heutige.find(([damals]) => damals === kontaktId)?.[1] ?? kontaktId;
}

/** Shares and their ties go by the contacts of then, so that a merging moves no cent of what is booked. */
function parteienWieGebucht(periode: GebuchtePeriode): Partial<Pick<Kontokontext, Vertragspartei>> {
  if (!periode.vorZusammenfuehrung) return {};
  const { beteiligte } = periode.vorZusammenfuehrung;
  const tage = tageVon(periode);
  return {
    paechter: besetzungen(beteiligte, "paechter", tage),
    verpaechter: besetzungen(beteiligte, "verpaechter", tage),
  };
}

/** One booking has one rate on every fee, and one reason for none; today's where they are not known. */
function gebuehrWieGebucht(konto: KontoEingabe, periode: GebuchtePeriode): Gebuehr {
  const { verwaltungsgebuehrBp, zeilen } = periode;
  const gebucht = zeilen.find(({ belegart }) => belegart === "gebuehrenrechnung");
  const satz = gebucht?.steuersatzBp ?? periode.gebuehrSteuersatzBp ?? konto.gebuehrSteuersatzBp;
  const grund =
    gebucht?.steuerbefreiungGrund ?? periode.gebuehrSteuerbefreiungGrund ?? konto.gebuehrSteuerbefreiungGrund;
  return { verwaltungsgebuehrBp, gebuehrSteuersatzBp: satz, gebuehrSteuerbefreiungGrund: grund };
}

/**
 * What is booked stays true: its parties, its grid and method, which positions it passed on, and the rates of its lines. A
 * correction is taxed like the supply that it corrects (§ 17 UStG), whatever rate or status holds by now.
 */
function wieGebucht(kontext: Kontokontext, periode: GebuchtePeriode): Kontokontext {
  const jePartei = { paechter: zeilenDer(periode, "paechter"), verpaechter: zeilenDer(periode, "verpaechter") };
  return {
    ...kontext,
    ...parteienWieGebucht(periode),
    konto: { ...kontext.konto, berechnungsart: periode.berechnungsart },
    raster: rasterVon(periode),
    positionen: kontext.positionen.map((position) => mitWeiterleitung(position, jePartei.paechter)),
    steuer: (partei, kontaktId, segment) => {
      const tag = formatTag(segment.von);
      const { ursprungId } = segment.version;
      const desTages = (zeile: GebuchteZeile) =>
        zeile.ursprungId === ursprungId && zeile.zeitraumVon <= tag && tag <= zeile.zeitraumBis;
      const eigene = jePartei[partei].find((zeile) => zeile.kontaktId === kontaktId && desTages(zeile));
      if (eigene) return eigene;
      // A cent that falls to a party only now: the position's rate is on the bills, the status on another Gutschrift.
      const version = { ...segment.version, ...satzAus(jePartei.paechter.find(desTages)) };
      const bisher = jePartei[partei].find((zeile) => zeile.kontaktId === kontaktId);
      if (partei === "verpaechter" && bisher) return steuerVerpaechter(version, bisher.umsatzsteuerStatus);
      return kontext.steuer(partei, heutiger(periode, kontaktId), { ...segment, version });
    },
  };
}

function satzAus(zeile: GebuchteZeile | undefined): Partial<Steuer> {
  return zeile ? { steuersatzBp: zeile.steuersatzBp, steuerbefreiungGrund: zeile.steuerbefreiungGrund } : {};
}

function mitWeiterleitung(position: Position, gebucht: readonly GebuchteZeile[]): Position {
  const weiterleitung = gebucht.find((zeile) => zeile.ursprungId === position.ursprungId)?.weiterleitung;
  if (weiterleitung === undefined) return position;
  const versionen = position.versionen.map((gueltige) => ({
    ...gueltige,
    version: { ...gueltige.version, weiterleitung },
  }));
  return { ...position, versionen };
}

function heutigerStatus({ beteiligte }: KontoEingabe, kontaktId: number): UmsatzsteuerStatus | null {
  return beteiligte.find((b) => b.kontaktId === kontaktId)?.umsatzsteuerStatus ?? null;
}

/** How a lessor was taxed when the period was booked; today's status where nothing of it was booked for him. */
function statusDerBuchung(konto: KontoEingabe, periode: GebuchtePeriode, kontaktId: number): UmsatzsteuerStatus | null {
  const eigene = zeilenDer(periode, "verpaechter").find((zeile) => heutiger(periode, zeile.kontaktId) === kontaktId);
  return eigene ? eigene.umsatzsteuerStatus : heutigerStatus(konto, kontaktId);
}

/** The booked lines of a side, without the fee. */
function zeilenDer(periode: GebuchtePeriode, partei: Vertragspartei): GebuchteZeile[] {
  return periode.zeilen.filter(({ belegart }) =>
    partei === "verpaechter" ? belegart === "gutschrift" : istAnPaechter(belegart),
  );
}

/** What a party had, and should have, of a position at a rate. */
type Paar = { kontaktId: number; gebucht: GebuchteZeile[]; richtig: BelegZeile[] };

/** One line for each party, position and rate whose amount changes, by position. */
function differenzen(periode: GebuchtePeriode, partei: Vertragspartei, richtig: readonly Parteizeile[]): Parteizeile[] {
  const paare = new Map<string, Paar>();
  const paarVon = (kontaktId: number, zeile: Omit<BelegZeile, "herleitung">): Paar => {
    const { ursprungId, steuersatzBp, steuerbefreiungGrund } = zeile;
    const schluessel = [kontaktId, ursprungId, steuersatzBp, steuerbefreiungGrund].join("|");
    const paar = paare.get(schluessel) ?? { kontaktId, gebucht: [], richtig: [] };
    paare.set(schluessel, paar);
    return paar;
  };
  for (const zeile of zeilenDer(periode, partei)) paarVon(zeile.kontaktId, zeile).gebucht.push(zeile);
  for (const { kontaktId, zeile } of richtig) paarVon(kontaktId, zeile).richtig.push(zeile);
  return [...paare.values()]
    .flatMap((paar) => differenz(periode, paar))
    .sort(
      (a, b) => (a.zeile.ursprungId ?? 0) - (b.zeile.ursprungId ?? 0) || b.zeile.steuersatzBp - a.zeile.steuersatzBp,
    );
}

function differenz(periode: GebuchtePeriode, { kontaktId, gebucht, richtig }: Paar): Parteizeile[] {
  const muster = gebucht[0] ?? richtig[0];
  const gebuchtCent = gebucht.reduce((summe, zeile) => summe + zeile.nettoCent, 0);
  const richtigCent = richtig.reduce((summe, zeile) => summe + zeile.nettoCent, 0);
  const nettoCent = cent(richtigCent - gebuchtCent);
  if (!muster || nettoCent === 0) return [];
  const { zeitraumVon, zeitraumBis } = periode;
  const korrektur: Korrektur = {
    faelligkeitId: periode.faelligkeitId,
    belegId: gebucht[0]?.belegId ?? null,
    belegnummer: gebucht[0]?.belegnummer ?? null,
    gebuchtCent,
    richtigCent,
    segmente: richtig.map((zeile) => ({ ...zeile.herleitung, nettoCent: zeile.nettoCent })),
  };
  const zeile: BelegZeile = {
    ursprungId: muster.ursprungId,
    positionId: muster.positionId,
    positionsartId: muster.positionsartId,
    bezeichnung: muster.bezeichnung,
    zeitraumVon,
    zeitraumBis,
    nettoCent,
    steuersatzBp: muster.steuersatzBp,
    steuerbefreiungGrund: muster.steuerbefreiungGrund,
    weiterleitung: muster.weiterleitung,
    herleitung: {
      segmentVon: zeitraumVon,
      segmentBis: zeitraumBis,
      methode: "korrektur",
      betragCent: gebuchtCent,
      intervall: periode.zahlungsrhythmus,
      vollbetrag: richtigCent.toString(),
      bruchteil: "1",
      segmentCent: nettoCent,
      anteil: "1",
      restCentSegment: 0,
      restCentAnteil: 0,
      hebungIds: [],
      korrektur,
    },
  };
  return [{ kontaktId, zeile }];
}
