import { Buffer } from "node:buffer";
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { alsStrom } from "../../../src/belege/exporte/ausgabe.ts";
import { exportiereDatev } from "../../../src/belege/exporte/datev/exportiere.ts";
import { exportiere } from "../../../src/belege/exporte/tabellen/exportiere.ts";
import { leseBelegzeilen } from "../../../src/belege/exporte/tabellen/zeilen.ts";
import { erstelleZahlungsdatei } from "../../../src/belege/zahlungsdateien/erstelle.ts";
import { liefereZahlungsdatei } from "../../../src/belege/zahlungsdateien/liefere.ts";
import { verwerfeZahlungsdatei } from "../../../src/belege/zahlungsdateien/verwerfe.ts";
import type { Kontext } from "../../../src/kern/kontext.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";

export type ExportMessung = { sekunden: number; mib: number; hoechstensMs: number; vorherMib: number };

async function* bloss(sql: Sql, laufId: string): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const zeilen of leseBelegzeilen(sql, laufId, "paechter"))
    yield Buffer.from(zeilen.map((zeile) => `${Object.values(zeile).join(";")}\n`).join(""));
}

/** Makes the file of the run and reads it; the next measurement makes its own. */
async function* oeffneLastschriften(sql: Sql, kontext: Kontext, buchungslaufId: string) {
  const { id } = await erstelleZahlungsdatei(sql, kontext, { buchungslaufId, art: "lastschrift" });
  const sendung = await liefereZahlungsdatei(sql, kontext, { zahlungsdateiId: id });
  const inhalt = sendung.oeffne({ von: 0, bis: sendung.groesse - 1 });
  if (inhalt instanceof ReadableStream) yield* inhalt;
  else yield inhalt;
  await verwerfeZahlungsdatei(sql, kontext, id, { grund: "Messung" });
}

/** `bloss` reads the same rows in the same way and joins them with semicolons: the least that a file could cost. */
const oeffne = async (sql: Sql, kontext: Kontext, buchungslaufId: string, was: string) => {
  const filter = { buchungslaufId, zusammenfassen: "0" } as const;
  switch (was) {
    case "csv":
    case "xlsx":
      return (
        await exportiere(sql, kontext, {
          kreis: "paechter",
          filter: { ...filter, format: was },
          heruntergeladen: true,
        })
      ).oeffne();
    case "lastschrift":
      return oeffneLastschriften(sql, kontext, buchungslaufId);
    case "datev":
      return (await exportiereDatev(sql, kontext, { buchungslaufId }, true)).oeffne();
    default:
      return alsStrom(bloss(sql, buchungslaufId));
  }
};

/** One file of the only run, from the request to its last byte, and how long it ever kept others waiting. */
export async function messeExport(sql: Sql, heute: string, was: string): Promise<ExportMessung> {
  const [benutzer] = await sql<{ id: number; name: string }[]>`select id, name from benutzer limit 1`;
  const [lauf] = await sql<{ id: string }[]>`select id from buchungslauf limit 1`;
  const akteur = { id: Number(benutzer?.id), name: String(benutzer?.name), email: null, rollen: [] };
  const kontext = { akteur, anfrageId: "bench", heute, jetzt: new Date() };
  // Loaded with the first workbook of a process and never again.
  if (was === "xlsx") await import("exceljs");
  const vorherMib = Math.round(process.memoryUsage().rss / 2 ** 20);
  const aufloesung = 2;
  const wache = monitorEventLoopDelay({ resolution: aufloesung });
  wache.enable();
  const los = performance.now();
  let bytes = 0;
  for await (const teil of await oeffne(sql, kontext, String(lauf?.id), was)) bytes += teil.length;
  const sekunden = (performance.now() - los) / 1000;
  wache.disable();
  return { sekunden, mib: bytes / 2 ** 20, hoechstensMs: wache.max / 1e6 - aufloesung, vorherMib };
}
