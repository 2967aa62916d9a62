import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import type { Sql } from "../../src/technik/database/pool.ts";
import { type Cluster, starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { druckeAnweisungen, inEigenemProzess } from "./abrechnung.ts";
import { schreibeBuero } from "./import/buero.ts";
import { messeEinzeln } from "./import/einzeln.ts";
import { messeKopieDesGeschriebenen, zaehleZeilen } from "./import/geschrieben.ts";
import type { EinzugMessung, Schritt } from "./messungen/einzug.ts";
import { drucke, maschine, zahl } from "./tabelle.ts";

const stichprobe = 200;

/** What must be there before an office moves in. @returns the id of its position type */
const richteEin = async (owner: Sql): Promise<number> => {
  await owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter') on conflict do nothing`;
  const [art] = await owner<{ id: number }[]>`
    insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund)
    values ('Grundpacht', 'GP', 0, '§ 4 Nr. 12 UStG') returning id`;
  return Number(art?.id);
};

const messeMit = async (cluster: Cluster, pfad: string, konten: number, heute: string): Promise<void> => {
  const vorlage = cluster.vorlage();
  const positionsartId = await richteEin(vorlage.owner);
  await vorlage.owner.end();
  const [buero, einzelnes] = [await cluster.kopiere(), await cluster.kopiere()];
  await Promise.all([buero.owner.end(), einzelnes.owner.end()]);
  const adminUrl = Object.assign(new URL(cluster.adminUrl()), { pathname: `/${buero.name}` }).href;

  const vorher = await zaehleZeilen(adminUrl);
  const e = inEigenemProzess<EinzugMessung>(
    "einzug",
    buero.appUrl,
    heute,
    JSON.stringify({ pfad, workerUrl: buero.workerUrl }),
  );
  const k = await messeKopieDesGeschriebenen(adminUrl, vorher);
  const a = await messeEinzeln(einzelnes.appUrl, positionsartId, stichprobe);
  const { pruefung, ausfuehrung } = e;
  const faktor = e.zeilen / (pruefung.sekunden + ausfuehrung.sekunden) / (a.zeilen / a.sekunden);
  const stand = ({ spitzeMib, angehaltenMs }: Schritt) =>
    `bis dahin ${spitzeMib} MiB, höchstens ${angehaltenMs} ms am Stück`;
  drucke(`Ein Büro mit ${zahl(konten)} Pachtkonten zieht ein`, [
    {
      was: "Prüfung der Mappe, Lesen und Zwischenablage eingeschlossen",
      zeilen: e.zeilen,
      sekunden: pruefung.sekunden,
      verhaeltnis: stand(pruefung),
    },
    {
      was: "Ausführung, nach Zeilen der Mappe",
      zeilen: e.zeilen,
      sekunden: ausfuehrung.sekunden,
      verhaeltnis: stand(ausfuehrung),
    },
    { was: "COPY jeder geschriebenen Zeile, gleiche Schlüssel und Indexe", zeilen: k.zeilen, sekunden: k.sekunden },
    {
      was: "Ausführung, nach geschriebenen Zeilen",
      zeilen: k.zeilen,
      sekunden: ausfuehrung.sekunden,
      verhaeltnis: `${zahl((k.sekunden / ausfuehrung.sekunden) * 100)} % von COPY (Ziel ≥ 25 %)`,
    },
    {
      was: `über die API, eine nach der anderen (${zahl(stichprobe)} Pachtkonten)`,
      zeilen: a.zeilen,
      sekunden: a.sekunden,
      verhaeltnis: `Prüfung und Ausführung ${zahl(faktor, 1)} × so schnell`,
    },
    {
      was: `Speicher höchstens ${e.spitzeMib} MiB (Ziel < 500), Ereignisschleife höchstens ${Math.max(pruefung.angehaltenMs, ausfuehrung.angehaltenMs)} ms angehalten (Ziel ≤ 50)`,
    },
  ]);
  if (process.env.ANWEISUNGEN) {
    druckeAnweisungen("prüfenden", pruefung.anweisungen);
    druckeAnweisungen("ausführenden", ausfuehrung.anweisungen);
  }
};

/** The workbook of a whole office, checked and written, against the least that a database could be asked to do for it. */
export const messeImport = async (konten: number): Promise<void> => {
  const heute = tagInBerlin(new Date());
  const ordner = mkdtempSync(join(tmpdir(), "bench-import-"));
  const cluster = await starteCluster({ konten: 0, heute, sync: true });
  try {
    const pfad = join(ordner, "bestand.xlsx");
    await schreibeBuero(pfad, konten);
    console.log(`Mappe mit ${zahl(statSync(pfad).size / 2 ** 20, 1)} MiB; ${maschine()}`);
    await messeMit(cluster, pfad, konten, heute);
  } finally {
    await cluster.beende();
    rmSync(ordner, { recursive: true });
  }
};
