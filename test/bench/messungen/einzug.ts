import { statSync } from "node:fs";
import process from "node:process";
import { hashVon } from "../../../sql/sicherung.ts";
import { lasseAusfuehren, nimmAn } from "../../../src/bestand/import/annahme.ts";
import { importAusfuehrung, importPruefung } from "../../../src/bestand/import/jobs.ts";
import { leseImport, listeBefunde } from "../../../src/bestand/import/lese.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";
import { importiereImFaden } from "../../../worker/import.ts";
import { mitStatistik } from "../statistik.ts";
import type { Anweisung } from "../stoppuhr.ts";
import { kontextFuer } from "./kontext.ts";

/** Which workbook, and how the worker and who counts statements sign in. */
type Einzug = { pfad: string; workerUrl: string; adminUrl: string };

export type Schritt = {
  sekunden: number;
  /** The longest that the process was held, in computing time: what a busy machine keeps it waiting is not counted. */
  angehaltenMs: number;
  /** The highest that the process had until its end. */
  spitzeMib: number;
  anweisungen: Anweisung[];
};
export type EinzugMessung = { zeilen: number; pruefung: Schritt; ausfuehrung: Schritt };

/** Looks at each turn of the event loop how long the thread has computed in it. @returns the longest, in milliseconds */
const beobachteSchleife = (): (() => number) => {
  let [bisher, laengste, laeuft] = [process.threadCpuUsage(), 0, true];
  const ticke = (): void => {
    const jetzt = process.threadCpuUsage();
    laengste = Math.max(laengste, jetzt.user + jetzt.system - bisher.user - bisher.system);
    bisher = jetzt;
    if (laeuft) setTimeout(ticke, 0);
  };
  ticke();
  return () => {
    laeuft = false;
    ticke();
    return Math.round(laengste / 1000);
  };
};

const messe = async (adminUrl: string, tat: () => Promise<object>): Promise<Schritt> => {
  const haltezeit = beobachteSchleife();
  const [sekunden, anweisungen] = await mitStatistik(adminUrl, async () => {
    const los = performance.now();
    await tat();
    return (performance.now() - los) / 1000;
  });
  return {
    sekunden,
    angehaltenMs: haltezeit(),
    spitzeMib: Math.round(process.resourceUsage().maxRSS / 1024),
    anweisungen,
  };
};

/** A workbook without a mistake, from its upload to its last row, as server and worker do it. */
export async function messeEinzug(
  sql: Sql,
  heute: string,
  { pfad, workerUrl, adminUrl }: Einzug,
): Promise<EinzugMessung> {
  const boss = await starteBoss(sql, "app");
  const kontext = await kontextFuer(sql, heute);
  const nie = new AbortController().signal;
  const datei = { pfad, name: "bestand.xlsx", groesse: statSync(pfad).size, sha256: await hashVon(pfad) };
  const { id } = await nimmAn(sql, kontext, datei, {});
  const arbeite = (was: typeof importPruefung | typeof importAusfuehrung) =>
    messe(adminUrl, () => importiereImFaden({ datenbankUrl: workerUrl, was, importId: id, heute }, nie));
  const pruefung = await arbeite(importPruefung);
  const { fehler, zeilen } = await leseImport(sql, id);
  if (fehler > 0) {
    const { data } = await listeBefunde(sql, id, { page: 1, limit: 5 });
    throw new Error(`Die Mappe ist falsch: ${JSON.stringify(data)}`);
  }
  await lasseAusfuehren(sql, kontext, id, {});
  const ausfuehrung = await arbeite(importAusfuehrung);
  const { status } = await leseImport(sql, id);
  if (status !== "ausgefuehrt") throw new Error(`Der Import ist ${status}.`);
  await boss.stop({ close: false, graceful: false });
  return { zeilen, pruefung, ausfuehrung };
}
