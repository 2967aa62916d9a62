import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { tagInBerlin } from "../kern/kalender/berlin.ts";
import { alsAuskunft, Bedienfehler } from "../technik/befehl.ts";
import type { Config } from "../technik/config.ts";
import { verbinde } from "../technik/database/pool.ts";
import { beiEnde } from "../technik/prozess.ts";
import type { Anmeldung } from "./anmeldung/anmeldung.ts";
import { benutzer } from "./anmeldung/benutzer.ts";
import { rueckwege } from "./anmeldung/rueckwege.ts";
import { findUnterbrochene } from "./daten/unterbrochen.ts";
import { type Kind, starteKind } from "./kind.ts";
import { migriere } from "./migration.ts";
import { freierPort, verlangePort } from "./port.ts";
import { type Datenbank, datenordner, richteAnmeldungenEin, starteDatenbank } from "./postgres/postgres.ts";
import { laeuft } from "./postgres/prozesse.ts";
import { belege } from "./postgres/sperre.ts";
import { liesStartumgebung, type Startumgebung } from "./umgebung.ts";

type Aufraeumen = (() => unknown)[];

/** The sign-in keeps its port where it can, so that a page left open still leads there after a restart. */
const oeffneAnmeldung = async (ordner: string, config: Config, aufraeumen: Aufraeumen): Promise<Anmeldung> => {
  const merkzettel = join(ordner, "anmeldung.port");
  // A development dependency: not there in production, and not needed with a provider of one's own.
  const { starteAnmeldung } = await import("./anmeldung/anmeldung.ts");
  const anmeldung = await starteAnmeldung({
    port: existsSync(merkzettel) ? Number(readFileSync(merkzettel, "utf8")) || 0 : 0,
    redirectUris: rueckwege(config),
  });
  aufraeumen.push(anmeldung.beende);
  writeFileSync(merkzettel, String(anmeldung.port));
  return anmeldung;
};

/** The accounting stand-in, in a process of its own, and how server and worker reach it. */
const starteSandkasten = async (datenbankUrl: string | undefined) => {
  const [port, geheimnis] = [await freierPort(), randomBytes(24).toString("base64url")];
  const kind = starteKind("src/lokal/sandkasten/main.ts", {
    DATABASE_URL: datenbankUrl,
    SANDKASTEN_PORT: String(port),
    SANDKASTEN_GEHEIMNIS: geheimnis,
  });
  const url = `http://127.0.0.1:${port}`;
  const zugang = { EXTACCOUNTING_SYSTEM: "sandkasten", EXTACCOUNTING_URL: url, EXTACCOUNTING_SECRET: geheimnis };
  return { kind, url, zugang };
};

/** What an empty database is filled with, what a load that broke off goes on with; undefined if all is there. */
const findFehlende = async (eignerUrl: string): Promise<{ konten?: number } | undefined> => {
  const sql = verbinde(eignerUrl, "pacht_owner", { max: 1 });
  try {
    const unterbrochene = await findUnterbrochene(sql);
    if (unterbrochene) return unterbrochene;
    const [{ leer } = { leer: false }] = await sql<{ leer: boolean }[]>`
      select not exists (select from kontakt) and not exists (select from patchobjekt)
        and not exists (select from pachtkonto) as leer`;
    return leer ? {} : undefined;
  } finally {
    await sql.end();
  }
};

const ladeDemodatenWennLeer = async (eignerUrl: string): Promise<void> => {
  const fehlende = await findFehlende(eignerUrl);
  if (fehlende === undefined) return;
  console.log(
    fehlende.konten === undefined
      ? "Die Datenbank ist leer: Demodaten werden geladen …"
      : "Die Demodaten sind unvollständig: das unterbrochene Laden geht weiter …",
  );
  const { ladeDemodaten } = await import("./daten.ts");
  await ladeDemodaten(eignerUrl, { konten: fehlende.konten, heute: tagInBerlin(new Date()) });
};

/** Migrated and, if wanted, filled; the URLs of the two programs. */
const bereiteDatenbankVor = async (umgebung: Startumgebung, ordner: string, aufraeumen: Aufraeumen) => {
  const { datenbankUrl, migrationsUrl, demodaten } = umgebung;
  const datenbank = datenbankUrl === undefined ? await starteDatenbank({ verzeichnis: ordner }) : undefined;
  if (datenbank) aufraeumen.push(datenbank.beende);
  const eignerUrl = datenbank?.ownerUrl ?? migrationsUrl ?? "";
  await migriere(eignerUrl, datenbank?.verzeichnis);
  if (demodaten) await ladeDemodatenWennLeer(eignerUrl);
  const urls = datenbank && (await richteAnmeldungenEin(datenbank.adminUrl, datenbank.verzeichnis));
  return { datenbank, appUrl: urls?.appUrl ?? datenbankUrl, workerUrl: urls?.workerUrl ?? datenbankUrl };
};

/** As it stands in an address that this machine can call: IPv6 in brackets, "all" as its own. */
const inAdressen = (host: string): string => {
  if (["0.0.0.0", "::"].includes(host)) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};

const warteAufDienst = async (gesundheit: string): Promise<void> => {
  for (const ende = performance.now() + 60_000; performance.now() < ende; await warte(40)) {
    const antwort = await fetch(gesundheit).catch(() => undefined);
    await antwort?.body?.cancel();
    if (antwort?.ok) return;
  }
  throw new Bedienfehler(`Der Dienst antwortet nach einer Minute nicht unter ${gesundheit}.`);
};

const zeigeTabelle = (
  adresse: string,
  anmeldung: Anmeldung | undefined,
  sandkasten: { url: string } | undefined,
  ordner: string,
  datenbank?: Datenbank,
) => {
  const zeilen: [string, string][] = [
    ["Swagger UI", `${adresse}/docs`],
    ["Leitstand", `${adresse}/leitstand`],
    ["API", adresse],
    ...(anmeldung ? benutzer : []).map(({ login, name }, nr): [string, string] => [
      nr === 0 ? "Anmelden als" : "",
      `${login.padEnd(14)} ${name}`,
    ]),
    ...(sandkasten ? [["Buchhaltung", `Sandkasten, eine Nachbildung (${sandkasten.url})`] as [string, string]] : []),
    ["Daten", datenbank ? `${ordner} (PostgreSQL auf Port ${datenbank.port})` : "in der Datenbank von DATABASE_URL"],
    ["Beenden", "Strg-C"],
  ];
  console.log(`\nDie Pachtverwaltung läuft.\n\n${zeilen.map(([was, wo]) => `  ${was.padEnd(14)}${wo}`).join("\n")}\n`);
};

/** Resolves with what happened when one of the parts is gone. */
const ersterAusfall = (kinder: Record<string, Kind>, datenbank?: Datenbank): Promise<string> =>
  Promise.race([
    ...Object.entries(kinder).map(([name, kind]) => kind.ende.then((wie) => `${name} hat sich beendet (${wie})`)),
    new Promise<string>((fertig) => {
      if (datenbank === undefined) return;
      const takt = setInterval(() => {
        if (laeuft(datenbank.pid)) return;
        clearInterval(takt);
        fertig("Die Datenbank hat sich beendet");
      }, 500);
    }),
  ]);

const starte = async (umgebung: Startumgebung, aufraeumen: Aufraeumen): Promise<string> => {
  const { config } = umgebung;
  const ordner = datenordner(umgebung.verzeichnis);
  const host = inAdressen(config.HOST);
  const adresse = `http://${host}:${config.PORT}${config.BASE_PATH}`;
  const { verwaist, gibFrei } = belege(ordner, adresse);
  aufraeumen.push(gibFrei);
  await verlangePort(config.PORT, config.HOST, verwaist ? 12_000 : 0);

  const [{ datenbank, appUrl, workerUrl }, anmeldung] = await Promise.all([
    bereiteDatenbankVor(umgebung, ordner, aufraeumen),
    umgebung.lokaleAnmeldung ? oeffneAnmeldung(ordner, config, aufraeumen) : undefined,
  ]);

  const oidc = anmeldung && {
    OIDC_ISSUER: anmeldung.issuer,
    OIDC_CLIENT_ID: anmeldung.clientId,
    OIDC_CLIENT_SECRET: anmeldung.clientSecret,
  };
  const { HOST, PORT, BASE_PATH, FRONTEND_ORIGINS } = config;
  const dienst = {
    HOST,
    PORT: String(PORT),
    BASE_PATH,
    FRONTEND_ORIGINS: FRONTEND_ORIGINS.join(","),
    BEENDEN_SEKUNDEN: "5",
  };
  const sandkasten = umgebung.sandkasten ? await starteSandkasten(workerUrl) : undefined;
  if (sandkasten) aufraeumen.push(sandkasten.kind.beende);
  const api = starteKind("src/main.ts", { ...dienst, ...oidc, ...sandkasten?.zugang, DATABASE_URL: appUrl });
  const worker = starteKind("worker/main.ts", { ...sandkasten?.zugang, DATABASE_URL: workerUrl, METRIK_PORT: "" });
  aufraeumen.push(() => Promise.all([api.beende(), worker.beende()]));

  const kinder = {
    "Der Dienst": api,
    "Der Worker": worker,
    ...(sandkasten ? { "Der Sandkasten": sandkasten.kind } : {}),
  };
  const ausfall = ersterAusfall(kinder, datenbank);
  const bereit = Promise.all([warteAufDienst(`${adresse}/healthz`), worker.bereit, sandkasten?.kind.bereit]);
  const grund = await Promise.race([ausfall, bereit.then(() => undefined)]);
  if (grund !== undefined) return grund;
  zeigeTabelle(adresse, anmeldung, sandkasten, ordner, datenbank);
  return ausfall;
};

const aufraeumen: Aufraeumen = [];
let endet = false;

/** In the reverse order of the start; a part that fails to stop does not keep the others. */
const raeumeAuf = async (): Promise<void> => {
  endet = true;
  for (const tue of aufraeumen.splice(0).reverse())
    try {
      await tue();
    } catch (fehler) {
      console.error(fehler);
    }
};

// Longer than its parts may take one after the other: server and worker, sandbox, PostgreSQL.
beiEnde(raeumeAuf, false, 45_000);
try {
  const grund = await starte(liesStartumgebung(), aufraeumen);
  if (!endet) throw new Bedienfehler(`${grund}: alles wird angehalten.`);
} catch (fehler) {
  // While it ends after a signal, parts fail for want of others.
  if (!endet) {
    console.error(alsAuskunft(fehler));
    await raeumeAuf();
    process.exit(1);
  }
}
