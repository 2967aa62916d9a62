import type { BriefDaten } from "./daten.ts";
import { giroCodeRaster, giroCodeText, type Ueberweisung } from "./girocode.ts";
import { absatz, type Block, rand, text } from "./satz/bau.ts";
import type { Element, Rolle } from "./satz/blatt.ts";
import { euro, ibanGruppen } from "./satz/format.ts";
import { als, alsAbsatz, alsEintrag } from "./satz/rolle.ts";
import { breite } from "./satz/schrift.ts";
import { aufbewahrungssatz, gutschriftartVon } from "./wortlaut.ts";
import type { Zahlungsblock } from "./zahlung.ts";

const voll = rand.rechts - rand.links;
const codemass = 27;

/** What is said about the money, with the GiroCode at its right where the recipient is to pay. */
export function zahlungsteil({ satz, angaben, hinweise, ueberweisung }: Zahlungsblock): Block {
  const inhalt = ueberweisung && giroCodeText(ueberweisung);
  const code = inhalt ? giroCodeRaster(inhalt) : null;
  const platz = code ? voll - codemass - 8 : voll;
  const kopf = absatz(satz, { maximal: platz, abstand: 4.7, pt: 10, schnitt: "halbfett" });
  const werte = angaben.map(([name, wert]) => {
    const schnitt = name === "Verwendungszweck" ? "halbfett" : "normal";
    return { name, ...absatz(wert, { maximal: platz - 32, abstand: 4.4, pt: 9, schnitt }) };
  });
  const fuss = hinweise.map((hinweis) => absatz(hinweis, { maximal: platz, abstand: 4, pt: 8.2, farbe: "grau" }));
  const textHoehe =
    kopf.hoehe + summe(werte) + (werte.length > 0 ? 1.6 : 0) + summe(fuss) + (fuss.length > 0 ? 0.8 : 0);
  return {
    hoehe: 4 + Math.max(textHoehe, code ? codemass + 3.2 : 0) + 3,
    setze: (y) => {
      const elemente: Element[] = alsAbsatz(verschiebe(kopf.elemente, rand.links, y + 4));
      const liste: Rolle = { art: "L" };
      let laufend = y + 4 + kopf.hoehe + 1.2;
      for (const { name, elemente: zeilen, hoehe } of werte) {
        const label = text(rand.links, laufend, name, { pt: 9, farbe: "grau" });
        elemente.push(...alsEintrag(liste, [label], verschiebe(zeilen, rand.links + 32, laufend)));
        laufend += hoehe;
      }
      if (werte.length > 0) laufend += 0.8;
      for (const { elemente: zeilen, hoehe } of fuss) {
        elemente.push(...alsAbsatz(verschiebe(zeilen, rand.links, laufend)));
        laufend += hoehe;
      }
      return code && ueberweisung ? [...elemente, ...giroCode(code, ueberweisung, y + 1)] : elemente;
    },
  };
}

const giroCode = (zeilen: string[], { name, iban, cent, zweck }: Ueberweisung, y: number): Element[] => {
  const beschriftung = "Zahlen per GiroCode";
  const x = rand.rechts - codemass;
  const mitte = x + (codemass - breite(beschriftung, "normal", 6.8)) / 2;
  const alt = `GiroCode: ${euro(cent)} an ${name}, IBAN ${ibanGruppen(iban)}, Verwendungszweck ${zweck}`;
  return [
    ...als({ art: "Figure", alt, kasten: { x, y, breite: codemass, hoehe: codemass } }, [
      { art: "raster", x, y, groesse: codemass, zeilen } as const,
    ]),
    ...alsAbsatz([text(mitte, y + codemass + 4.2, beschriftung, { pt: 6.8, farbe: "grau" })]),
  ];
};

/** Why no VAT is charged (§ 14 Abs. 4 Nr. 8 UStG), that an invoice is to be kept (Nr. 9), that a Gutschrift is one (Nr. 10). */
export function hinweisblock(brief: BriefDaten): Block[] {
  const gruende = brief.steuergruppen
    .filter((gruppe) => gruppe.steuersatzBp === 0 && gruppe.steuerbefreiungGrund)
    .map(
      ({ nettoCent, steuerbefreiungGrund }) =>
        `Auf ${euro(nettoCent)} fällt keine Umsatzsteuer an: ${steuerbefreiungGrund?.replace(/\.$/, "")}.`,
    );
  const satz = brief.belegart === "gutschrift" ? gutschriftartVon(brief).satz : null;
  const saetze = [...gruende, aufbewahrungssatz(brief), satz].filter((inhalt) => inhalt !== null);
  return saetze.map((inhalt) => {
    const { elemente, hoehe } = absatz(inhalt, { maximal: voll, abstand: 3.7, pt: 8, farbe: "grau" });
    return { hoehe, setze: (y) => alsAbsatz(verschiebe(elemente, rand.links, y + 2.5)) };
  });
}

const summe = (bloecke: { hoehe: number }[]): number => bloecke.reduce((s, block) => s + block.hoehe, 0);

const verschiebe = <E extends { x: number; y: number }>(elemente: E[], x: number, y: number): E[] =>
  elemente.map((element) => ({ ...element, x: element.x + x, y: element.y + y }));
