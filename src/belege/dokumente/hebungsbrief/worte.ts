import { prozent } from "../../../kern/geld/dezimal.ts";
import { begrenzung, indexverhaeltnis } from "../../../kern/pacht/hebung/indexaenderung.ts";
import { MONATE } from "../../../kern/pacht/perioden.ts";
import type { Intervall } from "../../../kern/pacht/typen.ts";
import { euro } from "../../briefe/satz/format.ts";
import type { HebungsbriefDaten, HebungsbriefPosition } from "./daten.ts";

/** How often an amount falls due in a year. */
const imJahr = (intervall: Intervall): number => (intervall === "einmalig" ? 1 : 12 / MONATE[intervall]);

/** What the positions come to in a year, before and after. */
export function jahressummen(positionen: HebungsbriefPosition[]): { alt: number; neu: number } {
  return {
    alt: positionen.reduce((summe, p) => summe + p.betragAltCent * imJahr(p.intervall), 0),
    neu: positionen.reduce((summe, p) => summe + p.betragNeuCent * imJahr(p.intervall), 0),
  };
}

/** Basis points as a factor: 250 is "1,025". */
const faktor = (bp: number): string => {
  const zehntausendstel = 10_000 + bp;
  const nachkomma = String(zehntausendstel % 10_000)
    .padStart(4, "0")
    .replace(/0+$/, "");
  return `${Math.trunc(zehntausendstel / 10_000)}${nachkomma ? `,${nachkomma}` : ""}`;
};

const komma = (stand: string | null): string => (stand ?? "").replace(".", ",");

/** Change of an index in basis points, rounded. */
const indexaenderungBp = (brief: HebungsbriefDaten): number => {
  const { zaehler, nenner } = indexverhaeltnis(brief) ?? { zaehler: 1n, nenner: 1n };
  return Math.round((Number(zaehler - nenner) / Number(nenner)) * 10_000);
};

/** The two values of an index against each other, over the end of a series where there is one. */
const indexbruch = ({ indexBasis, indexNeu, verkettung }: HebungsbriefDaten): string =>
  verkettung === null
    ? `${komma(indexNeu)} ÷ ${komma(indexBasis)}`
    : `(${komma(indexNeu)} × ${komma(verkettung.alt)}) ÷ (${komma(indexBasis)} × ${komma(verkettung.neu)})`;

/** What an amount is multiplied by, as a lessee can compute it. */
const indexrechnung = (brief: HebungsbriefDaten): string => {
  const grenze = begrenzung(brief);
  if (grenze !== null) return faktor(grenze * (brief.obergrenzeBp ?? 0));
  if (brief.weitergabeBp === null || brief.weitergabeBp === 10_000) return indexbruch(brief);
  return `(1 + ${prozent(brief.weitergabeBp)} × (${indexbruch(brief)} \u2212 1))`;
};

/** What the clause says besides the values; nothing where it passes on the change as it is. */
const klausel = (brief: HebungsbriefDaten): string => {
  const { weitergabeBp, obergrenzeBp, verkettung } = brief;
  const anteil =
    weitergabeBp === null || weitergabeBp === 10_000
      ? ""
      : ` Nach der Vereinbarung werden davon ${prozent(weitergabeBp)} weitergegeben.`;
  const hoechstens =
    obergrenzeBp === null || begrenzung(brief) === null
      ? ""
      : ` Nach der Vereinbarung ändern sich die Beträge um höchstens ${prozent(obergrenzeBp)}.`;
  const kette =
    verkettung === null
      ? ""
      : ` Der frühere Index endete bei ${komma(verkettung.alt)}; der Index, der ihn fortführt, stand im selben Monat bei ${komma(verkettung.neu)}.`;
  return kette + anteil + hoechstens;
};

/** In words where it is as plain as that. */
const rechenfaktor = (brief: HebungsbriefDaten): string => {
  const istSchlicht = klausel(brief) === "" && brief.verkettung === null;
  return istSchlicht ? `${komma(brief.indexNeu)} geteilt durch ${komma(brief.indexBasis)}` : indexrechnung(brief);
};

const gerundet = "kaufmännisch auf ganze Cent gerundet";

/** Each payment of a year is rounded, so that the table may come to another sum than the one that was split. */
const verteilt = (gewollt: number, neu: number): string => {
  const satz = `Sie ist im Verhältnis der bisherigen Jahresbeträge auf die Positionen verteilt, ${gerundet}.`;
  return gewollt === neu ? satz : `${satz} Mit der Rundung ergeben die neuen Beträge zusammen ${euro(neu)} im Jahr.`;
};

const betragsaenderung = (alt: number, cent: number, neu: number): string =>
  cent === 0
    ? "Die Jahressumme der betroffenen Positionen bleibt gleich."
    : `Die Jahressumme der betroffenen Positionen ${cent > 0 ? "steigt" : "sinkt"} um ${euro(Math.abs(cent))}, von ${euro(alt)} auf ${euro(alt + cent)}. ${verteilt(alt + cent, neu)}`;

/** How the new amounts come about, as a lessee can check it. */
export function rechenweg(brief: HebungsbriefDaten): string {
  const { alt, neu } = jahressummen(brief.positionen);
  const wertBp = brief.wertBp ?? 0;
  switch (brief.art) {
    case "prozent":
      return wertBp === 0
        ? "Die Beträge bleiben gleich."
        : `Die Beträge ${wertBp > 0 ? "steigen" : "sinken"} um ${prozent(Math.abs(wertBp))}. Jeder neue Betrag ist der bisherige mal ${faktor(wertBp)}, ${gerundet}.`;
    case "betrag":
      return betragsaenderung(alt, brief.betragCent ?? 0, neu);
    case "neuer_betrag":
      return `Die Jahressumme der betroffenen Positionen beträgt künftig ${euro(brief.betragCent ?? neu)}, bisher ${euro(alt)}. ${verteilt(brief.betragCent ?? neu, neu)}`;
    case "index": {
      const bp = indexaenderungBp(brief);
      const basisjahr = brief.indexBasisjahr === null ? "" : ` (Basisjahr ${brief.indexBasisjahr} = 100)`;
      const bewegung =
        bp === 0 ? "ist praktisch unverändert" : `ist um ${prozent(Math.abs(bp))} ${bp > 0 ? "gestiegen" : "gefallen"}`;
      return `Der maßgebliche Index${basisjahr} ${bewegung}: bisher ${komma(brief.indexBasis)}, jetzt ${komma(brief.indexNeu)}.${klausel(brief)} Jeder neue Betrag ist der bisherige mal ${rechenfaktor(brief)}, ${gerundet}.`;
    }
  }
}

/** The same for one position, in figures. */
export function rechnung(brief: HebungsbriefDaten, position: HebungsbriefPosition): string {
  const { betragAltCent, betragNeuCent, intervall } = position;
  switch (brief.art) {
    case "prozent":
      return `${euro(betragAltCent)} × ${faktor(brief.wertBp ?? 0)} = ${euro(betragNeuCent)}`;
    case "index":
      return `${euro(betragAltCent)} × ${indexrechnung(brief)} = ${euro(betragNeuCent)}`;
    default: {
      const { alt } = jahressummen(brief.positionen);
      return `bisher im Jahr ${euro(betragAltCent * imJahr(intervall))} von zusammen ${euro(alt)}`;
    }
  }
}
