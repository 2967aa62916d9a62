import { type PDFContext, PDFName, type PDFRef, PDFString } from "pdf-lib";
import type { Schnitt } from "../satz/blatt.ts";
import { glyphenVon, schrift } from "../satz/schrift.ts";
import { bildeTeilschrift, oeffneVorrat, type Vorrat } from "./teilschrift.ts";

/** A font of a file while its pages are drawn. */
type Einbettung = {
  readonly ref: PDFRef;
  /** What each code from 1 on reads as. */
  readonly zeichen: readonly string[];
  /** The codes of a text in hexadecimal; what is asked for once is in the font. */
  glyphen(text: string): string;
  /** Puts the font into the file: only the shapes that were asked for, and what each of them reads as. */
  schliesse(): void;
};

const vorraete = new Map<Schnitt, Vorrat>();

const vorratVon = (schnitt: Schnitt): Vorrat => {
  const vorrat = vorraete.get(schnitt) ?? oeffneVorrat(schrift(schnitt).bytes);
  vorraete.set(schnitt, vorrat);
  return vorrat;
};

/** Four digits, as codes and characters stand in a file. */
const hex = (zahl: number): string => zahl.toString(16).toUpperCase().padStart(4, "0");

export function bette(context: PDFContext, schnitt: Schnitt): Einbettung {
  const ref = context.nextRef();
  const codes = new Map<string, string>();
  const nummern = [0];
  const plaetze = new Map<number, number>();
  const breiten: number[] = [];
  const zeichenfolge: string[] = [];
  const codeVon = (zeichen: string): string => {
    let code = "";
    for (const { nummer, breite } of glyphenVon(zeichen, schnitt)) {
      const platz = plaetze.get(nummer) ?? nummern.push(nummer) - 1;
      plaetze.set(nummer, platz);
      breiten[platz - 1] = breite;
      zeichenfolge[platz - 1] = zeichen;
      code += hex(platz);
    }
    codes.set(zeichen, code);
    return code;
  };
  return {
    ref,
    zeichen: zeichenfolge,
    glyphen(text) {
      let folge = "";
      for (const zeichen of text) folge += codes.get(zeichen) ?? codeVon(zeichen);
      return folge;
    },
    schliesse() {
      schreibeSchrift(context, ref, schnitt, { nummern, breiten, zeichenfolge });
    },
  };
}

type Font = ReturnType<typeof schrift>["font"];

/** What was asked for of a font, each in the order of the codes. */
type Auswahl = {
  /** Numbers of the shapes; the first is the one that stands for none. */
  readonly nummern: readonly number[];
  /** In units of the font, from code 1 on. */
  readonly breiten: readonly number[];
  readonly zeichenfolge: readonly string[];
};

/** Writes a font as PDF has it (ISO 32000-1, 9.7): the font by its codes, the one by its shapes, and what describes that. */
const schreibeSchrift = (
  context: PDFContext,
  ref: PDFRef,
  schnitt: Schnitt,
  { nummern, breiten, zeichenfolge }: Auswahl,
): void => {
  const { font } = schrift(schnitt);
  const name = PDFName.of(context.addRandomSuffix(font.postscriptName));
  const datei = context.register(context.flateStream(bildeTeilschrift(vorratVon(schnitt), nummern)));
  const beschreibung = context.register(context.obj(beschreibe(font, name, datei)));
  const glyphenfont = context.register(
    context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      CIDToGIDMap: "Identity",
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity"), Supplement: 0 },
      FontDescriptor: beschreibung,
      W: [1, breiten.map((breite) => breite * jeTausend(font))],
    }),
  );
  context.assign(
    ref,
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [glyphenfont],
      ToUnicode: context.register(context.flateStream(lesart(zeichenfolge))),
    }),
  );
};

/** A PDF measures shapes in thousandths of the size, whatever units the font has. */
const jeTausend = ({ unitsPerEm }: Font): number => 1000 / unitsPerEm;

const beschreibe = (font: Font, name: PDFName, datei: PDFRef) => {
  const { minX, minY, maxX, maxY } = font.bbox;
  const mal = jeTausend(font);
  return {
    Type: "FontDescriptor",
    FontName: name,
    // Its codes are its own.
    Flags: 4,
    FontBBox: [minX, minY, maxX, maxY].map((wert) => wert * mal),
    ItalicAngle: font.italicAngle,
    Ascent: font.ascent * mal,
    Descent: font.descent * mal,
    CapHeight: font.capHeight * mal,
    XHeight: font.xHeight * mal,
    StemV: 0,
    FontFile2: datei,
  };
};

/** A CMap names no more at once. */
const jeBlock = 100;

/** Which character each code from 1 on reads as. */
const lesart = (zeichen: readonly string[]): string => {
  const paare = zeichen.map((eines, i) => {
    const werte = Array.from({ length: eines.length }, (_, stelle) => hex(eines.charCodeAt(stelle)));
    return `<${hex(i + 1)}> <${werte.join("")}>`;
  });
  const bloecke = Array.from({ length: Math.ceil(paare.length / jeBlock) }, (_, nr) => {
    const block = paare.slice(nr * jeBlock, (nr + 1) * jeBlock);
    return `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <<
  /Registry (Adobe)
  /Ordering (UCS)
  /Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${bloecke.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
};
