import { Buffer } from "node:buffer";
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
} from "pdf-lib";

export function name(text: string): PDFName {
  return PDFName.of(text);
}

/** A place in the structure tree: its pieces by page and number, or further places. */
export type Element = {
  art: string;
  dict: PDFDict;
  ref: PDFRef;
  eltern: PDFRef | undefined;
  kinder: (Element | { seite: string; marke: number })[];
};

/** A piece of a page between BDC and EMC. */
type Stueck = {
  art: string;
  marke: number | null;
  beiwerk: string;
  tiefe: number;
  codes: [font: string, hex: string][];
  malt: boolean;
};

export type Seite = { ref: string; dict: PDFDict; stuecke: Stueck[]; unmarkiert: string[]; offen: number };

const zahl = (wert: unknown): number => (wert instanceof PDFNumber ? wert.asNumber() : -1);
const alsListe = (wert: unknown): unknown[] =>
  wert instanceof PDFArray ? wert.asArray() : wert === undefined ? [] : [wert];

/** The whole tree; null where the catalog names none. */
export function liesBaum({ context, catalog }: PDFDocument): Element | null {
  const lies = (ref: PDFRef, eltern: PDFRef | undefined): Element => {
    const dict = context.lookup(ref, PDFDict);
    const seite = String(dict.get(name("Pg")) ?? "");
    const kinder = alsListe(dict.get(name("K"))).map((kind) => {
      if (kind instanceof PDFRef) return lies(kind, ref);
      if (kind instanceof PDFDict) return { seite: String(kind.get(name("Pg"))), marke: zahl(kind.get(name("MCID"))) };
      return { seite, marke: zahl(kind) };
    });
    return { art: String(dict.get(name("S")) ?? "").slice(1), dict, ref, eltern, kinder };
  };
  const wurzel = catalog.get(name("StructTreeRoot"));
  return wurzel instanceof PDFRef ? lies(wurzel, undefined) : null;
}

export function istElement(kind: Element["kinder"][number]): kind is Element {
  return "kinder" in kind;
}

/** All places, each before what is in it. */
export function alle(element: Element | null): Element[] {
  return element ? [element, ...element.kinder.filter(istElement).flatMap(alle)] : [];
}

/** All pieces in the order of the tree. */
export function stellen(element: Element | null): { seite: string; marke: number; art: string }[] {
  return (element?.kinder ?? []).flatMap((kind) =>
    istElement(kind) ? stellen(kind) : [{ ...kind, art: element?.art ?? "" }],
  );
}

const maler = /^(Tj|TJ|f|F|f\*|B|S|s|Do|sh|BI|'|")$/;

/** What stands on a page, piece by piece. */
export function liesSeiten(dokument: PDFDocument): Seite[] {
  return dokument.getPages().map(({ ref, node }) => {
    const seite: Seite = { ref: ref.toString(), dict: node, stuecke: [], unmarkiert: [], offen: 0 };
    const stapel: Stueck[] = [];
    let font = "";
    for (const zeile of inhalt(dokument, node).split("\n"))
      for (const { wort, davor } of woerter(zeile)) {
        if (wort === "BDC" || wort === "BMC") {
          const [, art = "", angaben = ""] = /\/(\w+)\s*(<<.*>>)?\s*$/.exec(davor) ?? [];
          const stueck: Stueck = {
            art,
            marke: /MCID (\d+)/.test(angaben) ? Number(/MCID (\d+)/.exec(angaben)?.[1]) : null,
            beiwerk: /Subtype\/(\w+)/.exec(angaben)?.[1] ?? "",
            tiefe: stapel.length,
            codes: [],
            malt: false,
          };
          stapel.push(stueck);
          seite.stuecke.push(stueck);
        } else if (wort === "EMC") stapel.pop();
        else if (wort === "Tf") font = /\/(\w+) [\d.]+ $/.exec(davor)?.[1] ?? "";
        if (!maler.test(wort)) continue;
        const stueck = stapel.at(-1);
        if (!stueck) seite.unmarkiert.push(wort);
        else stueck.malt = true;
        if (wort === "Tj") stueck?.codes.push([font, /<([0-9a-f]*)> $/i.exec(davor)?.[1] ?? ""]);
      }
    seite.offen = stapel.length;
    return seite;
  });
}

/** Operators of a line with all that stands before them. */
const woerter = (zeile: string): { wort: string; davor: string }[] =>
  [...zeile.matchAll(/(?<=^|\s)[A-Za-z'"*]+(?=\s|$)/g)].map(({ 0: wort, index }) => ({
    wort,
    davor: zeile.slice(0, index),
  }));

const inhalt = ({ context }: PDFDocument, node: PDFDict): string =>
  alsListe(node.get(name("Contents")))
    .map((teil) => (teil instanceof PDFRef ? context.lookup(teil) : teil))
    .map((strom) =>
      strom instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(strom).decode()).toString("latin1") : "",
    )
    .join("\n");

/** Which characters the codes of each font mean; by the name under which the page knows it. */
export function liesZeichen({ context }: PDFDocument, node: PDFDict): Map<string, Map<string, string>> {
  const fonts = node.lookup(name("Resources"), PDFDict).lookup(name("Font"), PDFDict);
  return new Map(
    fonts.entries().map(([schluessel, ref]) => {
      const strom = context.lookup(ref, PDFDict).lookup(name("ToUnicode"));
      const cmap =
        strom instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(strom).decode()).toString("latin1") : "";
      const paare = [...cmap.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gim)];
      return [
        schluessel.asString().slice(1),
        new Map(paare.map(([, code = "", wert = ""]) => [code.toLowerCase(), wert.toLowerCase()])),
      ];
    }),
  );
}

/** Values of a number tree without branches. */
export function liesNummern({ context }: PDFDocument, baum: PDFDict | undefined): Map<number, PDFRef[]> {
  const nums = alsListe(baum?.lookup(name("Nums")));
  const paare = new Map<number, PDFRef[]>();
  for (let i = 0; i + 1 < nums.length; i += 2) {
    const wert = nums[i + 1];
    const liste = wert instanceof PDFRef ? context.lookup(wert) : wert;
    paare.set(
      zahl(nums[i]),
      alsListe(liste).filter((eintrag) => eintrag instanceof PDFRef),
    );
  }
  return paare;
}
