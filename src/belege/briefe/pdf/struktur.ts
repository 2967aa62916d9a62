import { type PDFContext, type PDFDict, PDFHexString, PDFName, PDFRef } from "pdf-lib";
import type { Beiwerk, Kasten, Rolle } from "../satz/blatt.ts";
import { type Buendel, buendle } from "./buendel.ts";
import { xVon, yVon } from "./masse.ts";

/** A page while it is drawn: its pieces get numbers by which their places in the structure find them. */
export type Blattmarken = {
  /** What begins a piece in the content stream; "EMC" ends it. */
  beginne(rolle: Rolle | Beiwerk | undefined): string;
};

/** The structure tree of a file (PDF/UA-1), letter by letter, so that thousands of them stay small. */
export type Struktur = {
  beginneBlatt(blatt: PDFDict, ref: PDFRef): Blattmarken;
  /** Packs what belongs to the pages since the last call: one part of the document. */
  schliesseTeil(): void;
  /** Roots the tree in the catalog. */
  schliesse(katalog: PDFDict): Buendel[];
};

type Stelle = { seite: PDFRef; marke: number };
type Knoten = { rolle: Rolle | null; eltern: number; kinder: (number | Stelle)[] };

const nr = (nummer: number): string => `${nummer} 0 R`;

export function beginneStruktur(context: PDFContext): Struktur {
  const wurzel = context.nextRef();
  const dokument = context.nextRef();
  const teile: number[] = [];
  const blaetter: string[] = [];
  const buendel: Buendel[] = [];
  let anzahlBlaetter = 0;
  let teil = neuerTeil();
  return {
    beginneBlatt(blatt, ref) {
      blatt.set(PDFName.of("StructParents"), context.obj(anzahlBlaetter));
      blatt.set(PDFName.of("Tabs"), PDFName.of("S"));
      anzahlBlaetter += 1;
      return teil.beginneBlatt(ref);
    },
    schliesseTeil() {
      const erste = context.largestObjectNumber + 1;
      const { knoten, eltern } = teil;
      teil = neuerTeil();
      const objekte = knoten.map((k) => elementText(k, erste, dokument));
      // Of each page, which place each of its pieces belongs to.
      for (const marken of eltern) {
        blaetter.push(`${blaetter.length} ${nr(erste + objekte.length)}`);
        objekte.push(`[${marken.map((index) => nr(erste + index)).join(" ")}]`);
      }
      context.largestObjectNumber += objekte.length;
      teile.push(erste);
      buendel.push(...buendle(context, erste, objekte));
    },
    schliesse(katalog) {
      const baum = `<</Nums[${blaetter.join(" ")}]>>`;
      const erste = context.largestObjectNumber + 1;
      context.largestObjectNumber += 1;
      buendel.push(...buendle(context, erste, [baum]));
      context.assign(
        dokument,
        context.obj({ Type: "StructElem", S: "Document", P: wurzel, K: teile.map((nummer) => PDFRef.of(nummer)) }),
      );
      context.assign(
        wurzel,
        context.obj({
          Type: "StructTreeRoot",
          K: [dokument],
          ParentTree: PDFRef.of(erste),
          ParentTreeNextKey: anzahlBlaetter,
        }),
      );
      katalog.set(PDFName.of("StructTreeRoot"), wurzel);
      katalog.set(PDFName.of("MarkInfo"), context.obj({ Marked: true }));
      return buendel;
    },
  };
}

/** Places of one letter; the first is the whole of it. */
const neuerTeil = () => {
  const knoten: Knoten[] = [{ rolle: null, eltern: -1, kinder: [] }];
  const bekannt = new Map<Rolle, number>();
  const eltern: number[][] = [];
  const knotenVon = (rolle: Rolle): number => {
    const vorhanden = bekannt.get(rolle);
    if (vorhanden !== undefined) return vorhanden;
    const oben = rolle.in ? knotenVon(rolle.in) : 0;
    const index = knoten.length;
    knoten.push({ rolle, eltern: oben, kinder: [] });
    knoten[oben]?.kinder.push(index);
    bekannt.set(rolle, index);
    return index;
  };
  return {
    knoten,
    eltern,
    beginneBlatt(seite: PDFRef): Blattmarken {
      const marken: number[] = [];
      eltern.push(marken);
      return {
        beginne(rolle) {
          if (rolle === undefined) return "/Artifact BMC";
          if (typeof rolle === "string") return `/Artifact <</Type/Pagination/Subtype/${rolle}>> BDC`;
          const index = knotenVon(rolle);
          const marke = marken.push(index) - 1;
          knoten[index]?.kinder.push({ seite, marke });
          return `/${rolle.art} <</MCID ${marke}>> BDC`;
        },
      };
    },
  };
};

const elementText = ({ rolle, eltern, kinder }: Knoten, erste: number, dokument: PDFRef): string => {
  const oben = rolle ? nr(erste + eltern) : dokument.toString();
  const seite = kinder.find((kind) => typeof kind === "object")?.seite;
  const inhalt = kinder.map((kind) => {
    if (typeof kind === "number") return nr(erste + kind);
    return kind.seite === seite ? kind.marke : `<</Type/MCR/Pg ${kind.seite}/MCID ${kind.marke}>>`;
  });
  const k = kinder.length === 1 ? `${inhalt[0]}` : `[${inhalt.join(" ")}]`;
  const merkmale = rolle ? merkmaleVon(rolle) : "";
  return `<</Type/StructElem/S/${rolle?.art ?? "Part"}/P ${oben}${seite ? `/Pg ${seite}` : ""}/K ${k}${merkmale}>>`;
};

const merkmaleVon = (rolle: Rolle): string => {
  switch (rolle.art) {
    case "TH":
      return `/A<</O/Table/Scope/${rolle.fuer}>>`;
    case "TD":
      return rolle.spalten ? `/A<</O/Table/ColSpan ${rolle.spalten}>>` : "";
    case "Figure":
      return `/Alt ${PDFHexString.fromText(rolle.alt)}/A<</O/Layout/Placement/Block/BBox${bbox(rolle.kasten)}>>`;
    default:
      return "";
  }
};

const bbox = ({ x, y, breite, hoehe }: Kasten): string =>
  `[${xVon(x)} ${yVon(y + hoehe)} ${xVon(x + breite)} ${yVon(y)}]`;
