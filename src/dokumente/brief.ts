import { absatz, type Bau, type Block, beginne, passend, rand, setzeBlock, text, textRechts } from "./bau.ts";
import type { BriefDaten, BriefZeile } from "./briefdaten.ts";
import { betrag, euro, prozent, tag, zeitraum } from "./format.ts";
import { herleitungInWorten } from "./herleitung.ts";
import { anschriftfeld, informationsblock, marken, setzeFuss, wortmarke } from "./rahmen.ts";
import type { Angaben, Element, Seite } from "./seite.ts";
import { type Reihe, type Spalte, setzeTabelle } from "./tabelle.ts";
import {
  anrede,
  anschrift,
  einleitung,
  firmenname,
  istGutschriftMitSteuer,
  nummerWort,
  summeWort,
  titelVon,
} from "./wortlaut.ts";
import { zahlungsblock } from "./zahlung.ts";

const spalten: Spalte[] = [
  { titel: "Pos", x: 25, breite: 6 },
  { titel: "Bezeichnung", x: 32, breite: 82 },
  { titel: "Zeitraum", x: 118, breite: 37 },
  { titel: "USt", x: 166, breite: 10, rechts: true },
  { titel: "Netto €", x: 190, breite: 24, rechts: true },
];

/**
 * Lays out a letter as DIN 5008 Form B: pure, so that what stands on paper can be checked without a file. Sums are
 * those of the archive, nothing is computed again.
 */
export const layoutBrief = (brief: BriefDaten): Seite[] => {
  const bau = beginne((nr) => (nr === 1 ? ersterKopf(brief) : folgekopf(brief)));
  const schluss = [summenblock(brief), ...zahlung(brief), ...steuerhinweise(brief)];
  const folge = schluss.reduce((summe, block) => summe + block.hoehe, 0);
  setzeTabelle(
    bau,
    spalten,
    brief.zeilen.map((zeile, i) => reihe(brief, zeile, i + 1)),
    folge,
    true,
  );
  setzeSchluss(bau, schluss, folge);
  setzeFuss(bau.seiten, brief.aussteller);
  return bau.seiten;
};

export const angabenVon = (brief: BriefDaten): Angaben => ({
  titel: `${titelVon(brief)} ${brief.belegnummer}`,
  thema: `Pachtkonto ${brief.kontonummer}`,
  verfasser: firmenname(brief.aussteller),
  datum: brief.belegdatum,
});

const setzeSchluss = (bau: Bau, bloecke: Block[], hoehe: number): void => {
  if (!bau.passt(hoehe) && bau.seiten.length === 1) bau.neueSeite();
  for (const block of bloecke) setzeBlock(bau, block);
};

const ersterKopf = (brief: BriefDaten): { elemente: Element[]; y: number } => {
  const { empfaenger, aussteller } = brief;
  const lieferant = istAnVerpaechter(brief);
  const betreff = `${titelVon(brief)} ${brief.belegnummer}`;
  const einstieg = absatz(rand.links, 115.2, einleitung(brief), rand.rechts - rand.links, 4.7, { pt: 9.4 });
  return {
    elemente: [
      ...marken(),
      ...wortmarke(aussteller, false),
      ...anschriftfeld(aussteller, anschrift(empfaenger)),
      ...informationsblock([
        [nummerWort(brief), brief.belegnummer],
        ["Datum", tag(brief.belegdatum)],
        lieferant ? ["Kreditorennummer", empfaenger.kreditornummer] : ["Kundennummer", empfaenger.debitornummer],
        ["Pachtkonto", brief.kontonummer],
        ["Zeitraum", zeitraum(brief.zeitraumVon, brief.zeitraumBis)],
        // § 14 Abs. 4 Nr. 2 UStG: the tax number of whoever supplies; for a Gutschrift that is the recipient.
        ["Ihre Steuernummer", lieferant && !empfaenger.ustId ? empfaenger.steuernummer : null],
        ["Ihre USt-IdNr.", empfaenger.ustId],
      ]),
      text(rand.links, 102.2, betreff, passend(betreff, 165, { pt: 13.5, schnitt: "halbfett", farbe: "akzent" }, 9)),
      ...absatz(rand.links, 110.5, anrede(empfaenger), rand.rechts - rand.links, 4.7, { pt: 9.4 }).elemente.slice(0, 1),
      ...einstieg.elemente,
    ],
    y: 115.2 + einstieg.hoehe + 3,
  };
};

const folgekopf = (brief: BriefDaten): { elemente: Element[]; y: number } => {
  const zeile = `${titelVon(brief)} ${brief.belegnummer} vom ${tag(brief.belegdatum)}`;
  return {
    elemente: [
      ...wortmarke(brief.aussteller, true),
      text(rand.links, 18, zeile, passend(zeile, 95, { pt: 9.4, schnitt: "halbfett", farbe: "akzent" }, 7)),
      text(rand.links, 22.6, `Pachtkonto ${brief.kontonummer}`, { pt: 8.2, farbe: "grau" }),
    ],
    y: 31,
  };
};

/** Whether the recipient is the one who supplies. */
const istAnVerpaechter = ({ belegart }: BriefDaten): boolean =>
  belegart === "gutschrift" || belegart === "stornogutschrift";

const reihe = (brief: BriefDaten, zeile: BriefZeile, nr: number): Reihe => ({
  zellen: [
    String(nr),
    zeile.bezeichnung,
    zeitraum(zeile.zeitraumVon, zeile.zeitraumBis),
    zeile.steuersatzBp > 0 ? prozent(zeile.steuersatzBp) : "–",
    betrag(zeile.nettoCent),
  ],
  details: [herleitungInWorten(zeile.herleitung, brief.rhythmus, istAnVerpaechter(brief))],
  betragCent: zeile.nettoCent,
});

type Summenzeile = { name: string; cent: number; stark?: boolean };

/** Net, tax by rate, total; a lessor's total goes on to the payout. */
const summenblock = (brief: BriefDaten): Block => {
  const zeilen: Summenzeile[] = [
    { name: "Summe netto", cent: brief.nettoCent },
    ...brief.steuergruppen.map(({ steuersatzBp, nettoCent, steuerCent }) => ({
      name:
        steuersatzBp > 0 ? `zzgl. ${prozent(steuersatzBp)} USt auf ${euro(nettoCent)}` : `ohne USt: ${euro(nettoCent)}`,
      cent: steuerCent,
    })),
  ];
  const ende: Summenzeile = { name: summeWort(brief), cent: brief.bruttoCent };
  if (brief.belegart === "gutschrift" && brief.auszahlungCent !== null) {
    zeilen.push({ ...ende, stark: true });
    if (brief.gebuehr)
      zeilen.push({ name: `abzgl. Gebührenrechnung ${brief.gebuehr.belegnummer}`, cent: -brief.gebuehr.bruttoCent });
    ende.name = "Auszahlung";
    ende.cent = brief.auszahlungCent;
  }
  const links = 118;
  return {
    hoehe: 5 + zeilen.length * 5.1 + 8.4 + 5,
    setze: (y) => {
      const unten = y + 1.4 + zeilen.length * 5.1;
      return [
        ...zeilen.flatMap(({ name, cent, stark }, i) => {
          const stil = { pt: 9, schnitt: stark ? "halbfett" : "normal" } as const;
          const wert = textRechts(rand.rechts, y + 5 + i * 5.1, euro(cent), stil);
          const platz = wert.x - links - 2;
          const label = { ...stil, farbe: stark ? "text" : "grau" } as const;
          return [text(links, y + 5 + i * 5.1, name, passend(name, platz, label, 6)), wert];
        }),
        { art: "flaeche", x: links - 2, y: unten + 1.2, breite: 75.5, hoehe: 8.4, farbe: "flaeche" },
        text(links, unten + 6.7, ende.name, { pt: 11, schnitt: "halbfett", farbe: "akzent" }),
        textRechts(rand.rechts, unten + 6.7, euro(ende.cent), { pt: 11, schnitt: "halbfett", farbe: "akzent" }),
      ];
    },
  };
};

const zahlung = (brief: BriefDaten): Block[] => {
  const { satz, angaben, hinweise } = zahlungsblock(brief);
  const voll = rand.rechts - rand.links;
  const kopf = absatz(0, 0, satz, voll, 4.7, { pt: 10, schnitt: "halbfett" });
  const werte = angaben.map(([name, wert]) => ({ name, ...absatz(0, 0, wert, voll - 32, 4.4, { pt: 9 }) }));
  const fuss = hinweise.map((hinweis) => absatz(0, 0, hinweis, voll, 4, { pt: 8.2, farbe: "grau" }));
  const hoehe = 4 + kopf.hoehe + summe(werte) + (werte.length > 0 ? 1.6 : 0) + summe(fuss) + 3;
  return [
    {
      hoehe,
      setze: (y) => {
        const elemente: Element[] = verschiebe(kopf.elemente, rand.links, y + 4);
        let laufend = y + 4 + kopf.hoehe + 1.2;
        for (const { name, elemente: zeilen, hoehe: zeilenhoehe } of werte) {
          elemente.push(text(rand.links, laufend, name, { pt: 9, farbe: "grau" }));
          elemente.push(...verschiebe(zeilen, rand.links + 32, laufend));
          laufend += zeilenhoehe;
        }
        for (const { elemente: zeilen, hoehe: zeilenhoehe } of fuss) {
          elemente.push(...verschiebe(zeilen, rand.links, laufend + 0.4));
          laufend += zeilenhoehe;
        }
        return elemente;
      },
    },
  ];
};

/** Why no VAT is charged (§ 14 Abs. 4 Nr. 8 UStG), and that a Gutschrift is one (Nr. 10). */
const steuerhinweise = (brief: BriefDaten): Block[] => {
  const gruende = brief.steuergruppen
    .filter((gruppe) => gruppe.steuersatzBp === 0 && gruppe.steuerbefreiungGrund)
    .map(
      ({ nettoCent, steuerbefreiungGrund }) => `Ohne Umsatzsteuer über ${euro(nettoCent)}: ${steuerbefreiungGrund}.`,
    );
  const saetze =
    brief.belegart === "gutschrift" && istGutschriftMitSteuer(brief)
      ? [...gruende, "Gutschrift im Sinne des § 14 Abs. 2 UStG."]
      : gruende;
  return saetze.map((satz) => {
    const { elemente, hoehe } = absatz(0, 0, satz, rand.rechts - rand.links, 3.7, { pt: 8, farbe: "grau" });
    return { hoehe, setze: (y) => verschiebe(elemente, rand.links, y + 2.5) };
  });
};

const summe = (bloecke: { hoehe: number }[]): number => bloecke.reduce((s, block) => s + block.hoehe, 0);

const verschiebe = <E extends { x: number; y: number }>(elemente: E[], x: number, y: number): E[] =>
  elemente.map((element) => ({ ...element, x: element.x + x, y: element.y + y }));
