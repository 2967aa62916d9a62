import { Buffer } from "node:buffer";
import { setImmediate as weiche } from "node:timers/promises";
import { type PDFDocument, type PDFObject, PDFRawStream, PDFStream } from "pdf-lib";
import { alsStrom, type Buendel } from "./buendel.ts";
import { packeZusammen } from "./logobild.ts";

const jeStrom = 200;
/** After so many objects whatever else waits has its turn. */
const jeRunde = 1000;

/**
 * The bytes of a document whose objects are partly packed already. pdf-lib's own writer knows only objects that it
 * holds, and deflates with the slow JavaScript that it brings along.
 */
export async function schreibe(dokument: PDFDocument, gepackt: readonly Buendel[]): Promise<Uint8Array> {
  await dokument.flush();
  const { context } = dokument;
  const stroeme: [number, PDFStream][] = [];
  const kleine: [number, PDFObject][] = [];
  for (const [{ objectNumber }, objekt] of context.enumerateIndirectObjects())
    if (objekt instanceof PDFStream) stroeme.push([objectNumber, objekt]);
    else kleine.push([objectNumber, objekt]);
  const erster = context.largestObjectNumber + 1;
  const letzter = erster + Math.ceil(kleine.length / jeStrom);
  const verzeichnis = neuesVerzeichnis(letzter + 1);
  const teile: Uint8Array[] = [];
  let laenge = 0;
  const haenge = (teil: Uint8Array): void => {
    teile.push(teil);
    laenge += teil.length;
  };
  const setze = (nummer: number, objekt: PDFStream): void => {
    verzeichnis.liegt(nummer, laenge);
    haenge(Buffer.from(`${nummer} 0 obj\n`));
    for (const teil of stromteile(objekt)) haenge(teil);
    haenge(Buffer.from("\nendobj\n"));
  };
  // The four bytes above 127 say that the file is not text.
  haenge(Buffer.from("%PDF-1.7\n%\u0081\u0081\u0081\u0081\n", "latin1"));
  for (const [i, [nummer, objekt]] of stroeme.entries()) {
    setze(nummer, objekt);
    if (i % jeRunde === jeRunde - 1) await weiche();
  }
  for (let nummer = erster; nummer < letzter; nummer += 1) {
    const stapel = kleine.slice((nummer - erster) * jeStrom, (nummer - erster + 1) * jeStrom);
    for (const [i, [kleiner]] of stapel.entries()) verzeichnis.liegtIn(kleiner, nummer, i);
    const objekte = stapel.map(([kleiner, objekt]) => [kleiner, objekt.toString()] as const);
    setze(nummer, alsStrom(context, objekte));
    if (letzter - erster > 1) await weiche();
  }
  for (const { strom, erste, anzahl } of gepackt)
    for (let i = 0; i < anzahl; i += 1) verzeichnis.liegtIn(erste + i, strom.objectNumber, i);
  const anfang = laenge;
  verzeichnis.liegt(letzter, anfang);
  setze(letzter, querverweise(dokument, verzeichnis.bytes, letzter + 1));
  haenge(Buffer.from(`startxref\n${anfang}\n%%EOF\n`));
  return verbinde(teile, laenge);
}

/** Of memory of its own, so that it can be handed to another thread. */
const verbinde = (teile: readonly Uint8Array[], laenge: number): Uint8Array => {
  const datei = new Uint8Array(laenge);
  let stelle = 0;
  for (const teil of teile) {
    datei.set(teil, stelle);
    stelle += teil.length;
  }
  return datei;
};

const jeEintrag = 7;

/** Where each object lies: at a place in the file, or as the nth in a stream. What is not named is free. */
const neuesVerzeichnis = (groesse: number) => {
  const bytes = Buffer.alloc(groesse * jeEintrag);
  const trage = (nummer: number, art: number, wo: number, index: number): void => {
    bytes.writeUInt8(art, nummer * jeEintrag);
    bytes.writeUInt32BE(wo, nummer * jeEintrag + 1);
    bytes.writeUInt16BE(index, nummer * jeEintrag + 5);
  };
  trage(0, 0, 0, 0xffff);
  return {
    bytes,
    liegt: (nummer: number, stelle: number) => trage(nummer, 1, stelle, 0),
    liegtIn: (nummer: number, strom: number, index: number) => trage(nummer, 2, strom, index),
  };
};

/** A stream as it stands in the file; what is packed is not copied. */
const stromteile = (objekt: PDFStream): Uint8Array[] => {
  if (objekt instanceof PDFRawStream) {
    objekt.updateDict();
    return [Buffer.from(`${objekt.dict}\nstream\n`, "latin1"), objekt.contents, Buffer.from("\nendstream")];
  }
  const bytes = new Uint8Array(objekt.sizeInBytes());
  objekt.copyBytesInto(bytes, 0);
  return [bytes];
};

/** Where each object lies, with what the trailer says. */
const querverweise = ({ context }: PDFDocument, daten: Uint8Array, groesse: number): PDFRawStream => {
  const { Root, Info, ID } = context.trailerInfo;
  const angaben = context.obj({
    Type: "XRef",
    Size: groesse,
    W: [1, 4, 2],
    Root: Root ?? null,
    Info: Info ?? null,
    ID: ID ?? null,
    Filter: "FlateDecode",
  });
  return PDFRawStream.of(angaben, packeZusammen(daten));
};
