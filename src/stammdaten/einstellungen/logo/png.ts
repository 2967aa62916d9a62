import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { crc32, inflate } from "node:zlib";
import { type Bild, KeinBild, verlangeMass } from "./bildtypen.ts";

export const pngAnfang = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Colour type: samples a pixel, and the bit depths that it may have. */
const farbarten: Record<number, { werte: number; tiefen: number[] }> = {
  0: { werte: 1, tiefen: [1, 2, 4, 8, 16] },
  2: { werte: 3, tiefen: [8, 16] },
  3: { werte: 1, tiefen: [1, 2, 4, 8] },
  4: { werte: 2, tiefen: [8, 16] },
  6: { werte: 4, tiefen: [8, 16] },
};
const mitPalette = 3;

/** What makes the picture; texts, times and other companions stay behind. */
const behalten = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"]);

type Teil = { art: string; inhalt: Buffer; ganz: Buffer };

/** The chunks up to the end of the image, each with the right checksum. */
function* teileVon(bytes: Buffer): Generator<Teil, undefined> {
  let stelle = pngAnfang.length;
  for (let art = ""; art !== "IEND"; ) {
    if (stelle + 12 > bytes.length) throw new KeinBild("abgeschnitten");
    const ende = stelle + 12 + bytes.readUInt32BE(stelle);
    if (ende > bytes.length) throw new KeinBild("abgeschnitten");
    if (bytes.readUInt32BE(ende - 4) !== crc32(bytes.subarray(stelle + 4, ende - 4)))
      throw new KeinBild("Prüfsumme falsch");
    art = bytes.toString("latin1", stelle + 4, stelle + 8);
    yield { art, inhalt: bytes.subarray(stelle + 8, ende - 4), ganz: bytes.subarray(stelle, ende) };
    stelle = ende;
  }
}

type Kopf = { breite: number; hoehe: number; farbart: number; bitsJePixel: number; verschachtelt: boolean };

const liesKopf = ({ art, inhalt }: Teil): Kopf => {
  if (art !== "IHDR" || inhalt.length !== 13) throw new KeinBild("ohne Kopf");
  const [breite, hoehe] = [inhalt.readUInt32BE(0), inhalt.readUInt32BE(4)];
  verlangeMass(breite, hoehe);
  const [tiefe = 0, farbart = 0, packung, filter, verschachtelt = 0] = inhalt.subarray(8);
  const farbe = farbarten[farbart];
  if (!farbe?.tiefen.includes(tiefe) || packung !== 0 || filter !== 0 || verschachtelt > 1)
    throw new KeinBild("Kopf ungültig");
  return { breite, hoehe, farbart, bitsJePixel: farbe.werte * tiefe, verschachtelt: verschachtelt === 1 };
};

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

type Zeilen = { anzahl: number; laenge: number };

/** The rows of the unpacked image, each with its filter byte. */
const zeilenVon = ({ breite, hoehe, bitsJePixel, verschachtelt }: Kopf): Zeilen[] =>
  (verschachtelt ? durchgaenge : ([[0, 0, 1, 1]] as const))
    .map(([zeile, spalte, zeilenschritt, spaltenschritt]) => ({
      zeilen: Math.ceil((hoehe - zeile) / zeilenschritt),
      spalten: Math.ceil((breite - spalte) / spaltenschritt),
    }))
    .filter(({ zeilen, spalten }) => zeilen > 0 && spalten > 0)
    .map(({ zeilen, spalten }) => ({ anzahl: zeilen, laenge: 1 + Math.ceil((spalten * bitsJePixel) / 8) }));

const entpacke = promisify(inflate) as (daten: Uint8Array, optionen: { maxOutputLength: number }) => Promise<Buffer>;

/** Unpacked, the data must be as long as the image is large, and each row begin with one of the five filters. */
const verlangeBilddaten = async (daten: Buffer, zeilen: readonly Zeilen[]): Promise<void> => {
  const gesamt = zeilen.reduce((summe, { anzahl, laenge }) => summe + anzahl * laenge, 0);
  const pixel = await entpacke(daten, { maxOutputLength: gesamt }).catch(() => undefined);
  if (pixel?.length !== gesamt) throw new KeinBild("Bilddaten unvollständig");
  let stelle = 0;
  for (const { anzahl, laenge } of zeilen)
    for (let nr = 0; nr < anzahl; nr++, stelle += laenge)
      if ((pixel[stelle] ?? 5) > 4) throw new KeinBild("Bilddaten zerstört");
};

/** @throws KeinBild, ZuVielePixel */
export async function liesPng(bytes: Buffer): Promise<Bild> {
  const folge = teileVon(bytes);
  const erster = folge.next().value;
  if (!erster) throw new KeinBild("ohne Kopf");
  const kopf = liesKopf(erster);
  const uebrige = [...folge];
  for (const { art } of uebrige) {
    if (art === "IHDR") throw new KeinBild("zwei Köpfe");
    if (/^[A-Z]/.test(art) && !behalten.has(art)) throw new KeinBild(`unbekannter Teil ${art}`);
  }
  if (kopf.farbart === mitPalette && !uebrige.some(({ art }) => art === "PLTE")) throw new KeinBild("ohne Palette");
  const daten = uebrige.filter(({ art }) => art === "IDAT").map(({ inhalt }) => inhalt);
  await verlangeBilddaten(Buffer.concat(daten), zeilenVon(kopf));
  const gezeigt = [erster, ...uebrige].filter(({ art }) => behalten.has(art)).map(({ ganz }) => ganz);
  const { breite, hoehe } = kopf;
  return { medientyp: "image/png", breite, hoehe, inhalt: Buffer.concat([pngAnfang, ...gezeigt]) };
}
