import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";

/** A ZIP archive of stored entries, in their order. */
export function zip(eintraege: Record<string, string>): Buffer {
  const teile: Buffer[] = [];
  const verzeichnis: Buffer[] = [];
  let stelle = 0;
  for (const [name, text] of Object.entries(eintraege)) {
    const [pfad, inhalt] = [Buffer.from(name), Buffer.from(text)];
    const gemeinsam = Buffer.alloc(26);
    gemeinsam.writeUInt16LE(20, 0);
    gemeinsam.writeUInt32LE(crc32(inhalt), 10);
    gemeinsam.writeUInt32LE(inhalt.length, 14);
    gemeinsam.writeUInt32LE(inhalt.length, 18);
    gemeinsam.writeUInt16LE(pfad.length, 22);
    const datei = Buffer.concat([Buffer.from("PK\x03\x04"), gemeinsam, pfad, inhalt]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(stelle, 10);
    verzeichnis.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), gemeinsam, rest, pfad]));
    teile.push(datei);
    stelle += datei.length;
  }
  const eintrag = Buffer.concat(verzeichnis);
  const ende = Buffer.alloc(22);
  ende.write("PK\x05\x06", "latin1");
  ende.writeUInt16LE(verzeichnis.length, 8);
  ende.writeUInt16LE(verzeichnis.length, 10);
  ende.writeUInt32LE(eintrag.length, 12);
  ende.writeUInt32LE(stelle, 16);
  return Buffer.concat([...teile, eintrag, ende]);
}
