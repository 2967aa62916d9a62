import { Buffer } from "node:buffer";

/**
 * How a JPEG is to be turned before it is shown, as Exif counts it: 1 as it lies, 2 to 4 mirrored or upside down, 5 to
 * 8 with its sides exchanged.
 */
export type Ausrichtung = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const kennung = Buffer.from("Exif\0\0", "latin1");
const tag = 0x0112;
const [ganzzahl, liegend] = [3, 1] as const;

const istAusrichtung = (wert: number): wert is Ausrichtung => Number.isInteger(wert) && wert >= 1 && wert <= 8;

/** Of the directory that an Exif segment begins with. @returns 1 where it says nothing that makes sense */
const ausTiff = (tiff: Buffer): Ausrichtung => {
  const vorn = tiff.toString("latin1", 0, 2) === "II";
  const kurz = (stelle: number): number => (vorn ? tiff.readUInt16LE(stelle) : tiff.readUInt16BE(stelle));
  const lang = (stelle: number): number => (vorn ? tiff.readUInt32LE(stelle) : tiff.readUInt32BE(stelle));
  try {
    const verzeichnis = lang(4);
    for (let nr = 0; nr < kurz(verzeichnis); nr++) {
      const eintrag = verzeichnis + 2 + nr * 12;
      if (kurz(eintrag) !== tag || kurz(eintrag + 2) !== ganzzahl) continue;
      const wert = kurz(eintrag + 8);
      return istAusrichtung(wert) ? wert : liegend;
    }
    return liegend;
  } catch (fehler) {
    // It points past its own end: such a companion keeps no picture from being one.
    if (fehler instanceof RangeError) return liegend;
    throw fehler;
  }
};

/** @param inhalt of a segment APP1, which may hold something else @returns undefined where it is no Exif */
export function ausrichtungAusExif(inhalt: Buffer): Ausrichtung | undefined {
  return inhalt.subarray(0, kennung.length).equals(kennung) ? ausTiff(inhalt.subarray(kennung.length)) : undefined;
}

/** A segment APP1 that says this and nothing else. */
export function alsExif(ausrichtung: Ausrichtung): Buffer {
  const tiff = Buffer.from("4d4d002a00000008000101120003000000010000000000000000", "hex");
  tiff.writeUInt16BE(ausrichtung, 18);
  const segment = Buffer.concat([Buffer.from("ffe10000", "hex"), kennung, tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return segment;
}

/** Whether what is shown is as wide as the picture is high. */
export function vertauschtSeiten(ausrichtung: Ausrichtung): boolean {
  return ausrichtung >= 5;
}
