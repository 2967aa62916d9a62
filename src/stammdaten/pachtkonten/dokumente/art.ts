import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** What may be kept with an account. */
export const arten = {
  pdf: { medientyp: "application/pdf", endungen: ["pdf"] },
  png: { medientyp: "image/png", endungen: ["png"] },
  jpeg: { medientyp: "image/jpeg", endungen: ["jpg", "jpeg"] },
  tiff: { medientyp: "image/tiff", endungen: ["tif", "tiff"] },
  docx: {
    medientyp: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    endungen: ["docx"],
  },
  xlsx: { medientyp: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", endungen: ["xlsx"] },
  odt: { medientyp: "application/vnd.oasis.opendocument.text", endungen: ["odt"] },
  ods: { medientyp: "application/vnd.oasis.opendocument.spreadsheet", endungen: ["ods"] },
  csv: { medientyp: "text/csv", endungen: ["csv"] },
  txt: { medientyp: "text/plain", endungen: ["txt"] },
} as const satisfies Record<string, { medientyp: string; endungen: readonly [string, ...string[]] }>;

export type Art = keyof typeof arten;

const anfaenge: [Art, number[]][] = [
  ["pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["tiff", [0x49, 0x49, 0x2a, 0x00]],
  ["tiff", [0x4d, 0x4d, 0x00, 0x2a]],
];
const zip = [0x50, 0x4b, 0x03, 0x04];

const beginnt = (kopf: Buffer, anfang: number[]): boolean => anfang.every((byte, stelle) => kopf[stelle] === byte);

const lies = async (datei: FileHandle, stelle: number, laenge: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await datei.read(Buffer.alloc(laenge), 0, laenge, stelle);
  return buffer.subarray(0, bytesRead);
};

const hoechstesVerzeichnis = 4 * 1024 * 1024;

/** Names of a ZIP archive from its central directory; none where the archive is broken. */
const listZipnamen = async (datei: FileHandle, groesse: number): Promise<Set<string>> => {
  const namen = new Set<string>();
  const schwanz = await lies(datei, Math.max(0, groesse - 65_557), Math.min(groesse, 65_557));
  const ende = schwanz.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (ende < 0 || ende + 22 > schwanz.length) return namen;
  const [laenge, ab] = [schwanz.readUInt32LE(ende + 12), schwanz.readUInt32LE(ende + 16)];
  if (laenge > hoechstesVerzeichnis || ab + laenge > groesse) return namen;
  const verzeichnis = await lies(datei, ab, laenge);
  let stelle = 0;
  while (stelle + 46 <= verzeichnis.length && verzeichnis.readUInt32LE(stelle) === 0x02014b50) {
    const namenslaenge = verzeichnis.readUInt16LE(stelle + 28);
    const rest = verzeichnis.readUInt16LE(stelle + 30) + verzeichnis.readUInt16LE(stelle + 32);
    namen.add(verzeichnis.toString("utf8", stelle + 46, stelle + 46 + namenslaenge));
    stelle += 46 + namenslaenge + rest;
  }
  return namen;
};

/** OpenDocument says its type in its first entry, stored as it is. */
const odfTyp = (kopf: Buffer): string => {
  if (kopf.length < 38 || kopf.readUInt16LE(8) !== 0 || kopf.toString("latin1", 30, 38) !== "mimetype") return "";
  const ab = 38 + kopf.readUInt16LE(28);
  return kopf.toString("latin1", ab, ab + Math.min(kopf.readUInt32LE(18), 100));
};

const imZip = async (datei: FileHandle, groesse: number, kopf: Buffer): Promise<Art | undefined> => {
  const namen = await listZipnamen(datei, groesse);
  // Macros are programs, whatever the ending says.
  if ([...namen].some((name) => /vbaProject\.bin$|^Basic\//i.test(name))) return undefined;
  const odf = odfTyp(kopf);
  if (namen.has("content.xml"))
    return (["odt", "ods"] as const).find((art) => arten[art].medientyp === odf && namen.has("mimetype"));
  if (!namen.has("[Content_Types].xml")) return undefined;
  if (namen.has("word/document.xml")) return "docx";
  return namen.has("xl/workbook.xml") ? "xlsx" : undefined;
};

/** UTF-8 from the first byte to the last, and nothing in it that no text has. */
const istText = async (pfad: string): Promise<boolean> => {
  const dekodierer = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const stueck of createReadStream(pfad))
      if (/[^\P{Cc}\t\n\r\f]/u.test(dekodierer.decode(stueck as Buffer, { stream: true }))) return false;
    dekodierer.decode();
    return true;
  } catch (fehler) {
    if (fehler instanceof TypeError) return false;
    throw fehler;
  }
};

/**
 * The kind of a file by its content. Its name decides only between the two kinds of text. A library for all kinds of
 * file (`file-type`) would take a list whose first column is called BM, MZ or GIFT for an image or a program, and
 * macros it does not look for.
 *
 * @returns undefined for anything that is not on the list
 */
export async function erkenneArt(pfad: string, groesse: number, name: string): Promise<Art | undefined> {
  const datei = await open(pfad);
  try {
    const kopf = await lies(datei, 0, 512);
    const art = anfaenge.find(([, anfang]) => beginnt(kopf, anfang))?.[0];
    if (art) return art;
    if (beginnt(kopf, zip)) return await imZip(datei, groesse, kopf);
  } finally {
    await datei.close();
  }
  if (!(await istText(pfad))) return undefined;
  return /\.csv$/i.test(name) ? "csv" : "txt";
}
