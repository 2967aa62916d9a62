import type { Anschriftdaten } from "../../kern/pacht/anschrift.ts";
import type { Mandat } from "../../kern/pacht/mandat.ts";
import type { Zahlungsart } from "../../kern/pacht/schnappschuss.ts";
import type {
  AktiveHebung,
  Beteiligter,
  Faelligkeit,
  GebuchtePeriode,
  GebuchteZeile,
  KontoEingabe,
  PositionVersion,
  UmsatzsteuerStatus,
} from "../../kern/pacht/typen.ts";
import type {
  Belegzeile,
  Beteiligtenzeile,
  Eingabezeile,
  Endangaben,
  Faelligkeitszeile,
  Hebungszeile,
  Kontaktangaben,
  Kontoangaben,
  Periodenzeile,
  Positionszeile,
} from "./zeilen.ts";

export type Kontakthinweis = {
  kontaktId: number;
  anzeigename: string;
  umsatzsteuerStatus: UmsatzsteuerStatus | null;
  istGutschriftVereinbart: boolean;
  /** One that may be too long for the window of a letter, or have a character that its font lacks. */
  auffaelligeAnschrift: Anschriftdaten | null;
  /** What else letters print of him, where their font may lack a character of it. */
  auffaelligeAngaben: Kontaktangaben | null;
  /**
   * Of whom pays by direct debit, where nothing may be collected from him: his mandate, and whether the company has no
   * creditor identifier to collect with.
   */
  fraglicherEinzug: { mandat: Mandat | null; ohneGlaeubigerId: boolean } | null;
  /** How he is paid or pays, where his IBAN is missing. */
  zahlungsartOhneIban: Zahlungsart | null;
  /** His account, where it may be one that no bank pays to or collects from. */
  fraglichesBankkonto: Kontoangaben | null;
  zahlungsart: Zahlungsart;
};

/** An account as the calculation takes it, with what booking and preview need to know beside it. */
export type Ladung = {
  konto: KontoEingabe;
  /** Last write to anything that the amounts follow from, but for contacts and company data. */
  geaendertAm: string;
  /** Last write to what all amounts follow from. */
  firmendatenGeaendertAm: string;
  /** Sum of the versions of the parties: it grows with each change of one of them. */
  kontaktVersionen: number;
  /** What letters call the account, where the font may lack a character of it. */
  auffaelligeBezeichnung: string | null;
  /** So many months the lease goes on each time, as nobody has given notice; null where it ends by itself. */
  verlaengertUm: number | null;
  /** What may give a lease that has ended no end by law, where nobody has given notice. */
  fraglichesEnde: Endangaben | null;
  /** Increases that a clerk has planned and not activated. */
  geplant: { id: number; wirksamAb: string }[];
  /** Versions of positions with a tax rate that no kind of position has. */
  ungewoehnlicheSaetze: ReadonlySet<number>;
  /** What of the parties a clerk may have to be told, each contact once. */
  kontakte: Kontakthinweis[];
};

/** The row of an account with names for what the database packed into arrays. */
export function packeEingabeAus(
  {
    eingabeGeaendertAm,
    firmendatenGeaendertAm,
    kontaktVersionen,
    auffaelligeBezeichnung,
    verlaengertUm,
    fraglichesEnde,
    beteiligte,
    positionen,
    hebungen,
    faelligkeiten,
    ...konto
  }: Eingabezeile,
  gebucht: GebuchtePeriode[],
): Ladung {
  return {
    konto: {
      ...konto,
      gebucht,
      beteiligte: beteiligte.map(beteiligter),
      positionen: positionen.map(position),
      hebungen: hebungen.filter(([, status]) => status === "aktiv").map(hebung),
      faelligkeiten: faelligkeiten.map(faelligkeit),
    },
    geaendertAm: eingabeGeaendertAm,
    firmendatenGeaendertAm,
    kontaktVersionen,
    auffaelligeBezeichnung,
    verlaengertUm,
    fraglichesEnde,
    geplant: hebungen
      .filter(([, status]) => status === "geplant")
      .map(hebung)
      .map(({ id, wirksamAb }) => ({ id, wirksamAb })),
    ungewoehnlicheSaetze: new Set(positionen.filter(({ 13: istSatzUeblich }) => !istSatzUeblich).map(([id]) => id)),
    kontakte: [...new Map(beteiligte.map(kontakthinweis).map((hinweis) => [hinweis.kontaktId, hinweis])).values()],
  };
}

/** A booked period with names for what the database packed into arrays. */
export function packePeriodeAus({ pachtkontoId: _, zeilen, ...periode }: Periodenzeile): GebuchtePeriode {
  return {
    ...periode,
    zeilen: zeilen.map(gebuchteZeile),
  };
}

const beteiligter = ([
  kontaktId,
  rolle,
  anteilZaehler,
  anteilNenner,
  gueltigVon,
  gueltigBis,
  umsatzsteuerStatus,
  hatSteuernummer,
  hatAnschrift,
  ohneAnsprechpartner,
]: Beteiligtenzeile): Beteiligter => ({
  kontaktId,
  rolle,
  anteilZaehler,
  anteilNenner,
  gueltigVon,
  gueltigBis,
  umsatzsteuerStatus,
  hatSteuernummer,
  hatAnschrift,
  ohneAnsprechpartner,
});

const kontakthinweis = ({
  0: kontaktId,
  6: umsatzsteuerStatus,
  10: anzeigename,
  11: istGutschriftVereinbart,
  12: auffaelligeAnschrift,
  13: einzug,
  14: auffaelligeAngaben,
  15: zahlungsartOhneIban,
  16: fraglichesBankkonto,
  17: zahlungsart,
}: Beteiligtenzeile): Kontakthinweis => ({
  kontaktId,
  anzeigename,
  umsatzsteuerStatus,
  istGutschriftVereinbart,
  auffaelligeAnschrift,
  auffaelligeAngaben,
  fraglicherEinzug: einzug && alsEinzug(einzug),
  zahlungsartOhneIban,
  fraglichesBankkonto,
  zahlungsart: zahlungsart ?? "ueberweisung",
});

const alsEinzug = ([referenz, datum, ohneGlaeubigerId]: NonNullable<Beteiligtenzeile[13]>) => ({
  mandat: referenz === null ? null : { referenz, datum },
  ohneGlaeubigerId,
});

const position = ([
  id,
  ursprungId,
  positionsartId,
  bezeichnung,
  betragCent,
  intervall,
  gueltigVon,
  gueltigBis,
  steuersatzBp,
  steuerbefreiungGrund,
  anteilig,
  erhoehbar,
  weiterleitung,
]: Positionszeile): PositionVersion => ({
  id,
  ursprungId,
  positionsartId,
  bezeichnung,
  betragCent,
  intervall,
  gueltigVon,
  gueltigBis,
  steuersatzBp,
  steuerbefreiungGrund,
  anteilig,
  erhoehbar,
  weiterleitung,
});

const hebung = ([
  id,
  ,
  art,
  wertBp,
  betragCent,
  indexBasis,
  indexNeu,
  weitergabeBp,
  obergrenzeBp,
  verkettung,
  wirksamAb,
  positionIds,
]: Hebungszeile): AktiveHebung => ({
  id,
  art,
  wertBp,
  betragCent,
  indexBasis,
  indexNeu,
  weitergabeBp,
  obergrenzeBp,
  verkettung,
  wirksamAb,
  positionIds,
});

const faelligkeit = ([id, zeitraumVon, zeitraumBis, faelligAm, art, raster]: Faelligkeitszeile): Faelligkeit => ({
  id,
  zeitraumVon,
  zeitraumBis,
  faelligAm,
  art,
  raster,
});

const gebuchteZeile = ([
  belegId,
  belegnummer,
  belegart,
  kontaktId,
  ursprungId,
  positionId,
  positionsartId,
  bezeichnung,
  zeitraumVon,
  zeitraumBis,
  nettoCent,
  steuersatzBp,
  steuerbefreiungGrund,
  weiterleitung,
  umsatzsteuerStatus,
]: Belegzeile): GebuchteZeile => ({
  belegId,
  belegnummer,
  belegart,
  kontaktId,
  ursprungId,
  positionId,
  positionsartId,
  bezeichnung,
  zeitraumVon,
  zeitraumBis,
  nettoCent,
  steuersatzBp,
  steuerbefreiungGrund,
  weiterleitung,
  umsatzsteuerStatus,
});
