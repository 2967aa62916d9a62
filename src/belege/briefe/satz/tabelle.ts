import { type Bau, type Block, einzug, gemeinsam, passend, rand, type Stil, text, textRechts } from "./bau.ts";
import type { Element, Rolle } from "./blatt.ts";
import { betrag } from "./format.ts";
import { als } from "./rolle.ts";
import { umbrich } from "./schrift.ts";
import { mussPassen, setzeZeilenweise } from "./umbruch.ts";

/** `x` is the left edge, of a right-aligned column the right one; left-aligned columns wrap, the others get smaller. */
export type Spalte = { titel: string; x: number; breite: number; rechts?: boolean };

/** `details` stand small under the cell of the widest column. */
export type Reihe = { zellen: string[]; details: string[]; betragCent: number };

const kopfhoehe = 7;
const uebertragHoehe = 6.5;
const titelPt: Stil = { pt: 8.8 };
const detailStil: Stil = { pt: 7.6, farbe: "grau" };
/** An amount stands whole on one line, however large it is. */
const kleinstePt = 4.5;

type Satz = { block: Block; betragCent: number };

/**
 * Sets a table with page breaks: the head is repeated, the sum so far is carried on both sides of the break. A row keeps
 * together if a page can hold it, the last one with what follows, so that no page holds sums alone.
 *
 * @param folge height that has to fit below the last row
 * @param traegtSumme whether the sum of `betragCent` is carried over, in the last column
 * @returns the table, for rows that are set below it
 */
export function setzeTabelle(bau: Bau, spalten: Spalte[], reihen: Reihe[], folge: number, traegtSumme: boolean): Rolle {
  const innen = ziehEin(spalten);
  const tabelle: Rolle = { art: "Table" };
  const haupt = breiteste(innen);
  const stile = innen.map((spalte, i) => stilVon(spalte, spalte === haupt, reihen, i));
  const saetze = reihen.map((reihe) => setzeReihe(innen, stile, reihe, { art: "TR", in: tabelle }));
  const uebertrag = traegtSumme ? uebertragHoehe : 0;
  const danach = (i: number) => (i === saetze.length - 1 ? folge : uebertrag);
  const anfang = (i: number) => mussPassen(bau, (saetze[i]?.block.hoehe ?? 0) + danach(i), kopfhoehe + uebertrag);
  // A head alone at the end of a page says nothing.
  if (!bau.passt(kopfhoehe + anfang(0)) && bau.blaetter.length === 1) bau.neuesBlatt();
  setzeKopf(bau, innen, { art: "TR", in: tabelle });
  let summe = 0;
  const wechsle = (): void => {
    if (traegtSumme) setzeUebertrag(bau, innen, summe);
    bau.neuesBlatt();
    setzeKopf(bau, innen, null);
    if (traegtSumme) setzeUebertrag(bau, innen, summe);
  };
  for (const [i, { block, betragCent }] of saetze.entries()) {
    if (i > 0 && !bau.passt(anfang(i))) wechsle();
    summe += betragCent;
    setzeZeilenweise(bau, block, danach(i), uebertrag, wechsle);
  }
  return tabelle;
}

/** The band of the head ends at the edges of the text: what stands in it keeps off them. */
const ziehEin = (spalten: Spalte[]): Spalte[] =>
  spalten.map((spalte, i) => {
    if (i === 0) return { ...spalte, x: spalte.x + einzug, breite: spalte.breite - einzug };
    return i === spalten.length - 1 ? { ...spalte, x: spalte.x - einzug, breite: spalte.breite - einzug } : spalte;
  });

/** One size for all that stands in a column. */
const stilVon = ({ breite, rechts }: Spalte, istHaupt: boolean, reihen: Reihe[], nr: number): Stil => {
  if (istHaupt) return { ...titelPt, schnitt: "halbfett" };
  if (!rechts) return titelPt;
  const inhalte = reihen.map(({ zellen }) => zellen[nr] ?? "");
  return gemeinsam(inhalte, breite, titelPt, kleinstePt);
};

const trennlinie = (y: number): Element => ({
  art: "linie",
  x1: rand.links,
  y1: y,
  x2: rand.rechts,
  y2: y,
  pt: 0.4,
  farbe: "linie",
});

const setzeZelle = (spalte: Spalte, y: number, inhalt: string, stil: Stil): Element =>
  spalte.rechts ? textRechts(spalte.x, y, inhalt, stil) : text(spalte.x, y, inhalt, stil);

/** @param zeile of the head that is read out; null: the same once more, on a page that follows */
const setzeKopf = (bau: Bau, spalten: Spalte[], zeile: Rolle | null): void => {
  const stil: Stil = { pt: 8.2, schnitt: "halbfett", farbe: "weiss" };
  bau.setze([
    {
      art: "flaeche",
      x: rand.links,
      y: bau.y,
      breite: rand.rechts - rand.links,
      hoehe: kopfhoehe,
      farbe: "akzent",
    },
    ...spalten.flatMap((spalte) =>
      als(zeile ? { art: "TH", in: zeile, fuer: "Column" } : "Header", [
        setzeZelle(spalte, bau.y + 4.5, spalte.titel, stil),
      ]),
    ),
  ]);
  bau.y += kopfhoehe;
};

const setzeUebertrag = (bau: Bau, spalten: Spalte[], cent: number): void => {
  const stil: Stil = { pt: 8.8, schnitt: "halbfett" };
  const [links, rechts] = [breiteste(spalten), spalten.at(-1)];
  if (links && rechts) {
    const summe = betrag(cent);
    bau.setze([
      ...als("Header", [
        text(links.x, bau.y + 4.2, "Übertrag", stil),
        textRechts(rechts.x, bau.y + 4.2, summe, passend(summe, rechts.breite, stil, kleinstePt)),
      ]),
      trennlinie(bau.y + uebertragHoehe),
    ]);
  }
  bau.y += uebertragHoehe;
};

const breiteste = (spalten: Spalte[]): Spalte | undefined =>
  spalten.toSorted((a, b) => (b.rechts ? 0 : b.breite) - (a.rechts ? 0 : a.breite))[0];

/** Row height: 2.9 mm, 3.9 for each line of text and 3.3 for each of detail. */
const setzeReihe = (spalten: Spalte[], stile: Stil[], { zellen, details, betragCent }: Reihe, reihe: Rolle): Satz => {
  const haupt = breiteste(spalten);
  const umbrochen = spalten.map((spalte, i) => {
    const stil = stile[i] ?? titelPt;
    const inhalt = zellen[i] ?? "";
    const zeilen = spalte.rechts ? [inhalt] : umbrich(inhalt, spalte.breite, stil.schnitt ?? "normal", stil.pt);
    return { spalte, stil, zeilen };
  });
  const kleine = haupt ? details.flatMap((d) => umbrich(d, haupt.breite, "normal", detailStil.pt)) : [];
  const hauptzeilen = umbrochen.find(({ spalte }) => spalte === haupt)?.zeilen.length ?? 0;
  const hoehe =
    2.9 + Math.max(3.9 * hauptzeilen + 3.3 * kleine.length, ...umbrochen.map(({ zeilen }) => 3.9 * zeilen.length));
  const setze = (y: number): Element[] => [
    ...umbrochen.flatMap(({ spalte, stil, zeilen }) =>
      als({ art: "TD", in: reihe }, [
        ...zeilen.map((zeile, i) => setzeZelle(spalte, y + 4.4 + 3.9 * i, zeile, stil)),
        ...(spalte === haupt ? kleine : []).map((zeile, i) =>
          text(spalte.x, y + 4.4 + 3.9 * (hauptzeilen - 1) + 3.8 + 3.3 * i, zeile, detailStil),
        ),
      ]),
    ),
    trennlinie(y + hoehe),
  ];
  return { block: { hoehe, setze }, betragCent };
};
