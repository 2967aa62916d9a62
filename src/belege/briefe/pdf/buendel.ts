import { type PDFContext, PDFRawStream, type PDFRef } from "pdf-lib";
import { packeZusammen } from "./logobild.ts";

/** An object stream: objects with the numbers from `erste` on, packed. */
export type Buendel = { strom: PDFRef; erste: number; anzahl: number };

/**
 * Packs finished objects into a stream, so that a file of many letters does not hold each of them.
 *
 * @param objekte as they stand in the file, without number; ASCII
 */
export const buendle = (context: PDFContext, erste: number, objekte: readonly string[]): Buendel => ({
  strom: context.register(
    alsStrom(
      context,
      objekte.map((text, i) => [erste + i, text] as const),
    ),
  ),
  erste,
  anzahl: objekte.length,
});

/** The same of objects with any numbers. */
export const alsStrom = (
  context: PDFContext,
  objekte: readonly (readonly [nummer: number, text: string])[],
): PDFRawStream => {
  let kopf = "";
  let inhalt = "";
  for (const [nummer, text] of objekte) {
    kopf += `${nummer} ${inhalt.length} `;
    inhalt += `${text}\n`;
  }
  const angaben = context.obj({ Type: "ObjStm", N: objekte.length, First: kopf.length, Filter: "FlateDecode" });
  return PDFRawStream.of(angaben, packeZusammen(kopf + inhalt));
};
