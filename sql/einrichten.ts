import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { frageEinrichtung } from "../src/betrieb/einrichtung/fragen.ts";
import { pruefeEinrichtung } from "../src/betrieb/einrichtung/pruefe.ts";
import type { Befund } from "../src/betrieb/einrichtung/pruefung/befund.ts";
import { worteFuerAdministrator } from "../src/betrieb/einrichtung/pruefung/rollen.ts";
import { type Ergebnis, leseStand, richteEin } from "../src/betrieb/einrichtung/richteEin.ts";
import { Einrichtung } from "../src/betrieb/einrichtung/schema.ts";
import { Ablehnung } from "../src/kern/ablehnung.ts";
import { tagInBerlin } from "../src/kern/kalender/berlin.ts";
import { Bedienfehler, beendeMit } from "../src/technik/befehl.ts";
import { type Config, liesConfig, liesWorkerConfig } from "../src/technik/config.ts";
import { type Sql, verbinde } from "../src/technik/database/pool.ts";
import { pruefeTreiber } from "../src/technik/database/treiber/pruefe.ts";
import { sprichDeutsch } from "../src/technik/http/problem/meldungen.ts";

const aufruf = "Aufruf: npm run einrichten -- [--pruefen] [--datei einrichtung.json]   (Datei - ist die Eingabe)";

const liesAufruf = (argumente: string[]): { datei?: string; pruefen: boolean } => {
  try {
    const { values } = parseArgs({
      args: argumente,
      options: { datei: { type: "string" }, pruefen: { type: "boolean", default: false } },
    });
    return values;
  } catch {
    throw new Bedienfehler(aufruf);
  }
};

const liesDatei = (datei: string): Einrichtung => {
  const name = datei === "-" ? "Die Eingabe" : datei;
  const lies = (): unknown => {
    if (datei !== "-" && !existsSync(datei)) throw new Bedienfehler(`${datei} gibt es nicht.`);
    try {
      return JSON.parse(readFileSync(datei === "-" ? 0 : datei, "utf8"));
    } catch (fehler) {
      const wo = /\(line (\d+) column (\d+)\)/.exec((fehler as Error).message);
      const stelle = wo ? ` (Zeile ${wo[1]}, Zeichen ${wo[2]})` : "";
      throw new Bedienfehler(
        fehler instanceof SyntaxError
          ? `${name} ist kein gültiges JSON${stelle}.`
          : `${name} ist nicht zu lesen (${(fehler as NodeJS.ErrnoException).code}).`,
      );
    }
  };
  const gelesen = Einrichtung.safeParse(lies());
  if (gelesen.success) return gelesen.data;
  const zeilen = gelesen.error.issues.map(({ path, message }) => `  ${path.join(".") || "ganze Datei"}: ${message}`);
  throw new Bedienfehler(`${name} stimmt nicht:\n${zeilen.join("\n")}`);
};

const imTerminal = async (sql: Sql, config: Config): Promise<Einrichtung> => {
  if (!process.stdin.isTTY)
    throw new Bedienfehler(`Ohne Terminal zum Fragen braucht es eine Datei, oder --pruefen.\n${aufruf}`);
  const leser = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const gespraech = { frage: (text: string) => leser.question(text), sage: (text: string) => console.log(text) };
    const [bisher = "administrator"] = worteFuerAdministrator(config);
    return await frageEinrichtung(gespraech, await leseStand(sql), bisher);
  } catch (fehler) {
    if ((fehler as Error).name !== "AbortError") throw fehler;
    throw new Bedienfehler("\nAbgebrochen: nichts wurde eingetragen.");
  } finally {
    leser.close();
  }
};

const breite = 20;
const zeile = (was: string, text: string): void => console.log(`  ${was.padEnd(breite)}${text}`);

const sageErgebnis = ({ was, neu }: Ergebnis): void =>
  zeile(was, neu.length === 0 ? "unverändert" : `eingetragen: ${neu.join(", ")}`);
const sageBefund = ({ was, lage, text }: Befund): void =>
  zeile(was, lage === "in Ordnung" ? `in Ordnung: ${text}` : `${lage.toUpperCase()}: ${text}`);

const richteEinUndSage = async (config: Config, datei: string | undefined): Promise<Einrichtung> => {
  const sql = verbinde(config.DATABASE_URL, "pacht_app", { max: 1 });
  try {
    const wunsch = datei === undefined ? await imTerminal(sql, config) : liesDatei(datei);
    const jetzt = new Date();
    const kontext = {
      akteur: { id: null, name: "Einrichtung" },
      anfrageId: randomUUID(),
      heute: tagInBerlin(jetzt),
      jetzt,
    };
    console.log("Einrichtung");
    const ergebnisse = await richteEin(sql, kontext, wunsch);
    for (const eines of ergebnisse) sageErgebnis(eines);
    if (ergebnisse.every(({ neu }) => neu.length === 0)) console.log("  Es war nichts zu ändern.");
    console.log("");
    return wunsch;
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/** @returns whether nothing is missing */
const starte = async (): Promise<boolean> => {
  const { datei, pruefen } = liesAufruf(process.argv.slice(2));
  sprichDeutsch();
  pruefeTreiber();
  const config = liesConfig();
  const workerUrl = liesWorkerConfig().DATABASE_URL;
  const wunsch = pruefen ? (datei === undefined ? {} : liesDatei(datei)) : await richteEinUndSage(config, datei);
  console.log("Prüfung");
  const befunde = await pruefeEinrichtung(config, workerUrl, () => new Date(), wunsch.administrator);
  for (const befund of befunde) sageBefund(befund);
  const fehlende = befunde.filter(({ lage }) => lage === "fehlt").length;
  console.log(
    fehlende === 0 ? "\nNichts fehlt." : `\nEs fehlt noch: ${fehlende}. Danach: npm run einrichten -- --pruefen`,
  );
  return fehlende === 0;
};

/** A refusal names the fields of the file. */
const alsBedienfehler = (fehler: unknown): never => {
  if (!(fehler instanceof Ablehnung)) throw fehler;
  const zeilen = (fehler.felder.errors ?? []).map(({ path, message }) => `  ${path}: ${message}`);
  throw new Bedienfehler([fehler.detail, ...zeilen].join("\n"));
};

await beendeMit(() => starte().catch(alsBedienfehler));
