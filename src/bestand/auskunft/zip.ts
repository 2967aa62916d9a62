import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";

export type Eintrag = { name: string; inhalt: Uint8Array };

type Platz = { name: Buffer; crc: number; groesse: number; stelle: number };

const hoechstens = 0xffff_ffff;
/** Names are UTF-8. */
const utf8 = 0x0800;

/** Day and time as MS-DOS wrote them. */
const dosZeit = (jetzt: Date): number => {
  const tag = ((jetzt.getUTCFullYear() - 1980) << 9) | ((jetzt.getUTCMonth() + 1) << 5) | jetzt.getUTCDate();
  const zeit = (jetzt.getUTCHours() << 11) | (jetzt.getUTCMinutes() << 5) | (jetzt.getUTCSeconds() >> 1);
  return tag * 0x1_0000 + zeit;
};

/** What both heads of an entry say alike: stored, not compressed, for letters are compressed already. */
const gemeinsam = ({ name, crc, groesse }: Platz, zeit: number): Buffer => {
  const kopf = Buffer.alloc(26);
  kopf.writeUInt16LE(20, 0);
  kopf.writeUInt16LE(utf8, 2);
  kopf.writeUInt32LE(zeit, 6);
  kopf.writeUInt32LE(crc, 10);
  kopf.writeUInt32LE(groesse, 14);
  kopf.writeUInt32LE(groesse, 18);
  kopf.writeUInt16LE(name.length, 22);
  return kopf;
};

const verzeichniszeile = (platz: Platz, zeit: number): Buffer => {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(platz.stelle, 10);
  return Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), gemeinsam(platz, zeit), rest, platz.name]);
};

/**
 * A ZIP archive, entry by entry: of what lies in it only the current entry is held.
 *
 * @throws RangeError from 4 GiB or 65,535 entries on
 */
export async function* schreibeZip(eintraege: AsyncIterable<Eintrag>, jetzt: Date): AsyncGenerator<Uint8Array> {
  const zeit = dosZeit(jetzt);
  const plaetze: Platz[] = [];
  let stelle = 0;
  for await (const { name, inhalt } of eintraege) {
    const platz = { name: Buffer.from(name), crc: crc32(inhalt), groesse: inhalt.length, stelle };
    const kopf = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), gemeinsam(platz, zeit), platz.name]);
    plaetze.push(platz);
    stelle += kopf.length + inhalt.length;
    if (stelle > hoechstens || plaetze.length >= 0xffff) throw new RangeError("Das ZIP-Archiv wird zu groß.");
    yield kopf;
    yield inhalt;
  }
  const verzeichnis = Buffer.concat(plaetze.map((platz) => verzeichniszeile(platz, zeit)));
  const ende = Buffer.alloc(22);
  ende.write("PK\x05\x06", "latin1");
  ende.writeUInt16LE(plaetze.length, 8);
  ende.writeUInt16LE(plaetze.length, 10);
  ende.writeUInt32LE(verzeichnis.length, 12);
  ende.writeUInt32LE(stelle, 16);
  yield Buffer.concat([verzeichnis, ende]);
}
