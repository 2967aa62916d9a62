import process from "node:process";
import { erstellePdfsDesLaufs } from "../../../src/belege/dokumente/belegbrief/erstelle.ts";
import { starteFaeden } from "../../../src/belege/dokumente/belegbrief/zeichner.ts";
import { erstelleSammeldatei } from "../../../src/belege/sammeldateien/zeichnung/erstelle.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";

/** By the clock, and CPU seconds of this process. */
type Zeiten = { sekunden: number; cpuSekunden: number };
export type SammelMessung = Zeiten & { mib: number; teile: number };
export type PdfLaufMessung = Zeiten & { erstellt: number };

const gestoppt = async <T>(tat: () => Promise<T>): Promise<T & Zeiten> => {
  const cpu = process.cpuUsage();
  const los = performance.now();
  const ergebnis = await tat();
  const { user, system } = process.cpuUsage(cpu);
  return { ...ergebnis, sekunden: (performance.now() - los) / 1000, cpuSekunden: (user + system) / 1e6 };
};

/** All letters of the run, read, drawn by two threads and stored, as the worker does it. */
export async function messePdfLauf(url: string): Promise<PdfLaufMessung> {
  const sql = verbinde(url, "pacht_worker");
  const [lauf] = await sql<{ id: string }[]>`select id from buchungslauf`;
  const messung = await gestoppt(() => erstellePdfsDesLaufs(sql, String(lauf?.id), { faeden: () => starteFaeden(2) }));
  await sql.end();
  if (messung.fehlgeschlagen > 0) throw new Error(`${messung.fehlgeschlagen} Schreiben sind gescheitert.`);
  return messung;
}

/** The combined file of the run that has been asked for. */
export async function messeSammeldatei(url: string): Promise<SammelMessung> {
  const sql = verbinde(url, "pacht_worker");
  const [lauf] = await sql<{ schluessel: string }[]>`select schluessel from sammeldatei`;
  const auftrag = { art: "gesamt" as const, schluessel: String(lauf?.schluessel) };
  const messung = await gestoppt(() => erstelleSammeldatei(sql, auftrag, { jeDatei: 5000 }));
  const [groesse] = await sql<{ bytes: number }[]>`select sum(groesse) bytes from sammeldatei_teil`;
  await sql.end();
  return { ...messung, mib: (groesse?.bytes ?? 0) / 1024 / 1024 };
}
