/**
 * Rows as `queries.ts` reads them and `packeAus.ts` unpacks them: one an account, with what belongs to it packed as arrays,
 * which take a quarter of the memory of row objects. The order of an array is that of its `json_build_array`.
 */

import type { Laufzeit } from "../../kern/fristen/vertrag.ts";
import type { Anschriftdaten } from "../../kern/pacht/anschrift.ts";
import type { Verkettung } from "../../kern/pacht/hebung/indexaenderung.ts";
import type { Zahlungsart } from "../../kern/pacht/schnappschuss.ts";
import type {
  Belegart,
  Faelligkeit,
  GebuchtePeriode,
  HebungArt,
  Intervall,
  KontoEingabe,
  Kontoraster,
  UmsatzsteuerStatus,
} from "../../kern/pacht/typen.ts";
import type { Bankangaben } from "../../stammdaten/kontakte/bankverbindung.ts";

export type Beteiligtenzeile = [
  kontaktId: number,
  rolle: "paechter" | "verpaechter" | "bevollmaechtigter",
  anteilZaehler: number | null,
  anteilNenner: number | null,
  gueltigVon: string | null,
  gueltigBis: string | null,
  umsatzsteuerStatus: UmsatzsteuerStatus | null,
  hatSteuernummer: boolean,
  hatAnschrift: boolean,
  ohneAnsprechpartner: boolean,
  anzeigename: string,
  istGutschriftVereinbart: boolean,
  auffaelligeAnschrift: Anschriftdaten | null,
  fraglicherEinzug:
    | [referenz: string, datum: string, ohneGlaeubigerId: boolean]
    | [referenz: null, datum: null, ohneGlaeubigerId: boolean]
    | null,
  auffaelligeAngaben: Kontaktangaben | null,
  zahlungsartOhneIban: Zahlungsart | null,
  fraglichesBankkonto: Kontoangaben | null,
  /** Null is `ueberweisung`, which most have. */
  zahlungsart: Zahlungsart | null,
];

/** How a contact pays or is paid, and what a payment names of him. */
export type Kontoangaben = Bankangaben & { zahlungsart: Zahlungsart };

/** What letters print of a contact beside name and address. */
export type Kontaktangaben = Record<
  "kontoinhaber" | "debitornummer" | "kreditornummer" | "steuernummer",
  string | null
>;
export type Positionszeile = [
  id: number,
  ursprungId: number,
  positionsartId: number,
  bezeichnung: string,
  betragCent: number,
  intervall: Intervall,
  gueltigVon: string | null,
  gueltigBis: string | null,
  steuersatzBp: number,
  steuerbefreiungGrund: string | null,
  anteilig: boolean,
  erhoehbar: boolean,
  weiterleitung: boolean,
  istSatzUeblich: boolean,
];
export type Hebungszeile = [
  id: number,
  status: "aktiv" | "geplant",
  art: HebungArt,
  wertBp: number | null,
  betragCent: number | null,
  indexBasis: string | null,
  indexNeu: string | null,
  weitergabeBp: number | null,
  obergrenzeBp: number | null,
  verkettung: Verkettung | null,
  wirksamAb: string,
  positionIds: number[] | null,
];
export type Faelligkeitszeile = [
  id: number,
  zeitraumVon: string,
  zeitraumBis: string,
  faelligAm: string,
  art: Faelligkeit["art"],
  raster: Kontoraster | null,
];

/** What may give a lease no end though it names one; the kinds of what is leased where no kind of lease was entered. */
export type Endangaben = Pick<Laufzeit, "vertragsart" | "vertragsform" | "verlaengerungMonate"> & {
  anfrageErhaltenAm: string | null;
  objektarten: string[];
};

export type Eingabezeile = Omit<
  KontoEingabe,
  "beteiligte" | "positionen" | "hebungen" | "faelligkeiten" | "gebucht"
> & {
  eingabeGeaendertAm: string;
  firmendatenGeaendertAm: string;
  kontaktVersionen: number;
  /** What the letters call the account, if the font may lack a character of it. */
  auffaelligeBezeichnung: string | null;
  /** So many months the lease goes on each time, as nobody has given notice. */
  verlaengertUm: number | null;
  /** Where an ended lease may be one without an end by law, as nobody has given notice: few are sent. */
  fraglichesEnde: Endangaben | null;
  beteiligte: Beteiligtenzeile[];
  positionen: Positionszeile[];
  hebungen: Hebungszeile[];
  faelligkeiten: Faelligkeitszeile[];
};

export type Belegzeile = [
  belegId: number,
  belegnummer: string,
  belegart: Belegart,
  kontaktId: number,
  ursprungId: number | null,
  positionId: number | null,
  positionsartId: number | null,
  bezeichnung: string,
  von: string,
  bis: string,
  nettoCent: number,
  steuersatzBp: number,
  grund: string | null,
  weiterleitung: boolean,
  umsatzsteuerStatus: UmsatzsteuerStatus | null,
];

export type Periodenzeile = Omit<GebuchtePeriode, "zeilen"> & { pachtkontoId: number; zeilen: Belegzeile[] };
