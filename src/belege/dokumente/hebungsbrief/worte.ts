import { MONATE } from "../../../kern/pacht/perioden.ts";
import type { Intervall } from "../../../kern/pacht/typen.ts";
import { euro, prozent } from "../../briefe/satz/format.ts";
import type { HebungsbriefDaten, HebungsbriefPosition } from "./daten.ts";

/** How often an amount falls due in a year. */
const imJahr = (intervall: Intervall): number => (intervall === "einmalig" ? 1 : 12 / MONATE[intervall]);

/** What the positions come to in a year, before and after. */
export const jahressummen = (positionen: HebungsbriefPosition[]): { alt: number; neu: number } => ({
  alt: positionen.reduce((summe, p) => summe + p.betragAltCent * imJahr(p.intervall), 0),
  neu: positionen.reduce((summe, p) => summe + p.betragNeuCent * imJahr(p.intervall), 0),
});

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
const indexaenderung = ({ indexBasis, indexNeu }: HebungsbriefDaten): number =>
  Math.round(((Number(indexNeu) - Number(indexBasis)) / Number(indexBasis)) * 10_000);

const gerundet = "kaufmännisch auf ganze Cent gerundet";
const verteilt = `Sie ist im Verhältnis der bisherigen Jahresbeträge auf die Positionen verteilt, ${gerundet}.`;

const betragsaenderung = (alt: number, cent: number): string =>
  cent === 0
    ? "Die Jahressumme der betroffenen Positionen bleibt gleich."
    : `Die Jahressumme der betroffenen Positionen ${cent > 0 ? "steigt" : "sinkt"} um ${euro(Math.abs(cent))}, von ${euro(alt)} auf ${euro(alt + cent)}. ${verteilt}`;

/** How the new amounts come about, as a lessee can check it. */
export const rechenweg = (brief: HebungsbriefDaten): string => {
  const { alt, neu } = jahressummen(brief.positionen);
  const wertBp = brief.wertBp ?? 0;
  switch (brief.art) {
    case "prozent":
      return wertBp === 0
        ? "Die Beträge bleiben gleich."
        : `Die Beträge ${wertBp > 0 ? "steigen" : "sinken"} um ${prozent(Math.abs(wertBp))}. Jeder neue Betrag ist der bisherige mal ${faktor(wertBp)}, ${gerundet}.`;
    case "betrag":
      return betragsaenderung(alt, brief.betragCent ?? 0);
    case "neuer_betrag":
      return `Die Jahressumme der betroffenen Positionen beträgt künftig ${euro(brief.betragCent ?? neu)}, bisher ${euro(alt)}. ${verteilt}`;
    case "index": {
      const bp = indexaenderung(brief);
      const basisjahr = brief.indexBasisjahr === null ? "" : ` (Basisjahr ${brief.indexBasisjahr} = 100)`;
      const bewegung =
        bp === 0 ? "ist praktisch unverändert" : `ist um ${prozent(Math.abs(bp))} ${bp > 0 ? "gestiegen" : "gefallen"}`;
      return `Der maßgebliche Index${basisjahr} ${bewegung}: bisher ${komma(brief.indexBasis)}, jetzt ${komma(brief.indexNeu)}. Jeder neue Betrag ist der bisherige mal ${komma(brief.indexNeu)} geteilt durch ${komma(brief.indexBasis)}, ${gerundet}.`;
    }
  }
};

/** The same for one position, in figures. */
export const rechnung = (brief: HebungsbriefDaten, position: HebungsbriefPosition): string => {
  const { betragAltCent, betragNeuCent, intervall } = position;
  switch (brief.art) {
    case "prozent":
      return `${euro(betragAltCent)} × ${faktor(brief.wertBp ?? 0)} = ${euro(betragNeuCent)}`;
    case "index":
      return `${euro(betragAltCent)} × ${komma(brief.indexNeu)} ÷ ${komma(brief.indexBasis)} = ${euro(betragNeuCent)}`;
    default: {
      const { alt } = jahressummen(brief.positionen);
      return `bisher im Jahr ${euro(betragAltCent * imJahr(intervall))} von zusammen ${euro(alt)}`;
    }
  }
};
