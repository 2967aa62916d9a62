import { bruch, rundeQuotient } from "../../geld/bruch.ts";
import { cent } from "../../geld/cent.ts";
import { verteileWerte } from "../../geld/verteile.ts";
import { tagVor } from "../../kalender/tag.ts";
import { vergleicheText } from "../../vergleicheText.ts";
import { HOECHSTBETRAG_CENT } from "../grenzen.ts";
import { MONATE } from "../perioden.ts";
import type { AktiveHebung, PositionVersion, Rhythmus } from "../typen.ts";
import { indexfaktor } from "./indexaenderung.ts";

/** A version after the increases in `hebungIds`, in the order in which they were applied. */
export type ErhoehteVersion = PositionVersion & { hebungIds: number[] };

/** What one increase does to one version: interval amounts before and after, from its `wirksamAb` on. */
export type HebungAenderung = {
  hebungId: number;
  ursprungId: number;
  positionId: number;
  altCent: number;
  neuCent: number;
  gueltigVon: string;
  gueltigBis: string | null;
};

type HebungErgebnis = {
  versionen: ErhoehteVersion[];
  aenderungen: HebungAenderung[];
  /** Increases that cannot be computed: no positive yearly sum, a negative result, or one too great for a position. */
  ohneBasis: HebungOhneBasis[];
};

/** From `wirksamAb` to the last day of what it would change. */
export type HebungOhneBasis = Pick<HebungAenderung, "hebungId" | "gueltigVon" | "gueltigBis"> & { grund: OhneBasis };

type OhneBasis = "summe" | "zu_gross";

type Wiederkehrend = ErhoehteVersion & { intervall: Rhythmus };

/**
 * Applies increases in the order of `wirksamAb`, then id. Each changes the versions valid on `wirksamAb` up to their
 * end, cutting them in two there; later versions and one-offs stay as entered. One that reaches none changes nothing.
 *
 * @param positionen all versions of an account, in any order
 */
export function wendeHebungenAn(
  positionen: readonly PositionVersion[],
  hebungen: readonly AktiveHebung[],
): HebungErgebnis {
  let versionen: ErhoehteVersion[] = positionen.map((version) => ({ ...version, hebungIds: [] }));
  const aenderungen: HebungAenderung[] = [];
  const ohneBasis: HebungOhneBasis[] = [];
  for (const hebung of hebungen.toSorted((a, b) => vergleicheText(a.wirksamAb, b.wirksamAb) || a.id - b.id)) {
    const betroffen = versionen
      .filter((version): version is Wiederkehrend => betrifft(hebung, version))
      .sort((a, b) => a.ursprungId - b.ursprungId);
    if (betroffen.length === 0) continue;
    const betraege = neueBetraege(hebung, betroffen);
    if (typeof betraege === "string") {
      const gueltigBis = letzterTag(betroffen);
      ohneBasis.push({ hebungId: hebung.id, gueltigVon: hebung.wirksamAb, gueltigBis, grund: betraege });
      continue;
    }
    const neu = new Map<ErhoehteVersion, number>(betroffen.map((version, i) => [version, betraege[i] ?? 0]));
    versionen = versionen.flatMap((version) => {
      const neuCent = neu.get(version);
      return neuCent === undefined ? [version] : erhoehe(version, hebung, neuCent);
    });
    for (const [version, neuCent] of neu) aenderungen.push(aenderung(version, hebung, neuCent));
  }
  return { versionen, aenderungen, ohneBasis };
}

/** Increases none of whose positions has a version on `wirksamAb`: they change nothing. */
export function hebungenOhnePosition(
  positionen: readonly PositionVersion[],
  hebungen: readonly AktiveHebung[],
): AktiveHebung[] {
  return hebungen.filter((hebung) => !positionen.some((version) => betrifft(hebung, version)));
}

/** The last day on which one of them is valid; null: open. */
export function letzterTag(versionen: readonly Pick<PositionVersion, "gueltigBis">[]): string | null {
  const enden = versionen.map(({ gueltigBis }) => gueltigBis);
  return enden.reduce((a, b) => (a === null || b === null ? null : a > b ? a : b));
}

/** Whether an increase changes this version from its `wirksamAb` on, if its amount can be computed. */
export function betrifft(hebung: AktiveHebung, version: PositionVersion): boolean {
  if (version.intervall === "einmalig") return false;
  if (version.gueltigVon !== null && version.gueltigVon > hebung.wirksamAb) return false;
  if (version.gueltigBis !== null && version.gueltigBis < hebung.wirksamAb) return false;
  return hebung.positionIds === null ? version.erhoehbar : hebung.positionIds.includes(version.ursprungId);
}

/** New interval amounts in the order of `versionen`, or why there are none. */
function neueBetraege(hebung: AktiveHebung, versionen: readonly Wiederkehrend[]): number[] | OhneBasis {
  switch (hebung.art) {
    case "prozent":
      return multipliziere(versionen, 10_000n + BigInt(wert(hebung.wertBp)), 10_000n);
    case "index": {
      const faktor = indexfaktor(hebung);
      return faktor === null ? "summe" : multipliziere(versionen, faktor.zaehler, faktor.nenner);
    }
    case "betrag":
      return verteileJahressumme(versionen, (alt) => alt + BigInt(wert(hebung.betragCent)));
    case "neuer_betrag":
      return verteileJahressumme(versionen, () => BigInt(wert(hebung.betragCent)));
  }
}

/** Before it is rounded to cents: a number could not hold it any more. */
function istZuGross(zaehler: bigint, nenner: bigint): boolean {
  const grenze = BigInt(HOECHSTBETRAG_CENT) * nenner;
  return zaehler > grenze || zaehler < -grenze;
}

function multipliziere(versionen: readonly Wiederkehrend[], zaehler: bigint, nenner: bigint): number[] | OhneBasis {
  if (versionen.some(({ betragCent }) => istZuGross(BigInt(betragCent) * zaehler, nenner))) return "zu_gross";
  return versionen.map(({ betragCent }) => cent(Number(rundeQuotient(BigInt(betragCent) * zaehler, nenner))));
}

/** Splits the new yearly sum by the old yearly amounts and goes back to the interval of each version. */
function verteileJahressumme(
  versionen: readonly Wiederkehrend[],
  neueSumme: (alt: bigint) => bigint,
): number[] | OhneBasis {
  const jahr = versionen.map(({ betragCent, intervall }) => BigInt(betragCent) * BigInt(12 / MONATE[intervall]));
  const alt = jahr.reduce((summe, betrag) => summe + betrag, 0n);
  const neu = neueSumme(alt);
  if (alt <= 0n || neu < 0n) return "summe";
  if (versionen.some(({ betragCent }) => istZuGross(BigInt(betragCent) * neu, alt))) return "zu_gross";
  const teile = verteileWerte(jahr.map((betrag) => bruch(betrag * neu, alt)));
  return teile.map(({ betrag }, i) => {
    const monate = MONATE[versionen[i]?.intervall ?? "jaehrlich"];
    return cent(Number(rundeQuotient(BigInt(betrag) * BigInt(monate), 12n)));
  });
}

function erhoehe(version: ErhoehteVersion, hebung: AktiveHebung, betragCent: number): ErhoehteVersion[] {
  const neu = { ...version, betragCent, gueltigVon: hebung.wirksamAb, hebungIds: [...version.hebungIds, hebung.id] };
  if (version.gueltigVon === hebung.wirksamAb) return [neu];
  return [{ ...version, gueltigBis: tagVor(hebung.wirksamAb) }, neu];
}

function aenderung(version: ErhoehteVersion, hebung: AktiveHebung, neuCent: number): HebungAenderung {
  return {
    hebungId: hebung.id,
    ursprungId: version.ursprungId,
    positionId: version.id,
    altCent: version.betragCent,
    neuCent,
    gueltigVon: hebung.wirksamAb,
    gueltigBis: version.gueltigBis,
  };
}

function wert(zahl: number | null): number {
  if (zahl === null) throw new RangeError("Hebung ohne Wert");
  return zahl;
}
