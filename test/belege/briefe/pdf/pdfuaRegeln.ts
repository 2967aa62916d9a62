import { Buffer } from "node:buffer";
import { PDFDict, PDFDocument, PDFHexString, PDFNumber, type PDFObject, PDFRawStream, PDFString } from "pdf-lib";
import {
  alle,
  type Element,
  istElement,
  liesBaum,
  liesNummern,
  liesSeiten,
  liesZeichen,
  name,
  type Seite,
  stellen,
} from "./baum.ts";

/** A file laid open for the rules. */
type Datei = { dokument: PDFDocument; baum: Element | null; elemente: Element[]; seiten: Seite[]; xmp: string };

const oeffne = async (bytes: Uint8Array): Promise<Datei> => {
  const dokument = await PDFDocument.load(bytes, { updateMetadata: false });
  const strom = dokument.catalog.lookup(name("Metadata"));
  const xmp = strom instanceof PDFRawStream ? Buffer.from(strom.contents).toString("utf8") : "";
  const baum = liesBaum(dokument);
  return { dokument, baum, elemente: alle(baum).slice(1), seiten: liesSeiten(dokument), xmp };
};

const klartext = (objekt: PDFObject | undefined): string =>
  objekt instanceof PDFString || objekt instanceof PDFHexString ? objekt.decodeText() : "";

/** In what each kind of place may stand, as the letters use them (ISO 32000-1, 14.8.4). */
const oben: Record<string, readonly string[]> = {
  Document: [""],
  Part: ["Document"],
  H1: ["Part"],
  H2: ["Part"],
  P: ["Part"],
  Figure: ["Part"],
  L: ["Part"],
  Table: ["Part"],
  LI: ["L"],
  Lbl: ["LI"],
  LBody: ["LI"],
  TR: ["Table"],
  TH: ["TR"],
  TD: ["TR"],
};

const kinder = (element: Element): Element[] => element.kinder.filter(istElement);

const merkmal = (element: Element, feld: string): string => {
  const angaben = element.dict.lookup(name("A"));
  return angaben instanceof PDFDict ? String(angaben.lookup(name(feld)) ?? "") : "";
};

const spalten = (reihe: Element): number =>
  kinder(reihe).reduce((summe, zelle) => summe + Number(merkmal(zelle, "ColSpan") || 1), 0);

const elternbaum = ({ dokument }: Datei) =>
  liesNummern(
    dokument,
    dokument.catalog.lookupMaybe(name("StructTreeRoot"), PDFDict)?.lookupMaybe(name("ParentTree"), PDFDict),
  );

const gruppiere = (elemente: Element[], art: string): Element[] => elemente.filter((element) => element.art === art);

/** What PDF/UA-1 asks of these files, as far as it can be told without a validator: our own reading; true: kept. */
export const pdfuaRegeln: Record<string, (d: Datei) => boolean> = {
  "XMP nennt PDF/UA-1": ({ xmp }) => /<pdfuaid:part>1<\/pdfuaid:part>/.test(xmp),
  "Titel wird angezeigt": ({ dokument, xmp }) =>
    /<dc:title>.*<rdf:li[^>]*>[^<]+</.test(xmp) &&
    String(dokument.catalog.lookupMaybe(name("ViewerPreferences"), PDFDict)?.lookup(name("DisplayDocTitle"))) ===
      "true",
  "Sprache genannt": ({ dokument }) => klartext(dokument.catalog.lookup(name("Lang"))) === "de-DE",
  "als ausgezeichnet vermerkt": ({ dokument }) =>
    String(dokument.catalog.lookupMaybe(name("MarkInfo"), PDFDict)?.lookup(name("Marked"))) === "true",
  "alles auf dem Blatt ist ausgezeichnet": ({ seiten }) =>
    seiten.every(({ unmarkiert, offen }) => unmarkiert.length === 0 && offen === 0),
  "kein Stück in einem anderen": ({ seiten }) =>
    seiten.every(({ stuecke }) => stuecke.every(({ tiefe }) => tiefe === 0)),
  "Stücke haben Nummern, Beiwerk keine": ({ seiten }) =>
    seiten.every(({ stuecke }) => stuecke.every(({ art, marke }) => (art === "Artifact") === (marke === null))),
  "jedes Stück einmal im Baum, unter seinem Namen": ({ seiten, baum }) =>
    gleich(
      stellen(baum).map(({ seite, marke, art }) => `${seite} ${marke} ${art}`),
      seiten.flatMap(({ ref, stuecke }) =>
        stuecke.filter(({ marke }) => marke !== null).map(({ marke, art }) => `${ref} ${marke} ${art}`),
      ),
    ),
  // A cell that goes on over the page is read whole before the one beside it: on each page, and as they begin.
  "Lesefolge wie gezeichnet": ({ seiten, elemente }) => {
    const plaetze = elemente.map(({ kinder: k }) =>
      k.flatMap((kind) =>
        istElement(kind) ? [] : [seiten.findIndex(({ ref }) => ref === kind.seite) * 1e6 + kind.marke],
      ),
    );
    const aufBlatt = seiten.map((_, nr) => plaetze.flat().filter((platz) => Math.floor(platz / 1e6) === nr));
    return [plaetze.flatMap(([erster]) => erster ?? []), ...plaetze, ...aufBlatt].every(steigt);
  },
  "jedes Stück findet seine Stelle (ParentTree)": (d) => {
    const nummern = elternbaum(d);
    return d.elemente.every((element) =>
      element.kinder.every((kind) => {
        if (istElement(kind)) return true;
        const seite = d.seiten.find(({ ref }) => ref === kind.seite);
        const schluessel = seite?.dict.lookup(name("StructParents"));
        return schluessel instanceof PDFNumber && nummern.get(schluessel.asNumber())?.[kind.marke] === element.ref;
      }),
    );
  },
  "StructParents je Blatt eigene": (d) => {
    const schluessel = d.seiten.map(({ dict }) => String(dict.lookup(name("StructParents"))));
    return new Set(schluessel).size === d.seiten.length && schluessel.length === elternbaum(d).size;
  },
  "jede Stelle kennt, worin sie steht": ({ elemente }) =>
    elemente.every(({ dict, eltern }) => dict.get(name("P")) === eltern),
  "nur bekannte Stellen am rechten Ort": ({ baum, elemente }) => {
    const arten = new Map([baum, ...elemente].map((element) => [element?.ref, element?.art]));
    return baum !== null && elemente.every(({ art, eltern }) => oben[art]?.includes(arten.get(eltern) ?? "?") === true);
  },
  "ein Dokument, jeder Brief mit Überschrift": ({ baum, elemente }) =>
    baum?.kinder.length === 1 &&
    gruppiere(elemente, "Part").every((brief) => {
      const koepfe = kinder(brief).filter(({ art }) => art === "H1" || art === "H2");
      return koepfe[0]?.art === "H1";
    }),
  "Einträge mit Bezeichnung und Wert": ({ elemente }) =>
    gruppiere(elemente, "LI").every(
      (eintrag) =>
        kinder(eintrag)
          .map(({ art }) => art)
          .join() === "Lbl,LBody",
    ),
  "Tabellen mit gleich vielen Spalten": ({ elemente }) =>
    gruppiere(elemente, "Table").every((tabelle) => new Set(kinder(tabelle).map(spalten)).size === 1),
  "Tabellen mit Kopfzeile": ({ elemente }) =>
    gruppiere(elemente, "Table").every(
      (tabelle) => kinder(tabelle)[0]?.kinder.every((zelle) => istElement(zelle) && zelle.art === "TH") === true,
    ),
  "Kopfzellen sagen, wofür sie gelten": ({ elemente }) =>
    gruppiere(elemente, "TH").every((zelle) => /^\/(Column|Row)$/.test(merkmal(zelle, "Scope"))),
  "Bilder mit Worten und Ort": ({ elemente }) =>
    gruppiere(elemente, "Figure").every(
      (bild) => klartext(bild.dict.lookup(name("Alt"))).trim() !== "" && merkmal(bild, "BBox") !== "",
    ),
  "Text nur aus lesbaren Zeichen": ({ dokument, seiten }) =>
    seiten.every(({ dict, stuecke }) => {
      const zeichen = liesZeichen(dokument, dict);
      return stuecke.every(({ codes }) =>
        codes.every(([font, hex]) =>
          (hex.match(/.{4}/g) ?? []).every((code) => {
            const wert = zeichen.get(font)?.get(code.toLowerCase());
            return wert !== undefined && !/^(0000|feff|fffe)/.test(wert) && code !== "0000";
          }),
        ),
      );
    }),
  "Tabulator folgt dem Baum": ({ seiten }) => seiten.every(({ dict }) => dict.lookup(name("Tabs")) === name("S")),
  "Fuß ist Beiwerk, auf jedem Blatt": ({ seiten }) =>
    seiten.every(({ stuecke }) => stuecke.some(({ art, beiwerk }) => art === "Artifact" && beiwerk === "Footer")),
  "nichts Leeres": ({ seiten, elemente }) =>
    seiten.every(({ stuecke }) => stuecke.every(({ malt }) => malt)) && elemente.every((e) => e.kinder.length > 0),
};

const steigt = (folge: number[]): boolean => folge.every((platz, i) => i === 0 || platz > (folge[i - 1] ?? 0));

const gleich = (a: string[], b: string[]): boolean => a.toSorted().join() === b.toSorted().join();

/** Names of the rules that the file breaks. */
export async function verletztePdfuaRegeln(bytes: Uint8Array): Promise<string[]> {
  const datei = await oeffne(bytes);
  return Object.entries(pdfuaRegeln)
    .filter(([, gilt]) => !gilt(datei))
    .map(([regel]) => regel);
}

/** The file as it is read out, one line a place: "TD: 120,00". */
export async function vorgelesen(bytes: Uint8Array): Promise<string[]> {
  const { dokument, elemente, seiten } = await oeffne(bytes);
  const texte = new Map<string, string>();
  for (const { ref, dict, stuecke } of seiten) {
    const zeichen = liesZeichen(dokument, dict);
    for (const { marke, codes } of stuecke) {
      const utf16 = codes.flatMap(([font, hex]) =>
        (hex.match(/.{4}/g) ?? []).map((code) => zeichen.get(font)?.get(code.toLowerCase()) ?? ""),
      );
      texte.set(`${ref} ${marke}`, Buffer.from(utf16.join(""), "hex").swap16().toString("utf16le"));
    }
  }
  return elemente.flatMap(({ art, dict, kinder: k }) => {
    const eigene = k.flatMap((kind) => (istElement(kind) ? [] : [kind]));
    const alt = klartext(dict.lookup(name("Alt")));
    return eigene.length === 0
      ? []
      : [`${art}: ${alt || eigene.map(({ seite, marke }) => texte.get(`${seite} ${marke}`)).join(" ")}`];
  });
}
