import { prozent } from "../../kern/geld/dezimal.ts";
import type { BriefDaten } from "./daten.ts";
import { type Block, eineZeile, einzug, rand, text, textRechts } from "./satz/bau.ts";
import type { Rolle } from "./satz/blatt.ts";
import { euro, verbinde } from "./satz/format.ts";
import { alsEintrag } from "./satz/rolle.ts";
import { istGutschriftAlsRechnung, summeWort } from "./wortlaut.ts";

type Summenzeile = { name: string; cent: number; stark?: boolean };

/** Amounts that add up, and what they come to. */
type Summen = { zeilen: Summenzeile[]; ende: Summenzeile };

const links = 118;
const rechts = rand.rechts - einzug;

/** Labelled amounts at the right, the last one in a tinted band. */
export function summenband(zeilen: Summenzeile[], ende: Summenzeile): Block {
  return {
    hoehe: 5 + zeilen.length * 5.1 + 8.4 + 5,
    setze: (y) => {
      const unten = y + 1.4 + zeilen.length * 5.1;
      const betont = { pt: 11, schnitt: "halbfett", farbe: "akzent" } as const;
      const wert = textRechts(rechts, unten + 6.7, euro(ende.cent), betont);
      const liste: Rolle = { art: "L" };
      return [
        ...zeilen.flatMap(({ name, cent, stark }, i) => {
          const stil = { pt: 9, schnitt: stark ? "halbfett" : "normal" } as const;
          const betrag = textRechts(rechts, y + 5 + i * 5.1, euro(cent), stil);
          const label = { ...stil, farbe: stark ? "text" : "grau" } as const;
          const wort = text(links, y + 5 + i * 5.1, ...eineZeile(name, betrag.x - links - 2, label, 6));
          return alsEintrag(liste, [wort], [betrag]);
        }),
        { art: "flaeche", x: links - 2, y: unten + 1.2, breite: rand.rechts - links + 2, hoehe: 8.4, farbe: "flaeche" },
        ...alsEintrag(
          liste,
          [text(links, unten + 6.7, ...eineZeile(ende.name, wert.x - links - 2, betont, 7))],
          [wert],
        ),
      ];
    },
  };
}

/** Net, tax by rate, total; a lessor's total goes on to the payout. */
export function summenblock(brief: BriefDaten): Block {
  const { zeilen, ende } = ergebnis(brief, [
    { name: "Summe netto", cent: brief.nettoCent },
    ...brief.steuergruppen.map(({ steuersatzBp, nettoCent, steuerCent }) => ({
      name: `${steuersatzBp > 0 ? `${prozent(steuersatzBp)} USt` : "keine USt"} auf ${euro(nettoCent)}`,
      cent: steuerCent,
    })),
  ]);
  return summenband(zeilen, ende);
}

/**
 * What it all comes to. A sum below zero stands with its sign above the band, and in it without one by the name of what
 * it then is, so that nobody has to read "Guthaben −50,00".
 */
const ergebnis = (brief: BriefDaten, zeilen: Summenzeile[]): Summen => {
  const summe: Summenzeile = { name: summeWort(brief), cent: brief.bruttoCent };
  switch (brief.belegart) {
    case "rechnung":
    case "schlussrechnung":
    case "gebuehrenrechnung":
      return mitWort(zeilen, summe, "Guthaben");
    case "gutschrift": {
      const bisher = brief.gebuehr || istGutschriftAlsRechnung(brief) ? [...zeilen, { ...summe, stark: true }] : zeilen;
      const auszahlung = { name: "Auszahlung", cent: brief.auszahlungCent ?? brief.bruttoCent };
      return mitWort([...bisher, ...gebuehrenzeile(brief)], auszahlung, "Forderung an Sie");
    }
    case "stornorechnung":
    case "stornogutschrift":
      if (brief.auszahlungCent === null || !brief.gebuehr) return { zeilen, ende: summe };
      return {
        zeilen: [...zeilen, { ...summe, stark: true }, ...gebuehrenzeile(brief)],
        ende: { name: "Änderung der Auszahlung", cent: brief.auszahlungCent },
      };
  }
};

const mitWort = (zeilen: Summenzeile[], summe: Summenzeile, wortUnterNull: string): Summen => {
  if (summe.cent >= 0) return { zeilen, ende: summe };
  const saldo = { ...summe, name: summe.name === "Auszahlung" ? "Saldo" : summe.name, stark: true };
  return { zeilen: [...zeilen, saldo], ende: { name: wortUnterNull, cent: -summe.cent } };
};

/** The fee as it changes the payout: taken off, or added where it is negative or taken back. */
const gebuehrenzeile = ({ belegart, gebuehr }: BriefDaten): Summenzeile[] => {
  if (!gebuehr) return [];
  const cent = 0 - gebuehr.bruttoCent;
  const wie = cent > 0 ? "zzgl." : "abzgl.";
  const was =
    belegart === "stornogutschrift" ? "Storno der Gebühr" : cent > 0 ? "Gebührenguthaben" : "Gebührenrechnung";
  return [{ name: verbinde([wie, was, gebuehr.belegnummer]), cent }];
};
