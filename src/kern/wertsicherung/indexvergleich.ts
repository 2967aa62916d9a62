import { rundeQuotient } from "../geld/bruch.ts";
import { type Faktor, indexverhaeltnis, type Verkettung, zehntel } from "../pacht/hebung/indexaenderung.ts";
import type { Indexklausel } from "./klausel.ts";

/** "105.1" of a month "2026-09", and the day on which it was entered. */
export type Indexstand = { monat: string; wert: string; eingegebenAm: string };

/** One base with all its months, oldest first. */
export type Indexfassung = { nr: number; basis: string; staende: readonly Indexstand[] };

export type Indexreihe = {
  id: number;
  name: string;
  /** Last month of a series that ended, and the series that goes on. */
  beendetMit: string | null;
  nachfolgerId: number | null;
  /** Newest first. */
  fassungen: readonly Indexfassung[];
};

export type Indexreihen = ReadonlyMap<number, Indexreihe>;

/** Where a value of a comparison stands. */
type Indexbezug = { reiheId: number; fassung: number; monat: string };

export type Indexvergleich = {
  basis: Indexbezug & { wert: string };
  neu: Indexbezug & { wert: string; eingegebenAm: string };
  /** What the values of both months count from; null where they stand in two series. */
  basistext: string | null;
  verkettung: Verkettung | null;
  /** The full change with four decimals: "9.9905". */
  aenderungProzent: string;
  /** Day of the value since which the threshold has been passed; null: it is not. */
  schwelleSeit: string | null;
  /** Rounded in the clause's other way, the threshold would be judged otherwise. */
  istRundungssache: boolean;
  /** There is a newer month that cannot be compared with the base month. */
  istVeraltet: boolean;
};

/** Months from the base on that are compared with it. */
type Strecke = {
  basis: Indexvergleich["basis"];
  reiheId: number;
  fassung: Indexfassung;
  /** Later months, oldest first. */
  spaetere: readonly Indexstand[];
  verkettung: Verkettung | null;
};

/**
 * Compares the base month of a clause with the newest one. Both values come from one version, the newest that has both; where
 * a series ended and another goes on, each half from one, linked by the last month of the old one.
 *
 * @returns null where no version has the base month and a later one
 */
export function vergleicheIndex(klausel: Indexklausel, reihen: Indexreihen): Indexvergleich | null {
  const reihe = reihen.get(klausel.reiheId);
  const strecke = reihe && (verketteteStrecke(klausel, reihe, reihen) ?? eigeneStrecke(klausel, reihe));
  const neu = strecke?.spaetere.at(-1);
  if (!reihe || !strecke || !neu) return null;
  const { basis, fassung, reiheId, verkettung } = strecke;
  const aenderung = aenderungZu(strecke, neu);
  const andereRundung = { ...klausel, rundung: klausel.rundung === "exakt" ? "amtlich" : "exakt" } as const;
  return {
    basis,
    neu: { reiheId, fassung: fassung.nr, ...neu },
    basistext: verkettung === null ? fassung.basis : null,
    verkettung,
    aenderungProzent: inProzent(aenderung),
    schwelleSeit: schwelleSeit(klausel, strecke),
    istRundungssache: istJenseits(klausel, strecke, neu) !== istJenseits(andereRundung, strecke, neu),
    istVeraltet: neuesterMonat(reihe, reihen) > neu.monat,
  };
}

/** Nothing is missing: the base month is the newest there is, and the next one is still to come. */
export function wartetAufStand({ reiheId, basisMonat }: Indexklausel, reihen: Indexreihen): boolean {
  const reihe = reihen.get(reiheId);
  const gehtWeiter = reihe !== undefined && (reihe.beendetMit === null || reihe.nachfolgerId !== null);
  return gehtWeiter && neuesterMonat(reihe, reihen) <= basisMonat;
}

function standIn(fassung: Indexfassung, monat: string): Indexstand | undefined {
  return fassung.staende.find((stand) => stand.monat === monat);
}

/** The version to compare in: of those that have `von`, the newest that has the newest month, too. */
function neuesteMit(
  fassungen: readonly Indexfassung[],
  von: string,
  bis: string | null,
): Pick<Strecke, "fassung" | "spaetere"> | null {
  const moegliche = fassungen
    .filter((fassung) => standIn(fassung, von))
    .map((fassung) => ({
      fassung,
      spaetere: fassung.staende.filter(({ monat }) => monat > von && (bis === null || monat <= bis)),
    }));
  const letzter = moegliche.map(({ spaetere }) => spaetere.at(-1)?.monat ?? "").reduce((a, b) => (a > b ? a : b), "");
  return moegliche.find(({ spaetere }) => letzter !== "" && spaetere.at(-1)?.monat === letzter) ?? null;
}

function eigeneStrecke({ basisMonat, schwellePunkte }: Indexklausel, reihe: Indexreihe): Strecke | null {
  // Points count in their own base only.
  const fassungen = reihe.fassungen.filter(({ basis }) => schwellePunkte === null || basis === schwellePunkte.basis);
  const gefunden = neuesteMit(fassungen, basisMonat, reihe.beendetMit);
  if (gefunden === null) return null;
  return { ...gefunden, basis: bezug(reihe, gefunden.fassung, basisMonat), reiheId: reihe.id, verkettung: null };
}

/** From a series that ended into the one that goes on. */
function verketteteStrecke(
  { basisMonat, schwellePunkte }: Indexklausel,
  reihe: Indexreihe,
  reihen: Indexreihen,
): Strecke | null {
  const { beendetMit, nachfolgerId } = reihe;
  const nachfolger = nachfolgerId === null ? undefined : reihen.get(nachfolgerId);
  if (!nachfolger || beendetMit === null || basisMonat > beendetMit || schwellePunkte !== null) return null;
  const alte = reihe.fassungen.find((fassung) => standIn(fassung, basisMonat) && standIn(fassung, beendetMit));
  const neue = neuesteMit(nachfolger.fassungen, beendetMit, nachfolger.beendetMit);
  if (!alte || neue === null) return null;
  const verkettung = {
    alt: bezug(reihe, alte, beendetMit).wert,
    neu: bezug(nachfolger, neue.fassung, beendetMit).wert,
  };
  return { ...neue, basis: bezug(reihe, alte, basisMonat), reiheId: nachfolger.id, verkettung };
}

function bezug(reihe: Indexreihe, fassung: Indexfassung, monat: string): Indexvergleich["basis"] {
  const stand = standIn(fassung, monat);
  if (!stand) throw new RangeError(`Kein Stand für ${monat} in Fassung ${fassung.nr}`);
  return { reiheId: reihe.id, fassung: fassung.nr, monat, wert: stand.wert };
}

function neuesterMonat(reihe: Indexreihe, reihen: Indexreihen): string {
  const nachfolger = reihe.nachfolgerId === null ? undefined : reihen.get(reihe.nachfolgerId);
  return [reihe, ...(nachfolger ? [nachfolger] : [])]
    .flatMap(({ fassungen }) => fassungen.map(({ staende }) => staende.at(-1)?.monat ?? ""))
    .reduce((a, b) => (a > b ? a : b), "");
}

/** The change of the index, as a fraction of 1: negative for a fall. */
function aenderungZu({ basis, verkettung }: Strecke, { wert }: Indexstand): Faktor {
  const verhaeltnis = indexverhaeltnis({ indexBasis: basis.wert, indexNeu: wert, verkettung });
  if (verhaeltnis === null) throw new RangeError(`Der Index ${basis.reiheId} ist in ${basis.monat} 0`);
  return { zaehler: verhaeltnis.zaehler - verhaeltnis.nenner, nenner: verhaeltnis.nenner };
}

function inProzent({ zaehler, nenner }: Faktor): string {
  const gerundet = rundeQuotient(1_000_000n * zaehler, nenner);
  const ziffern = (gerundet < 0n ? -gerundet : gerundet).toString().padStart(5, "0");
  return `${gerundet < 0n ? "-" : ""}${ziffern.slice(0, -4)}.${ziffern.slice(-4)}`;
}

function istJenseits(klausel: Indexklausel, strecke: Strecke, stand: Indexstand): boolean {
  const { zaehler, nenner } = aenderungZu(strecke, stand);
  if (zaehler === 0n || (zaehler < 0n && !klausel.beideRichtungen)) return false;
  const betrag = zaehler < 0n ? -zaehler : zaehler;
  const abstand = abstandZurSchwelle(klausel, { zaehler: betrag, nenner }, strecke.basis.wert, stand.wert);
  return klausel.vergleich === "erreicht" ? abstand >= 0n : abstand > 0n;
}

/** Negative below the threshold, 0 on it; of what size does not matter. */
function abstandZurSchwelle(
  { schwelleBp, schwellePunkte, rundung }: Indexklausel,
  { zaehler, nenner }: Faktor,
  basis: string,
  neu: string,
): bigint {
  if (schwellePunkte !== null) {
    const punkte = zehntel(neu) - zehntel(basis);
    return (punkte < 0n ? -punkte : punkte) - zehntel(schwellePunkte.punkte);
  }
  const schwelle = BigInt(schwelleBp ?? 0);
  // The statistical office tells the change in per cent with one decimal: in steps of ten basis points.
  if (rundung === "amtlich") return 10n * rundeQuotient(1000n * zaehler, nenner) - schwelle;
  return 10_000n * zaehler - schwelle * nenner;
}

function schwelleSeit(klausel: Indexklausel, strecke: Strecke): string | null {
  let seit: string | null = null;
  for (const stand of strecke.spaetere.toReversed()) {
    if (!istJenseits(klausel, strecke, stand)) break;
    seit = stand.eingegebenAm;
  }
  return seit;
}
