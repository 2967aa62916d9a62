import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { lasseAusfuehren, nimmAn } from "../../../src/bestand/import/annahme.ts";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import { leseImport, listeBefunde } from "../../../src/bestand/import/lese.ts";
import { pruefeImport } from "../../../src/bestand/import/pruefung.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { kontextFuer } from "./kontext.ts";

/** Which workbook, and how the worker signs in. */
export type Einzug = { pfad: string; workerUrl: string };
export type EinzugMessung = { zeilen: number; pruefung: number; ausfuehrung: number };

const dauer = async (tat: () => Promise<unknown>): Promise<number> => {
  const los = performance.now();
  await tat();
  return (performance.now() - los) / 1000;
};

/** A workbook without a mistake, from its upload to its last row, as server and worker do it. */
export const messeEinzug = async (sql: Sql, heute: string, { pfad, workerUrl }: Einzug): Promise<EinzugMessung> => {
  const boss = await starteBoss(sql, "app");
  const worker = verbinde(workerUrl, "pacht_worker", { max: 4 });
  const kontext = await kontextFuer(sql, heute);
  const nie = new AbortController().signal;
  const bytes = readFileSync(pfad);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { id } = await nimmAn(sql, kontext, { pfad, name: "bestand.xlsx", groesse: bytes.length, sha256 }, {});
  const pruefung = await dauer(() => pruefeImport(worker, id, heute, nie));
  const { fehler, zeilen } = await leseImport(sql, id);
  if (fehler > 0) {
    const { data } = await listeBefunde(sql, id, { page: 1, limit: 5 });
    throw new Error(`Die Mappe ist falsch: ${JSON.stringify(data)}`);
  }
  await lasseAusfuehren(sql, kontext, id, {});
  const ausfuehrung = await dauer(() => fuehreImportAus(worker, id, heute, nie));
  const { status } = await leseImport(sql, id);
  if (status !== "ausgefuehrt") throw new Error(`Der Import ist ${status}.`);
  await worker.end();
  await boss.stop({ close: false, graceful: false });
  return { zeilen, pruefung, ausfuehrung };
};
