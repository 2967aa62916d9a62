/**
 * What the calculation takes and gives. Dates are civil days "YYYY-MM-DD", amounts whole cents, rates basis points;
 * intervals are closed on both sides and null is an open side. Everything here is plain data, so that the preview, the
 * booking, the archive and the tests hand the same objects around.
 */

import type { Indexaenderung } from "./hebung/indexaenderung.ts";

export type Rhythmus = "monatlich" | "vierteljaehrlich" | "halbjaehrlich" | "jaehrlich";
export type Intervall = Rhythmus | "einmalig";
export const berechnungsarten = ["monatsgenau", "tagesgenau", "dreissig360"] as const;
export type Berechnungsart = (typeof berechnungsarten)[number];
export const kontoStatus = ["aktiv", "inaktiv", "gekuendigt", "ausgelaufen"] as const;
export type KontoStatus = (typeof kontoStatus)[number];
export const beteiligtenrollen = ["paechter", "verpaechter", "bevollmaechtigter"] as const;
export type Beteiligtenrolle = (typeof beteiligtenrollen)[number];
export const umsatzsteuerStatus = ["regelbesteuert", "kleinunternehmer", "pauschaliert", "nicht_steuerbar"] as const;
export type UmsatzsteuerStatus = (typeof umsatzsteuerStatus)[number];
export const faelligkeitArten = ["regulaer", "schlussabrechnung"] as const;
export type FaelligkeitArt = (typeof faelligkeitArten)[number];
export const belegarten = [
  "rechnung",
  "schlussrechnung",
  "gutschrift",
  "gebuehrenrechnung",
  "stornorechnung",
  "stornogutschrift",
] as const;
export type Belegart = (typeof belegarten)[number];
export const hebungArten = ["prozent", "betrag", "neuer_betrag", "index"] as const;
export type HebungArt = (typeof hebungArten)[number];

export type Beteiligter = {
  kontaktId: number;
  rolle: Beteiligtenrolle;
  /** Both null: the only party of its role, share 1. */
  anteilZaehler: number | null;
  anteilNenner: number | null;
  gueltigVon: string | null;
  gueltigBis: string | null;
  umsatzsteuerStatus: UmsatzsteuerStatus | null;
  /** A tax number or a VAT identification number is known. */
  hatSteuernummer: boolean;
  /**
   * A town is known, and a street or a postcode; of who has a Leitweg-ID the postcode, which an XRechnung demands. A
   * lessor gets one, too: that over the fee.
   */
  hatAnschrift: boolean;
  /** A public buyer, who is to get an XRechnung, and the company names nobody to ask about it. */
  ohneAnsprechpartner: boolean;
};

/** Who is party of an account on which days, with which share. */
export type Beteiligung = Pick<
  Beteiligter,
  "kontaktId" | "rolle" | "anteilZaehler" | "anteilNenner" | "gueltigVon" | "gueltigBis"
>;

/** One version of a position with what its position type says at booking. */
export type PositionVersion = {
  id: number;
  /** Id of the first version; "position" in the rules means this. */
  ursprungId: number;
  positionsartId: number;
  bezeichnung: string;
  betragCent: number;
  intervall: Intervall;
  gueltigVon: string | null;
  gueltigBis: string | null;
  /** The version's own rate, else that of its type. */
  steuersatzBp: number;
  /** Set where the rate is 0. */
  steuerbefreiungGrund: string | null;
  anteilig: boolean;
  erhoehbar: boolean;
  weiterleitung: boolean;
};

/** A rent increase in state `aktiv`. */
export type AktiveHebung = Indexaenderung & {
  id: number;
  art: HebungArt;
  wertBp: number | null;
  betragCent: number | null;
  wirksamAb: string;
  /** Ids of the affected positions (`ursprungId`); null: all that are `erhoehbar`. */
  positionIds: number[] | null;
};

/** What the periods of an account follow from. */
export type Kontolaufzeit = {
  pachtbeginn: string;
  pachtende: string | null;
  abrechnungAb: string | null;
  /** "MM-DD", day 01 to 28. */
  pachtjahrBeginn: string;
  zahlungsrhythmus: Rhythmus;
  /** null: unknown; its due dates are taken as postpaid (§ 587 BGB), but it is not billed. */
  istVorauszahlend: boolean | null;
};

/** What the uncut periods of an account follow from. */
export type Kontoraster = Pick<Kontolaufzeit, "pachtjahrBeginn" | "zahlungsrhythmus">;

/** A due period as it stands in the table. */
export type Faelligkeit = {
  id: number;
  zeitraumVon: string;
  zeitraumBis: string;
  faelligAm: string;
  art: FaelligkeitArt;
  /** The grid that it was booked in before its storno; none: the account's. */
  raster?: Kontoraster | null;
};

/** A line as it stands on a booked document. */
export type GebuchteZeile = Omit<BelegZeile, "herleitung"> & {
  belegId: number;
  belegnummer: string;
  belegart: Belegart;
  kontaktId: number;
  /** Of the recipient, as it was at the booking. */
  umsatzsteuerStatus: UmsatzsteuerStatus | null;
};

/**
 * A booked period that ends on `pachtende` or reaches past it, with the lines of all its documents that are not
 * cancelled; those of its fee documents tell the rate on the fee. Grid, method and fee are those it was booked with:
 * the account may have others by now.
 */
export type GebuchtePeriode = {
  faelligkeitId: number;
  zeitraumVon: string;
  zeitraumBis: string;
  pachtjahrBeginn: string;
  zahlungsrhythmus: Rhythmus;
  berechnungsart: Berechnungsart;
  verwaltungsgebuehrBp: number;
  /** null where the snapshot of the account does not say it. */
  gebuehrSteuersatzBp: number | null;
  gebuehrSteuerbefreiungGrund: string | null;
  zeilen: GebuchteZeile[];
  /** Only where one of its contacts was merged since. */
  vorZusammenfuehrung?: VorZusammenfuehrung | null;
};

/** The parties as a period was booked with them, and who the contacts of then are now: `[of then, of today]`. */
type VorZusammenfuehrung = { beteiligte: Beteiligung[]; heutige: [number, number][] };

export type KontoEingabe = Kontolaufzeit & {
  id: number;
  kontonummer: string;
  version: number;
  status: KontoStatus;
  schlussabrechnung: string | null;
  /** `pachtende` lies before the first billed day, and yet something is booked. */
  endetVorGebuchtem: boolean;
  berechnungsart: Berechnungsart;
  /** Account's, else the company's; days. */
  zahlungszielTage: number;
  verwaltungsgebuehrBp: number;
  /** Rate on the fee, from the company data, and where it is 0 the reason. */
  gebuehrSteuersatzBp: number;
  gebuehrSteuerbefreiungGrund: string | null;
  beteiligte: Beteiligter[];
  positionen: PositionVersion[];
  hebungen: AktiveHebung[];
  /** Open due periods with `faelligAm` up to the billed day, oldest first. */
  faelligkeiten: Faelligkeit[];
  /**
   * Booked, not cancelled periods with `zeitraumBis` on or after `pachtende`, empty if there are none. A final
   * settlement that is due cannot be computed without them.
   */
  gebucht?: GebuchtePeriode[];
};

/** `voll`: the whole period; `nicht_anteilig`: the full amount, however long the position is valid. */
export const rechenmethoden = [
  ...berechnungsarten,
  "voll",
  "nicht_anteilig",
  "einmalig",
  "gebuehr",
  "korrektur",
] as const;

/** How an amount came about, so that API, letter and auditor see the same arithmetic. Fractions are texts "7/12". */
type Rechenweg = {
  segmentVon: string;
  segmentBis: string;
  methode: (typeof rechenmethoden)[number];
  /** Interval amount of the version, cents. */
  betragCent: number;
  intervall: Intervall;
  /** Full amount of the uncut period, cents as an exact fraction. */
  vollbetrag: string;
  /** Part of the uncut period that the segment covers. */
  bruchteil: string;
  /** Whole cents of the segment, before the split by shares. */
  segmentCent: number;
  /** This party's share. */
  anteil: string;
  /** Cent given (1, -1) or not (0) by largest remainder: in the segments, then in the shares. */
  restCentSegment: number;
  restCentAnteil: number;
  /** Increases applied to the version, in order. */
  hebungIds: number[];
};

/**
 * What a line of a final settlement corrects: `nettoCent` of the line = `richtigCent` - `gebuchtCent`. The document is
 * null where the party had no line before (a cent of a remainder that now falls to it). `segmente` are what the
 * correctly cut period gives, one entry a line that it would have; empty where nothing remains.
 */
export type Korrektur = {
  faelligkeitId: number;
  belegId: number | null;
  belegnummer: string | null;
  gebuchtCent: number;
  richtigCent: number;
  segmente: (Rechenweg & { nettoCent: number })[];
};

/**
 * `korrektur` only on a line of method `korrektur`. There the segment is the booked period, `betragCent` what was
 * booked, `intervall` its rhythm, `vollbetrag` what is right, `segmentCent` the difference; the arithmetic is in
 * `korrektur.segmente`.
 */
export type Herleitung = Rechenweg & { korrektur?: Korrektur };

export type BelegZeile = {
  ursprungId: number | null;
  positionId: number | null;
  positionsartId: number | null;
  bezeichnung: string;
  zeitraumVon: string;
  zeitraumBis: string;
  nettoCent: number;
  steuersatzBp: number;
  steuerbefreiungGrund: string | null;
  weiterleitung: boolean;
  herleitung: Herleitung;
};

export type Steuergruppe = {
  steuersatzBp: number;
  steuerbefreiungGrund: string | null;
  nettoCent: number;
  steuerCent: number;
};

/** The time that a document's own supply took (§ 14 Abs. 4 Nr. 6 UStG), whatever the period of its account. */
export type Leistungszeitraum = { leistungVon: string; leistungBis: string };

/** A document before it has a number. */
export type BelegEntwurf = Leistungszeitraum & {
  belegart: Belegart;
  kontaktId: number;
  zeilen: BelegZeile[];
  steuergruppen: Steuergruppe[];
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  /** Only a lessor's `gutschrift`: gross less the gross of the fee document. */
  auszahlungCent: number | null;
  /** Only a lessor's `gutschrift` that corrects what was booked by another tax status than he has today: that one. */
  gebuchterStatus?: UmsatzsteuerStatus | null;
};
