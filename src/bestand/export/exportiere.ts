import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Ausgabe } from "../../belege/exporte/ausgabe.ts";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { neuerOrdner } from "../../technik/http/dateien/zwischenlager.ts";
import { formatVersion } from "../format/blaetter.ts";
import { schreibeMappe } from "../format/mappe.ts";
import { bestandsblaetter } from "./blaetter.ts";
import { countAusgelassene } from "./queries.ts";

const leer = (): ReadableStream<Uint8Array> => new ReadableStream({ start: (steuerung) => steuerung.close() });

/** The file goes when it is sent, or nobody wants it any more. */
const sende = (pfad: string, ordner: string): ReadableStream<Uint8Array> => {
  const strom = createReadStream(pfad);
  strom.once("close", () => void rm(ordner, { recursive: true, force: true }));
  return Readable.toWeb(strom) as ReadableStream<Uint8Array>;
};

/** Nobody reads it; in the log it is no failure of the service. */
const abgebrochen = () => new Ablehnung("ungueltig", "abgebrochen", "Der Abruf wurde abgebrochen.");

/**
 * The whole stock in the format of the import. All sheets show one moment; the file is whole before the first byte is
 * sent, so that a slow client holds no snapshot, for which the seal of the audit log would wait.
 *
 * @param anfrage aborts when the client leaves: nobody waits for the file any more, and nothing is recorded
 * @param heruntergeladen false for HEAD: nothing leaves the house, so nothing is recorded
 * @param lesend where the stock is read; that somebody has it is recorded in `sql`
 */
export async function exportiereBestand(
  sql: Sql,
  kontext: Kontext,
  anfrage: AbortSignal,
  heruntergeladen: boolean,
  lesend = sql,
): Promise<Ausgabe & { ausgelassen: number }> {
  const dateiname = `bestand-${kontext.heute}.xlsx`;
  if (!heruntergeladen) return { dateiname, ausgelassen: await countAusgelassene(lesend), oeffne: leer };
  const ordner = await neuerOrdner();
  const pfad = join(ordner, dateiname);
  try {
    const ausgelassen = await inMomentaufnahme(lesend, async (tx) => {
      await pipeline(Readable.from(schreibeMappe(bestandsblaetter(tx))), createWriteStream(pfad), { signal: anfrage });
      return countAusgelassene(tx);
    });
    const neu = { art: "bestand", formatVersion, dateiname };
    await sql.begin((tx) =>
      protokolliere(tx, kontext, { aktion: "export", ressource: "bestand", ressourceId: null, neu }),
    );
    return { dateiname, ausgelassen, oeffne: () => sende(pfad, ordner) };
  } catch (fehler) {
    await rm(ordner, { recursive: true, force: true });
    throw anfrage.aborted ? abgebrochen() : fehler;
  }
}
