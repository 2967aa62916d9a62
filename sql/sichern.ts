import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { findStand } from "../src/technik/auditlog/siegel/siegel.ts";
import { Bedienfehler, beendeMit } from "../src/technik/befehl.ts";
import { verbinde } from "../src/technik/database/pool.ts";
import { lebt } from "../src/technik/http/dateien/zwischenlager.ts";
import { sageAnker } from "./pruefbericht.ts";
import { bisZumSignal, findeProgramm, hashVon, liesKopf, mitEigner, rufe, warnungVor } from "./sicherung.ts";

/** Nobody stays signed in by a backup, and what processes say of this moment is no longer so. */
const ohneInhalt = ["sitzung", "anmeldeversuch", "anfragezaehler", "lebenszeichen"];

/** The server's version, and the newest seal: what the backup must contain. */
const findLage = async (url: string) => {
  const sql = verbinde(url, "pacht_owner", { max: 1 });
  try {
    const [zeile] = await sql<{ version: number; name: string; istUnsere: boolean }[]>`
      select current_setting('server_version_num')::integer / 10000 as version, current_database() as name,
        to_regclass('public.siegel') is not null as ist_unsere`;
    if (!zeile?.istUnsere) throw new Bedienfehler(`In der Datenbank ${zeile?.name} liegt keine Pachtverwaltung.`);
    return { server: zeile.version, anker: (await findStand(sql))?.hash };
  } finally {
    await sql.end();
  }
};

const gibtEsSchon = (datei: string): Bedienfehler =>
  new Bedienfehler(`${datei} gibt es schon: eine Sicherung überschreibt keine andere.`);

/**
 * What is being written bears the number of its process: of two that make the same backup at once neither writes in, or
 * gives its name to, the file of the other. What killed ones have left goes.
 */
const beginneTeil = (datei: string): string => {
  const [ordner, davor, danach] = [path.dirname(datei), `${path.basename(datei)}.`, ".teil"];
  for (const name of readdirSync(ordner).filter((eines) => eines.startsWith(davor) && eines.endsWith(danach))) {
    const pid = Number(name.slice(davor.length, -danach.length));
    if (pid > 0 && !lebt(pid)) rmSync(path.join(ordner, name), { force: true });
  }
  return `${datei}.${process.pid}.teil`;
};

/** A whole backup gets the name that was asked for. */
const benenne = (teil: string, datei: string): void => {
  if (existsSync(datei)) throw gibtEsSchon(datei);
  renameSync(teil, datei);
};

const sichere = (datei: string) =>
  mitEigner(async (url) => {
    const { server, anker } = await findLage(url);
    const programm = findeProgramm("pg_dump", server);
    // It holds personal data: for whoever made it alone.
    process.umask(0o077);
    const teil = beginneTeil(datei);
    const ausgenommen = ohneInhalt.flatMap((tabelle) => ["--exclude-table-data", `public.${tabelle}`]);
    const wahl = ["--format", "custom", "--role", "pacht_owner", "--file", teil, ...ausgenommen];
    const { inhalt, pgDump } = await bisZumSignal("keine Sicherung ist entstanden", async (abbruch) => {
      try {
        await rufe(programm, url, wahl, abbruch);
        const kopf = liesKopf(findeProgramm("pg_restore", server), teil);
        benenne(teil, datei);
        return kopf;
      } finally {
        rmSync(teil, { force: true });
      }
    });
    const megabyte = (statSync(datei).size / 1e6).toFixed(1).replace(".", ",");
    console.log(`Gesichert: ${datei} (${megabyte} MB, ${inhalt} Tabellen, SHA-256 ${await hashVon(datei)})`);
    const warnung = warnungVor(pgDump, server);
    if (warnung) console.log(warnung);
    if (anker) sageAnker(anker);
    console.log(
      anker
        ? "Außerhalb der Datenbank gehören dazu: dieser Anker und die Konfiguration."
        : "Außerhalb der Datenbank gehört dazu: die Konfiguration. Einen Anker gibt es noch nicht: nichts ist versiegelt.",
    );
    return true;
  });

await beendeMit(async () => {
  const [datei, ...weitere] = process.argv.slice(2);
  if (!datei || datei.startsWith("-") || weitere.length > 0)
    throw new Bedienfehler("Aufruf: npm run sichern -- <Datei>");
  if (existsSync(datei)) throw gibtEsSchon(datei);
  if (!existsSync(path.dirname(datei))) throw new Bedienfehler(`Den Ordner ${path.dirname(datei)} gibt es nicht.`);
  return sichere(datei);
});
