import process from "node:process";
import { listeKontaktPaare } from "../../../src/stammdaten/duplikate/paare/liste.ts";
import { aendereKontakt, leseKontakt } from "../../../src/stammdaten/kontakte/pflege.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";
import { vergleicheBestand } from "../../../worker/duplikate.ts";
import { dauer } from "../stoppuhr.ts";

export type DuplikatlaufMessung = { sekunden: number; rechenzeit: number; verglichen: number; paare: number };

/** The nightly run as the worker makes it. */
export async function messeDuplikatlauf(workerUrl: string): Promise<DuplikatlaufMessung> {
  const los = performance.now();
  const { kontakte } = await vergleicheBestand(workerUrl, new AbortController().signal);
  const sekunden = (performance.now() - los) / 1000;
  const { user, system } = process.cpuUsage();
  return {
    sekunden,
    rechenzeit: (user + system) / 1e6,
    verglichen: kontakte?.verglichen ?? 0,
    paare: kontakte?.paare ?? 0,
  };
}

export type AlltagMessung = { ohne: number[]; mit: number[]; liste: number[] };

/** Saves of contacts spread over the stock, by turns without and with a change that counts, and the first page of pairs. */
export async function messeAlltag(sql: Sql, bestand: number): Promise<AlltagMessung> {
  const kontext = {
    akteur: { id: 1, name: "Bench", email: null, rollen: [] },
    anfrageId: "bench",
    heute: "2026-11-20",
    jetzt: new Date("2026-11-20T09:00:00Z"),
  };
  const messung: AlltagMessung = { ohne: [], mit: [], liste: [] };
  for (let nr = 1; nr <= 330; nr += 1) {
    const id = Math.floor((bestand / 332) * nr);
    const { plz } = await leseKontakt(sql, id);
    const ohne = await dauer(() => aendereKontakt(sql, kontext, id, { bemerkung: `Nr. ${nr}` }));
    const mit = await dauer(() => aendereKontakt(sql, kontext, id, { plz: plz === "29525" ? "29549" : "29525" }));
    const liste = await dauer(() => listeKontaktPaare(sql, { minScore: 0, limit: 500, entscheidung: "offen" }));
    if (nr <= 30) continue;
    messung.ohne.push(ohne);
    messung.mit.push(mit);
    messung.liste.push(liste);
  }
  return messung;
}
