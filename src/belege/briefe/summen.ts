import type { BriefDaten } from "./daten.ts";
import { type Block, passend, rand, text, textRechts } from "./satz/bau.ts";
import { euro, prozent, verbinde } from "./satz/format.ts";
import { summeWort } from "./wortlaut.ts";

export type Summenzeile = { name: string; cent: number; stark?: boolean };

const links = 118;

/** Labelled amounts at the right, the last one in a tinted band. */
export const summenband = (zeilen: Summenzeile[], ende: Summenzeile): Block => ({
  hoehe: 5 + zeilen.length * 5.1 + 8.4 + 5,
  setze: (y) => {
    const unten = y + 1.4 + zeilen.length * 5.1;
    const betont = { pt: 11, schnitt: "halbfett", farbe: "akzent" } as const;
    const wert = textRechts(rand.rechts, unten + 6.7, euro(ende.cent), betont);
    return [
      ...zeilen.flatMap(({ name, cent, stark }, i) => {
        const stil = { pt: 9, schnitt: stark ? "halbfett" : "normal" } as const;
        const betrag = textRechts(rand.rechts, y + 5 + i * 5.1, euro(cent), stil);
        const label = { ...stil, farbe: stark ? "text" : "grau" } as const;
        return [text(links, y + 5 + i * 5.1, name, passend(name, betrag.x - links - 2, label, 6)), betrag];
      }),
      { art: "flaeche", x: links - 2, y: unten + 1.2, breite: 75.5, hoehe: 8.4, farbe: "flaeche" },
      text(links, unten + 6.7, ende.name, passend(ende.name, wert.x - links - 2, betont, 7)),
      wert,
    ];
  },
});

/** Net, tax by rate, total; a lessor's total goes on to the payout. */
export const summenblock = (brief: BriefDaten): Block => {
  const zeilen: Summenzeile[] = [
    { name: "Summe netto", cent: brief.nettoCent },
    ...brief.steuergruppen.map(({ steuersatzBp, nettoCent, steuerCent }) => ({
      name:
        steuersatzBp > 0
          ? `zzgl. ${prozent(steuersatzBp)} USt auf ${euro(nettoCent)}`
          : `ohne USt auf ${euro(nettoCent)}`,
      cent: steuerCent,
    })),
  ];
  const summe: Summenzeile = { name: summeWort(brief), cent: brief.bruttoCent };
  if (brief.auszahlungCent === null || !brief.gebuehr) return summenband(zeilen, summe);
  const storno = brief.belegart === "stornogutschrift";
  const gebuehr = verbinde([
    storno ? "abzgl. Storno der Gebühr" : "abzgl. Gebührenrechnung",
    brief.gebuehr.belegnummer,
  ]);
  return summenband([...zeilen, { ...summe, stark: true }, { name: gebuehr, cent: -brief.gebuehr.bruttoCent }], {
    name: storno ? "Änderung der Auszahlung" : "Auszahlung",
    cent: brief.auszahlungCent,
  });
};
