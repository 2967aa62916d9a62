import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise } from "yauzl";
import { Unlesbar } from "../befunde.ts";

/** A workbook of 50 MiB may hold that much; what holds more was made to hurt. */
const hoechstensEntpackt = 1024 ** 3;
const hoechstensImNebenteil = 32 * 1024 ** 2;
/** What was stored as it is comes whole; nobody should parse so much in one go. */
const stueckgroesse = 16 * 1024;
const hoechstensEintraege = 10_000;

/** The parts of a workbook by their path. */
export type Archiv = {
  namen: ReadonlySet<string>;
  /** The unpacked bytes of a part, of a side one only as many as such a one may have; of one that is missing none. */
  lies(name: string, art?: "nebenteil"): AsyncGenerator<Buffer>;
};

const zuGross = (): Unlesbar =>
  new Unlesbar(
    "datei_zu_gross_entpackt",
    "Entpackt ist die Datei größer als 1 GiB; bitte auf mehrere Dateien verteilen.",
  );

const kaputt = (): Unlesbar =>
  new Unlesbar(
    "datei_unlesbar",
    "Die Datei ist beschädigt oder keine Excel-Mappe; bitte im Tabellenprogramm öffnen und neu als .xlsx speichern.",
  );

/**
 * Opens a ZIP archive that lies in memory. Nothing of a part counts until its checksum was right: one bit of damage
 * may make another amount of one. An archive that promises too much is refused before a part is read; what is unpacked
 * of it, of all parts together, is counted while it is all the same: what it says of its own size proves nothing.
 *
 * @throws Unlesbar
 */
export async function oeffneArchiv(bytes: Uint8Array): Promise<Archiv> {
  const puffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const eintraege = new Map<string, Entry>();
  const zip = await fromBufferPromise(puffer, { lazyEntries: true, autoClose: false }).catch(() => {
    throw kaputt();
  });
  if (zip.entryCount > hoechstensEintraege) throw kaputt();
  try {
    for await (const eintrag of zip.eachEntry()) eintraege.set(eintrag.fileName, eintrag);
  } catch {
    throw kaputt();
  }
  if ([...eintraege.values()].some((eintrag) => eintrag.isEncrypted()))
    throw new Unlesbar(
      "datei_verschluesselt",
      "Die Datei ist mit einem Kennwort geschützt; bitte ohne Kennwort speichern.",
    );
  const versprochen = [...eintraege.values()].reduce((summe, { uncompressedSize }) => summe + uncompressedSize, 0);
  if (versprochen > hoechstensEntpackt) throw zuGross();
  let entpackt = 0;
  return {
    namen: new Set(eintraege.keys()),
    async *lies(name, art) {
      const eintrag = eintraege.get(name);
      if (!eintrag) return;
      const grenze = art === "nebenteil" ? entpackt + hoechstensImNebenteil : hoechstensEntpackt;
      if (entpackt + eintrag.uncompressedSize > grenze) throw zuGross();
      const strom = await zip.openReadStreamPromise(eintrag).catch(() => {
        throw kaputt();
      });
      let pruefsumme = 0;
      try {
        for await (const stueck of strom) {
          pruefsumme = crc32(stueck, pruefsumme);
          entpackt += stueck.length;
          if (entpackt > grenze) throw zuGross();
          for (let ab = 0; ab < stueck.length; ab += stueckgroesse) yield stueck.subarray(ab, ab + stueckgroesse);
        }
      } catch (fehler) {
        throw fehler instanceof Unlesbar ? fehler : kaputt();
      }
      if (pruefsumme !== eintrag.crc32) throw kaputt();
    },
  };
}
