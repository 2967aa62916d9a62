import type { Tag } from "../kalender/tag.ts";
import type { KontoStatus } from "../pacht/typen.ts";

export const vertragsarten = ["landpacht", "grundstueckspacht", "miete", "jagdpacht", "sonstige"] as const;
export type Vertragsart = (typeof vertragsarten)[number];

export const vertragsformen = ["muendlich", "textform", "schriftform", "notariell"] as const;
type Vertragsform = (typeof vertragsformen)[number];

export const kuendigungstermine = ["pachtjahr", "kalenderjahr", "quartal", "monat"] as const;
/** What the contract says itself: whole months before the end, and to which ends. */
export type Kuendigungsregel = { monate: number; zum: (typeof kuendigungstermine)[number] };

/** Letters of ISO 3166-2. */
export const bundeslaender = [
  "BW",
  "BY",
  "BE",
  "BB",
  "HB",
  "HH",
  "HE",
  "MV",
  "NI",
  "NW",
  "RP",
  "SL",
  "SN",
  "ST",
  "SH",
  "TH",
] as const;
export type Bundesland = (typeof bundeslaender)[number];

/** A leased object, as far as a deadline depends on it. */
type Fristobjekt = { objektart: string; flaecheQm: number | null; bundesland: Bundesland | null };

/** What the deadlines of an account follow from. */
export type Vertrag = {
  status: KontoStatus;
  /** null: as the kinds of its objects say */
  vertragsart: Vertragsart | null;
  pachtbeginn: Tag;
  pachtende: Tag | null;
  /** "MM-DD" */
  pachtjahrBeginn: string;
  vertragsschlussAm: Tag | null;
  vertragsform: Vertragsform | null;
  /** null: the law */
  kuendigungsregel: Kuendigungsregel | null;
  /** null: the lease ends when its time is over */
  verlaengerungMonate: number | null;
  anfrageErhaltenAm: Tag | null;
  angezeigtAm: Tag | null;
  objekte: readonly Fristobjekt[];
};

type Artangaben = Pick<Vertrag, "vertragsart"> & { objekte: readonly Pick<Fristobjekt, "objektart">[] };

/** What decides whether a lease ends with its term. */
export type Laufzeit = Artangaben &
  Pick<
    Vertrag,
    "pachtbeginn" | "pachtende" | "pachtjahrBeginn" | "vertragsform" | "verlaengerungMonate" | "anfrageErhaltenAm"
  >;

/** As it is entered: no kind of object makes a lease a Miete. */
export function istMiete({ vertragsart }: Pick<Vertrag, "vertragsart">): boolean {
  return vertragsart === "miete";
}

/** Fields and meadows alone are leased as farm land; forest, garden and water only where somebody says so. */
export function vertragsartVon({ vertragsart, objekte }: Artangaben): Vertragsart {
  if (vertragsart !== null) return vertragsart;
  const nur = (...arten: string[]) => objekte.length > 0 && objekte.every(({ objektart }) => arten.includes(objektart));
  if (nur("acker", "gruenland")) return "landpacht";
  return nur("jagd") ? "jagdpacht" : "sonstige";
}

/** The same from the kinds of the objects alone. */
export function vertragsartNachArten(vertragsart: Vertragsart | null, objektarten: readonly string[]): Vertragsart {
  return vertragsartVon({ vertragsart, objekte: objektarten.map((objektart) => ({ objektart })) });
}
