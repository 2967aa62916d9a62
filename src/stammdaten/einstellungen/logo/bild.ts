import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { pruefsumme } from "./pruefsumme.ts";

export type Bild = { medientyp: "image/png" | "image/jpeg"; breite: number; hoehe: number; inhalt: Uint8Array };

/** The bytes are no image that could be shown. */
export class KeinBild extends Error {
  override name = "KeinBild";
}

/** Longest side in pixels: a logo three times as wide as a page in print needs. */
export const hoechsteSeite = 2000;

/** An image that is one, but has too many pixels; found before anything is unpacked. */
export class ZuVielePixel extends Error {
  override name = "ZuVielePixel";
}

/** An image in printing inks: letters are kept in RGB, as PDF/A wants it with the profile of a screen. */
export class Druckfarben extends Error {
  override name = "Druckfarben";
}

const pruefeMass = (breite: number, hoehe: number): void => {
  if (breite < 1 || hoehe < 1) throw new KeinBild("ohne Fläche");
  if (breite > hoechsteSeite || hoehe > hoechsteSeite) throw new ZuVielePixel(`${breite} x ${hoehe}`);
};

const pngAnfang = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Colour type: samples a pixel, and the bit depths that it may have. */
const farbarten: Record<number, { werte: number; tiefen: number[] }> = {
  0: { werte: 1, tiefen: [1, 2, 4, 8, 16] },
  2: { werte: 3, tiefen: [8, 16] },
  3: { werte: 1, tiefen: [1, 2, 4, 8] },
  4: { werte: 2, tiefen: [8, 16] },
  6: { werte: 4, tiefen: [8, 16] },
};
/** What makes the picture; texts, times and other companions stay behind. */
const behalten = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"]);

/** First row, first column, row step and column step of the seven passes of an interlaced image. */
const durchgaenge = [
  [0, 0, 8, 8],
  [0, 4, 8, 8],
  [4, 0, 8, 4],
  [0, 2, 4, 4],
  [2, 0, 4, 2],
  [0, 1, 2, 2],
  [1, 0, 2, 1],
] as const;

/** Lengths of the rows of the unpacked image, each with its filter byte. */
const zeilenlaengen = (breite: number, hoehe: number, bits: number, verschachtelt: boolean): [number, number][] =>
  (verschachtelt ? durchgaenge : ([[0, 0, 1, 1]] as const))
    .map(([zeile, spalte, zeilenschritt, spaltenschritt]): [number, number] => [
      Math.ceil((hoehe - zeile) / zeilenschritt),
      Math.ceil((breite - spalte) / spaltenschritt),
    ])
    .filter(([zeilen, spalten]) => zeilen > 0 && spalten > 0)
    .map(([zeilen, spalten]) => [zeilen, 1 + Math.ceil((spalten * bits) / 8)]);

const entpacke = promisify(inflate) as (daten: Uint8Array, optionen: { maxOutputLength: number }) => Promise<Buffer>;

const pruefePixel = async (daten: Buffer, zeilen: [number, number][]): Promise<void> => {
  const laenge = zeilen.reduce((summe, [anzahl, breite]) => summe + anzahl * breite, 0);
  const pixel = await entpacke(daten, { maxOutputLength: laenge }).catch(() => undefined);
  if (pixel?.length !== laenge) throw new KeinBild("Bilddaten unvollständig");
  let stelle = 0;
  for (const [anzahl, breite] of zeilen)
    for (let nr = 0; nr < anzahl; nr++, stelle += breite)
      if ((pixel[stelle] ?? 5) > 4) throw new KeinBild("Bilddaten zerstört");
};

const liesPng = async (bytes: Buffer): Promise<Bild> => {
  const teile: Buffer[] = [pngAnfang];
  const daten: Buffer[] = [];
  let kopf: Buffer | undefined;
  let palette = false;
  let stelle = pngAnfang.length;
  for (let art = ""; art !== "IEND"; ) {
    if (stelle + 12 > bytes.length) throw new KeinBild("abgeschnitten");
    const ende = stelle + 12 + bytes.readUInt32BE(stelle);
    if (ende > bytes.length) throw new KeinBild("abgeschnitten");
    art = bytes.toString("latin1", stelle + 4, stelle + 8);
    if (bytes.readUInt32BE(ende - 4) !== pruefsumme(bytes.subarray(stelle + 4, ende - 4)))
      throw new KeinBild("Prüfsumme falsch");
    const inhalt = bytes.subarray(stelle + 8, ende - 4);
    if (kopf === undefined && (art !== "IHDR" || inhalt.length !== 13)) throw new KeinBild("ohne Kopf");
    if (art === "IHDR") {
      if (kopf) throw new KeinBild("zwei Köpfe");
      kopf = inhalt;
      pruefeMass(inhalt.readUInt32BE(0), inhalt.readUInt32BE(4));
    }
    palette ||= art === "PLTE";
    if (art === "IDAT") daten.push(inhalt);
    if (behalten.has(art)) teile.push(bytes.subarray(stelle, ende));
    else if (/^[A-Z]/.test(art)) throw new KeinBild(`unbekannter Teil ${art}`);
    stelle = ende;
  }
  if (!kopf) throw new KeinBild("ohne Kopf");
  const [breite, hoehe] = [kopf.readUInt32BE(0), kopf.readUInt32BE(4)];
  const [tiefe, farbart, packung, filter, verschachtelt] = kopf.subarray(8);
  const farbe = farbarten[Number(farbart)];
  if (!farbe?.tiefen.includes(Number(tiefe)) || packung !== 0 || filter !== 0 || Number(verschachtelt) > 1)
    throw new KeinBild("Kopf ungültig");
  if (farbart === 3 && !palette) throw new KeinBild("ohne Palette");
  await pruefePixel(
    Buffer.concat(daten),
    zeilenlaengen(breite, hoehe, farbe.werte * Number(tiefe), verschachtelt === 1),
  );
  return { medientyp: "image/png", breite, hoehe, inhalt: Buffer.concat(teile) };
};

/** JFIF, colour profile and Adobe's colour transform; Exif with places and names, comments and the rest stay behind. */
const begleiter = new Set([0xe0, 0xe2, 0xee]);
/** Baseline, extended and progressive, as every viewer and the letters know them. */
const bildkoepfe = new Set([0xc0, 0xc1, 0xc2]);

/** Where the coded data of a scan end: at the next marker that is neither stuffed nor a restart. */
const scanEnde = (bytes: Buffer, ab: number): number => {
  for (let stelle = bytes.indexOf(0xff, ab); stelle >= 0; stelle = bytes.indexOf(0xff, stelle + 2)) {
    const marke = bytes[stelle + 1] ?? 0;
    if (marke !== 0 && !(marke >= 0xd0 && marke <= 0xd7)) return stelle;
  }
  throw new KeinBild("abgeschnitten");
};

const liesJpeg = (bytes: Buffer): Bild => {
  const teile: Buffer[] = [bytes.subarray(0, 2)];
  const gesehen = new Set<number>();
  let mass: { breite: number; hoehe: number } | undefined;
  let stelle = 2;
  for (;;) {
    while (bytes[stelle] === 0xff && bytes[stelle + 1] === 0xff) stelle += 1;
    const marke = bytes[stelle + 1];
    if (bytes[stelle] !== 0xff || marke === undefined) throw new KeinBild("abgeschnitten");
    if (marke === 0xd9) break;
    if (stelle + 4 > bytes.length) throw new KeinBild("abgeschnitten");
    const laenge = bytes.readUInt16BE(stelle + 2);
    let ende = stelle + 2 + laenge;
    if (laenge < 2 || ende > bytes.length) throw new KeinBild("abgeschnitten");
    if (bildkoepfe.has(marke)) {
      const farben = bytes[stelle + 9] ?? 0;
      if (mass || laenge < 11 || bytes[stelle + 4] !== 8 || ![1, 3, 4].includes(farben))
        throw new KeinBild("Kopf ungültig");
      if (farben === 4) throw new Druckfarben("CMYK");
      mass = { hoehe: bytes.readUInt16BE(stelle + 5), breite: bytes.readUInt16BE(stelle + 7) };
      pruefeMass(mass.breite, mass.hoehe);
    } else if (marke === 0xda) {
      if (!mass || !gesehen.has(0xdb) || !gesehen.has(0xc4)) throw new KeinBild("Bilddaten ohne Tabellen");
      const daten = ende;
      ende = scanEnde(bytes, daten);
      if (ende === daten) throw new KeinBild("ohne Bilddaten");
    } else if (marke === 0 || (marke >= 0xc3 && marke <= 0xcf && marke !== 0xc4) || (marke >= 0xd0 && marke <= 0xd8))
      throw new KeinBild("unbekannter Teil");
    gesehen.add(marke);
    if (!(marke === 0xfe || (marke >= 0xe0 && marke <= 0xef && !begleiter.has(marke))))
      teile.push(bytes.subarray(stelle, ende));
    stelle = ende;
  }
  if (!mass || !gesehen.has(0xda)) throw new KeinBild("ohne Bilddaten");
  teile.push(bytes.subarray(stelle, stelle + 2));
  return { medientyp: "image/jpeg", ...mass, inhalt: Buffer.concat(teile) };
};

/**
 * The image in these bytes, made up anew from the parts that show something: no texts, no places, nothing behind its
 * end. A PNG is unpacked to its last row; of a JPEG the structure is checked, not each coefficient.
 *
 * @throws KeinBild, ZuVielePixel, Druckfarben
 */
export const liesBild = async (bytes: Uint8Array): Promise<Bild> => {
  const puffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (puffer.subarray(0, 8).equals(pngAnfang)) return liesPng(puffer);
  if (puffer[0] === 0xff && puffer[1] === 0xd8) return liesJpeg(puffer);
  throw new KeinBild("weder PNG noch JPEG");
};
