import { Buffer } from "node:buffer";
import { type Ausrichtung, alsExif, ausrichtungAusExif, vertauschtSeiten } from "./ausrichtung.ts";
import { type Bild, Druckfarben, KeinBild, verlangeMass } from "./bildtypen.ts";

export const jpegAnfang = Buffer.from([0xff, 0xd8]);
const jpegEnde = Buffer.from([0xff, 0xd9]);

/** Baseline, extended and progressive, as every viewer and the letters know them. */
const bildkoepfe = new Set([0xc0, 0xc1, 0xc2]);
const huffmantafeln = 0xc4;
const ende = 0xd9;
const scan = 0xda;
const quantisierungstafeln = 0xdb;
const exif = 0xe1;
const kommentar = 0xfe;

const istNeustart = (marke: number): boolean => marke >= 0xd0 && marke <= 0xd7;
/** Other ways of coding, and what never stands as a segment of its own. */
const istFremd = (marke: number): boolean =>
  marke === 0 || (marke >= 0xc3 && marke <= 0xcf && marke !== huffmantafeln) || istNeustart(marke) || marke === 0xd8;

/**
 * JFIF, colour profile and Adobe's colour transform. Comments and the rest stay behind, also Exif with its places and
 * names, but for how the picture is to be turned.
 */
const begleiter = new Set([0xe0, 0xe2, 0xee]);
const istBeigabe = (marke: number): boolean =>
  marke === kommentar || (marke >= 0xe0 && marke <= 0xef && !begleiter.has(marke));

/** Where the coded data of a scan end: at the next marker that is neither stuffed nor a restart. */
const scanEnde = (bytes: Buffer, ab: number): number => {
  for (let stelle = bytes.indexOf(0xff, ab); stelle >= 0; stelle = bytes.indexOf(0xff, stelle + 2)) {
    const marke = bytes[stelle + 1] ?? 0;
    if (marke !== 0 && !istNeustart(marke)) return stelle;
  }
  throw new KeinBild("abgeschnitten");
};

type Abschnitt = { marke: number; inhalt: Buffer /** What a scan has coded. */; daten: Buffer; ganz: Buffer };

/** The segments between the start and the end of the image. */
function* abschnitteVon(bytes: Buffer): Generator<Abschnitt, undefined> {
  for (let stelle = jpegAnfang.length; ; ) {
    while (bytes[stelle] === 0xff && bytes[stelle + 1] === 0xff) stelle += 1;
    const marke = bytes[stelle + 1];
    if (bytes[stelle] !== 0xff || marke === undefined) throw new KeinBild("abgeschnitten");
    if (marke === ende) return;
    if (stelle + 4 > bytes.length) throw new KeinBild("abgeschnitten");
    const laenge = bytes.readUInt16BE(stelle + 2);
    const inhaltBis = stelle + 2 + laenge;
    if (laenge < 2 || inhaltBis > bytes.length) throw new KeinBild("abgeschnitten");
    const bis = marke === scan ? scanEnde(bytes, inhaltBis) : inhaltBis;
    yield {
      marke,
      inhalt: bytes.subarray(stelle + 4, inhaltBis),
      daten: bytes.subarray(inhaltBis, bis),
      ganz: bytes.subarray(stelle, bis),
    };
    stelle = bis;
  }
}

const liesMass = (kopf: Buffer): { breite: number; hoehe: number } => {
  const farben = kopf[5] ?? 0;
  if (kopf.length < 9 || kopf[0] !== 8 || ![1, 3, 4].includes(farben)) throw new KeinBild("Kopf ungültig");
  if (farben === 4) throw new Druckfarben("CMYK");
  const mass = { hoehe: kopf.readUInt16BE(1), breite: kopf.readUInt16BE(3) };
  verlangeMass(mass.breite, mass.hoehe);
  return mass;
};

/** How a stored JPEG is to be turned, which it says ahead of its data. */
export function ausrichtungVon(bytes: Uint8Array): Ausrichtung {
  const puffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { marke, inhalt } of abschnitteVon(puffer)) {
    if (marke === scan) break;
    if (marke === exif) return ausrichtungAusExif(inhalt) ?? 1;
  }
  return 1;
}

/**
 * Width and height are those of the picture as it is shown.
 *
 * @throws KeinBild, ZuVielePixel, Druckfarben
 */
export function liesJpeg(bytes: Buffer): Bild {
  const teile: Buffer[] = [];
  const gesehen = new Set<number>();
  let mass: { breite: number; hoehe: number } | undefined;
  let ausrichtung: Ausrichtung | undefined;
  for (const { marke, inhalt, daten, ganz } of abschnitteVon(bytes)) {
    if (istFremd(marke)) throw new KeinBild("unbekannter Teil");
    if (bildkoepfe.has(marke)) {
      if (mass) throw new KeinBild("zwei Köpfe");
      mass = liesMass(inhalt);
    }
    if (marke === scan) {
      if (!mass || !gesehen.has(quantisierungstafeln) || !gesehen.has(huffmantafeln))
        throw new KeinBild("Bilddaten ohne Tabellen");
      if (daten.length === 0) throw new KeinBild("ohne Bilddaten");
    }
    gesehen.add(marke);
    if (!istBeigabe(marke)) teile.push(ganz);
    if (marke === exif && !ausrichtung && !gesehen.has(scan)) {
      ausrichtung = ausrichtungAusExif(inhalt);
      if (ausrichtung && ausrichtung !== 1) teile.push(alsExif(ausrichtung));
    }
  }
  if (!mass || !gesehen.has(scan)) throw new KeinBild("ohne Bilddaten");
  const gezeigt = ausrichtung && vertauschtSeiten(ausrichtung) ? { breite: mass.hoehe, hoehe: mass.breite } : mass;
  return { medientyp: "image/jpeg", ...gezeigt, inhalt: Buffer.concat([jpegAnfang, ...teile, jpegEnde]) };
}
