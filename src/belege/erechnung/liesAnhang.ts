import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";

/** The e-invoice in a file that was made here; undefined where it has none. */
export async function liesAnhang(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  const { catalog, context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const [erste] = catalog.lookupMaybe(PDFName.of("AF"), PDFArray)?.asArray() ?? [];
  const datei = erste && context.lookup(erste, PDFDict).lookup(PDFName.of("EF"), PDFDict);
  const inhalt = datei?.lookup(PDFName.of("F"));
  return inhalt instanceof PDFRawStream ? decodePDFRawStream(inhalt).decode() : undefined;
}
