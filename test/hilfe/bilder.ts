import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { Logobild } from "../../src/belege/briefe/satz/blatt.ts";

const teil = (art: string, inhalt: Uint8Array): Buffer => {
  const rumpf = Buffer.concat([Buffer.from(art, "latin1"), inhalt]);
  const laenge = Buffer.alloc(4);
  laenge.writeUInt32BE(inhalt.length);
  const summe = Buffer.alloc(4);
  summe.writeUInt32BE(crc32(rumpf));
  return Buffer.concat([laenge, rumpf, summe]);
};

/** A PNG of one colour, half transparent at its left. */
export function png(breite: number, hoehe: number, [rot, gruen, blau]: [number, number, number]): Buffer {
  const kopf = Buffer.alloc(13);
  kopf.writeUInt32BE(breite, 0);
  kopf.writeUInt32BE(hoehe, 4);
  kopf.set([8, 6, 0, 0, 0], 8);
  const punkte = Array.from({ length: breite }, (_, x) => [rot, gruen, blau, x < breite / 2 ? 128 : 255]).flat();
  const zeilen = Buffer.concat(Array.from({ length: hoehe }, () => Buffer.from([0, ...punkte])));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    teil("IHDR", kopf),
    teil("IDAT", deflateSync(zeilen)),
    teil("IEND", new Uint8Array()),
  ]);
}

/** A circle of 17 x 17 pixels. */
export const jpeg = Buffer.from(
  [
    "/9j/4AAQSkZJRgABAQEABgAGAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5",
    "PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjL/wAAR",
    "CAARABEDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEG",
    "E1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWG",
    "h4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEB",
    "AQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYk",
    "NOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0",
    "tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDY+I3xG1S31yfR9HuDaw2x2SzIBvd8cgHs",
    "B049DVHwL8StYh1210/V7pryzuZBFul5eNmOAQ3UjOMg0fErwLqsPiG51fT7SW7s7tvMbyVLNG/cEDnGec+9UfAfgPVtT1+0u7uymtbC2lWV",
    "5JkKb9pyFUHk5I69ua6Uoch5jdb23Xc+g6KKK5j0wooooAKKKKAP/9k=",
  ].join(""),
  "base64",
);

export function alsLogo(inhalt: Buffer, medientyp: Logobild["medientyp"], breite: number, hoehe: number): Logobild {
  return {
    sha256: createHash("sha256").update(inhalt).digest("hex"),
    medientyp,
    breite,
    hoehe,
    inhalt,
  };
}

/** 30 x 10, as wide as logos are. */
export const logo = alsLogo(png(30, 10, [15, 84, 92]), "image/png", 30, 10);
