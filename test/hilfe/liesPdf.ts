import { Buffer } from "node:buffer";
import { create, type Font } from "fontkit";
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef } from "pdf-lib";

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/**
 * What a PDF reader would copy out, piece by piece, and how far below the upper edge each of them stands (mm), with the
 * embedded fonts and the number of images and masks.
 */
export async function liesPdf(
  bytes: Uint8Array,
): Promise<{ blaetter: string[][]; grundlinien: number[][]; schriften: Font[]; bilder: number }> {
  const dokument = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context } = dokument;
  const strom = (eintrag: unknown): Uint8Array => {
    const wert = eintrag instanceof PDFRef ? context.lookup(eintrag) : eintrag;
    if (!(wert instanceof PDFRawStream)) throw new Error("Kein Datenstrom");
    return decodePDFRawStream(wert).decode();
  };
  const schriften: Font[] = [];
  for (const [, objekt] of context.enumerateIndirectObjects())
    if (objekt instanceof PDFDict && objekt.get(PDFName.of("FontFile2")))
      schriften.push(create(Buffer.from(strom(objekt.get(PDFName.of("FontFile2"))))) as Font);
  const gelesen = dokument.getPages().map((blatt) => {
    const fonts = blatt.node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
    const tabellen = new Map(
      (fonts?.entries() ?? []).map(([name, ref]) => {
        const font = context.lookup(ref, PDFDict);
        return [name.asString(), liesZeichen(latin1(strom(font.get(PDFName.of("ToUnicode")))))] as const;
      }),
    );
    const inhalt = teileVon(blatt.node.Contents()).map((teil) => latin1(strom(teil)));
    return liesStuecke(inhalt.join("\n"), tabellen);
  });
  const bilder = context
    .enumerateIndirectObjects()
    .filter(
      ([, objekt]) => objekt instanceof PDFRawStream && objekt.dict.get(PDFName.of("Subtype")) === PDFName.of("Image"),
    );
  return {
    blaetter: gelesen.map((stuecke) => stuecke.map(({ text }) => text)),
    grundlinien: gelesen.map((stuecke) => stuecke.map(({ y }) => y)),
    schriften,
    bilder: bilder.length,
  };
}

const teileVon = (inhalt: unknown): unknown[] => (inhalt instanceof PDFArray ? inhalt.asArray() : [inhalt]);

const liesZeichen = (cmap: string): Map<string, string> =>
  new Map(
    [...cmap.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gim)].map(([, glyph = "", unicode = ""]) => [
      glyph.toLowerCase(),
      Buffer.from(unicode, "hex").swap16().toString("utf16le"),
    ]),
  );

const liesStuecke = (inhalt: string, tabellen: Map<string, Map<string, string>>): { text: string; y: number }[] => {
  const stuecke: { text: string; y: number }[] = [];
  let zeichen: Map<string, string> | undefined;
  let y = 0;
  for (const [, font, punkte, hex] of inhalt.matchAll(/(\/\S+) [\d.]+ Tf|([\d.]+) Tm|<([0-9a-fA-F]*)> Tj/g)) {
    if (font) zeichen = tabellen.get(font);
    else if (punkte) y = 297 - (Number(punkte) * 25.4) / 72;
    else {
      const text = (hex?.match(/.{4}/g) ?? []).map((glyph) => zeichen?.get(glyph.toLowerCase()) ?? "?").join("");
      // A line that goes on in the next one ends in a blank.
      stuecke.push({ text: text.trimEnd(), y });
    }
  }
  return stuecke;
};
