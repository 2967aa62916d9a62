import { deflateSync } from "node:zlib";
import { type PDFContext, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef } from "pdf-lib";
import type { Ausrichtung } from "../../../stammdaten/einstellungen/logo/ausrichtung.ts";
import { ausrichtungVon } from "../../../stammdaten/einstellungen/logo/jpeg.ts";
import type { Logobild } from "../satz/blatt.ts";

/**
 * Deflated, in memory of its own size: what zlib gives back is a part of a larger buffer. zlib reserves and clears some
 * twelve bytes for each of its window: no more of it than there is to look back at.
 */
export function packeZusammen(inhalt: string | Uint8Array): Uint8Array {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(inhalt.length + 1))));
  const memLevel = Math.min(8, windowBits - 6);
  return new Uint8Array(deflateSync(inhalt, { windowBits, memLevel, chunkSize: Math.min(16_384, inhalt.length + 64) }));
}

/**
 * Lets a document deflate with zlib, which is several times faster than the JavaScript that pdf-lib brings along:
 * through the one method of its own context by which it makes compressed streams.
 */
export function packeMitZlib({ context }: PDFDocument): void {
  context.flateStream = (inhalt, angaben = {}) => {
    const bytes = typeof inhalt === "string" ? new TextEncoder().encode(inhalt) : inhalt;
    return context.stream(packeZusammen(bytes), { ...angaben, Filter: "FlateDecode" });
  };
}

/** By what the unit square is turned or mirrored in itself, so that a picture in it stands as it is to be shown. */
const lagen: Record<Ausrichtung, string> = {
  1: "",
  2: "-1 0 0 1 1 0 cm ",
  3: "-1 0 0 -1 1 1 cm ",
  4: "1 0 0 -1 0 1 cm ",
  5: "0 -1 -1 0 1 1 cm ",
  6: "0 -1 1 0 0 1 cm ",
  7: "0 1 1 0 0 0 cm ",
  8: "0 1 -1 0 1 0 cm ",
};

const hoechstens = 8;

/** Each logo is on many letters: what it takes to draw it is worked out once per process, the latest few are kept. */
const einmal = <T>(ermittle: (logo: Logobild) => T): ((logo: Logobild) => T) => {
  const behalten = new Map<string, T>();
  return (logo) => {
    const vorhanden = behalten.get(logo.sha256);
    if (vorhanden !== undefined) return vorhanden;
    for (const aeltestes of behalten.keys()) if (behalten.size >= hoechstens) behalten.delete(aeltestes);
    const neu = ermittle(logo);
    behalten.set(logo.sha256, neu);
    return neu;
  };
};

const ermittleLage = einmal(({ medientyp, inhalt }) =>
  medientyp === "image/jpeg" ? lagen[ausrichtungVon(inhalt)] : "",
);

/** What a page has to say before it shows this logo, which PDF takes as it lies. */
export function lageVon(logo: Logobild): string {
  return ermittleLage(logo);
}

/** Unpacks a logo and packs it as PDF wants it. */
const packe = einmal(async ({ medientyp, inhalt }): Promise<PDFRawStream> => {
  const saat = await PDFDocument.create({ updateMetadata: false });
  packeMitZlib(saat);
  // A copy of their own: pdf-lib reads a JPEG from the beginning of the buffer that its bytes are a part of.
  const bytes = new Uint8Array(inhalt);
  const bild = medientyp === "image/png" ? await saat.embedPng(bytes) : await saat.embedJpg(bytes);
  await bild.embed();
  const strom = saat.context.lookup(bild.ref);
  if (!(strom instanceof PDFRawStream)) throw new TypeError("Das Logo wurde kein Datenstrom");
  return strom;
});

/** Puts the packed logo at `ref` of a document. */
export async function setzeLogo(context: PDFContext, ref: PDFRef, logo: Logobild): Promise<void> {
  context.assign(ref, uebernimm(context, await packe(logo)));
}

/** A copy of the image in another document: the packed bytes are shared, its mask comes along. */
const uebernimm = (context: PDFContext, strom: PDFRawStream): PDFRawStream => {
  const dict = PDFDict.withContext(context);
  for (const [name, wert] of strom.dict.entries()) {
    const maske = wert instanceof PDFRef ? strom.dict.context.lookup(wert) : undefined;
    dict.set(name, maske instanceof PDFRawStream ? context.register(uebernimm(context, maske)) : wert);
  }
  dict.delete(PDFName.of("Length"));
  return PDFRawStream.of(dict, strom.contents);
};
