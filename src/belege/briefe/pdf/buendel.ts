import { Buffer } from "node:buffer";
import { type PDFContext, PDFRawStream, type PDFRef } from "pdf-lib";
import { packeZusammen } from "./logobild.ts";

/** An object stream: objects with the numbers from `erste` on, packed. */
export type Buendel = { strom: PDFRef; erste: number; anzahl: number };

/** A reader unpacks a whole stream for one object of it, and its place in it has to fit into two bytes. */
const jeStrom = 2000;

/**
 * Packs finished objects into streams, so that a file of many letters does not hold each of them.
 *
 * @param objekte as they stand in the file, without number
 */
export function buendle(context: PDFContext, erste: number, objekte: readonly string[]): Buendel[] {
  return Array.from({ length: Math.ceil(objekte.length / jeStrom) }, (_, nr) => {
    const von = nr * jeStrom;
    const teil = objekte.slice(von, von + jeStrom).map((text, i) => [erste + von + i, text] as const);
    return { strom: context.register(alsStrom(context, teil)), erste: erste + von, anzahl: teil.length };
  });
}

/** The same of objects with any numbers, in one stream. A character is a byte, as pdf-lib writes them. */
export function alsStrom(
  context: PDFContext,
  objekte: readonly (readonly [nummer: number, text: string])[],
): PDFRawStream {
  let kopf = "";
  let inhalt = "";
  for (const [nummer, text] of objekte) {
    kopf += `${nummer} ${inhalt.length} `;
    inhalt += `${text}\n`;
  }
  const angaben = context.obj({ Type: "ObjStm", N: objekte.length, First: kopf.length, Filter: "FlateDecode" });
  return PDFRawStream.of(angaben, packeZusammen(Buffer.from(kopf + inhalt, "latin1")));
}
