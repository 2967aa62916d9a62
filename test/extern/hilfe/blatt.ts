import { Buffer } from "node:buffer";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { create, type Font } from "fontkit";
import jsqr from "jsqr";
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream, PDFRef } from "pdf-lib";
import { PNG } from "pngjs";
import { fuehreAus } from "./klon.ts";

const schriften = path.resolve(import.meta.dirname, "../../../src/belege/briefe/satz/schriften");
const dateien: Record<string, string> = { F1: "SourceSans3_400Regular.ttf", F2: "SourceSans3_600SemiBold.ttf" };
const mmJePt = 25.4 / 72;

/** What jsqr exports; its types tell of a module that has it as `default`. */
const liesCode = jsqr as unknown as typeof jsqr.default;

const inOrdner = <T>(bytes: Uint8Array, tue: (ordner: string, datei: string) => T): T => {
  const ordner = mkdtempSync(path.join(tmpdir(), "blatt-"));
  try {
    const datei = path.join(ordner, "blatt.pdf");
    writeFileSync(datei, bytes);
    return tue(ordner, datei);
  } finally {
    rmSync(ordner, { recursive: true });
  }
};

/** What poppler reads, one line for lines on paper. */
export function textVon(bytes: Uint8Array): string {
  return inOrdner(bytes, (_, datei) => fuehreAus("pdftotext", ["-layout", datei, "-"]));
}

export type Wort = { text: string; links: number; rechts: number; oben: number; unten: number };

/** Pages with their size and words, mm from the top left corner. */
export function seitenVon(bytes: Uint8Array): { breite: number; hoehe: number; woerter: Wort[] }[] {
  return inOrdner(bytes, (_, datei) => {
    const html = fuehreAus("pdftotext", ["-bbox", datei, "-"]);
    const mm = (punkt: string | undefined) => Number(punkt) * mmJePt;
    return [...html.matchAll(/<page width="([\d.]+)" height="([\d.]+)">([\s\S]*?)<\/page>/g)].map(
      ([, breite, hoehe, inhalt = ""]) => ({
        breite: mm(breite),
        hoehe: mm(hoehe),
        woerter: [
          ...inhalt.matchAll(
            /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g,
          ),
        ].map(([, links, oben, rechts, unten, text = ""]) => ({
          text,
          links: mm(links),
          rechts: mm(rechts),
          oben: mm(oben),
          unten: mm(unten),
        })),
      }),
    );
  });
}

const raster = (bytes: Uint8Array, dpi: number): PNG[] =>
  inOrdner(bytes, (ordner, datei) => {
    fuehreAus("pdftoppm", ["-r", String(dpi), "-png", datei, path.join(ordner, "seite")]);
    return readdirSync(ordner)
      .filter((name) => name.endsWith(".png"))
      .sort()
      .map((name) => PNG.sync.read(readFileSync(path.join(ordner, name))));
  });

/** The texts of all QR codes, as a phone would read them from paper. */
export function codesVon(bytes: Uint8Array): string[] {
  return raster(bytes, 150).flatMap(({ data, width, height }) => {
    const code = liesCode(new Uint8ClampedArray(data), width, height, { inversionAttempts: "dontInvert" });
    return code ? [Buffer.from(code.binaryData).toString("utf8")] : [];
  });
}

const tinte = (bytes: Uint8Array): number =>
  raster(bytes, 60).reduce((summe, { data }) => {
    let dunkel = 0;
    for (let i = 0; i < data.length; i += 4) dunkel += 255 - (data[i] ?? 255);
    return summe + dunkel;
  }, 0);

/**
 * The ink of a letter as it is against that of the same letter with its fonts embedded whole: less than 1 where the
 * subset lost outlines, which no reading of its text would show.
 */
export async function tintenanteil(bytes: Uint8Array): Promise<number> {
  return tinte(bytes) / tinte(await mitGanzenSchriften(bytes));
}

const mitGanzenSchriften = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const dokument = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context } = dokument;
  const strom = (eintrag: unknown): string => {
    const wert = eintrag instanceof PDFRef ? context.lookup(eintrag) : eintrag;
    if (!(wert instanceof PDFRawStream)) throw new Error("Kein Datenstrom");
    return Buffer.from(decodePDFRawStream(wert).decode()).toString("latin1");
  };
  const ganze = new Map<string, { ref: PDFRef; font: Font }>();
  for (const [name, datei] of Object.entries(dateien)) {
    const inhalt = readFileSync(path.join(schriften, datei));
    const font = create(inhalt) as Font;
    dokument.registerFontkit({ create: () => font } as unknown as Parameters<PDFDocument["registerFontkit"]>[0]);
    ganze.set(name, { ref: (await dokument.embedFont(inhalt, { subset: false })).ref, font });
  }
  await dokument.flush();
  for (const { ref, font } of ganze.values()) setzeBreiten(context.lookup(ref, PDFDict), font);
  // All first: the pages may share what is exchanged below.
  const seiten = dokument.getPages().map(({ node }) => {
    const fonts = node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
    const zeichen = [...ganze.keys()].map((name) => {
      const unicode = fonts?.lookup(PDFName.of(name), PDFDict).get(PDFName.of("ToUnicode"));
      return [name, liesZeichen(strom(unicode))] as const;
    });
    return { node, fonts, zeichen: new Map(zeichen) };
  });
  for (const { node, fonts, zeichen } of seiten) {
    let name = "";
    const neu = strom(node.get(PDFName.of("Contents"))).replace(
      /\/(\w+) [\d.]+ Tf|<([0-9a-f]+)> Tj/gi,
      (ganz, schrift: string | undefined, hex: string | undefined) => {
        if (schrift) name = schrift;
        if (!hex) return ganz;
        const glyphen = hex.match(/.{4}/g)?.map((nr) => {
          const text = zeichen.get(name)?.get(nr.toLowerCase()) ?? "";
          const glyphe = ganze.get(name)?.font.layout(text, { tnum: true, liga: false }).glyphs[0];
          return (glyphe?.id ?? 0).toString(16).padStart(4, "0");
        });
        return `<${glyphen?.join("")}> Tj`;
      },
    );
    node.set(PDFName.of("Contents"), context.register(context.flateStream(neu)));
    for (const [schrift, { ref }] of ganze) fonts?.set(PDFName.of(schrift), ref);
  }
  return dokument.save();
};

/** Widths of all glyphs, also of those that no character stands for alone, as tabular digits. */
const setzeBreiten = (schrift: PDFDict, font: Font): void => {
  const einzelne = schrift.lookup(PDFName.of("DescendantFonts"), PDFArray).lookup(0, PDFDict);
  const breiten = Array.from(
    { length: font.numGlyphs },
    (_, i) => (font.getGlyph(i).advanceWidth * 1000) / font.unitsPerEm,
  );
  const { context } = schrift;
  einzelne.set(PDFName.of("W"), context.obj([PDFNumber.of(0), context.obj(breiten)]));
};

const liesZeichen = (cmap: string): Map<string, string> =>
  new Map(
    [...cmap.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gim)].map(([, glyph = "", unicode = ""]) => [
      glyph.toLowerCase(),
      Buffer.from(unicode, "hex").swap16().toString("utf16le"),
    ]),
  );
