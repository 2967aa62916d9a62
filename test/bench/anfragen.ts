import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as warte } from "node:timers/promises";
import { buildApp } from "../../src/app.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { freierPort } from "../../src/lokal/port.ts";
import { liesConfig } from "../../src/technik/config.ts";
import { oeffneDatenbank } from "../../src/technik/database/datenbank.ts";
import type { Sql } from "../../src/technik/database/pool.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { sitzung, starteProgramm, starteServer } from "../sicherheit/hilfe/prozess.ts";
import { cpuMs } from "./anfragen/cpu.ts";
import type { Anweisung } from "./anfragen/schlicht.ts";
import { anzahlVon, type Messwert, mitte } from "./bericht.ts";

/** So many of each until what answers them is compiled for good: an office asks as often in some minutes. */
const vorlauf = 1500;
const anfragen = 1000;
const runden = 5;
const zugleich = 4;

const cookie = `service.sid=${sitzung}`;

/** What clerks ask most, with records that have all that can hang on them. */
const bildePfade = async (sql: Sql): Promise<string[]> => {
  const [k] = await sql<{ pachtkontoId: number; kontaktId: number; objektId: number; nachname: string }[]>`
    select b.pachtkonto_id, b.kontakt_id, min(o.id) objekt_id, p.nachname
    from pachtkonto_beteiligter b
    join kontakt p on p.id = b.kontakt_id and p.nachname is not null
    join patchobjekt o on o.pachtkonto_id = b.pachtkonto_id
    group by b.pachtkonto_id, b.kontakt_id, p.nachname
    order by count(*) desc, b.pachtkonto_id, b.kontakt_id
    limit 1`;
  const name = encodeURIComponent(String(k?.nachname));
  return [
    "/auth/me",
    "/dashboard/summary",
    "/pachtkonten",
    `/pachtkonten?search=${name}`,
    `/pachtkonten/${k?.pachtkontoId}`,
    `/pachtkonten/${k?.pachtkontoId}/positionen`,
    `/kontakte?search=${name}`,
    `/kontakte/${k?.kontaktId}`,
    `/patchobjekte?search=${name}`,
    `/patchobjekte/${k?.objektId}`,
  ];
};

/** Answers each path once in this process. @returns the statements that it sends, without the marks of transactions */
const schreibeMit = async (appUrl: string, pfade: string[]): Promise<Anweisung[][]> => {
  const { beende, trenne: _, ...datenbank } = oeffneDatenbank(appUrl, 10, console.error);
  const config = liesConfig({
    DATABASE_URL: appUrl,
    OIDC_ISSUER: "http://127.0.0.1:1/oidc",
    OIDC_CLIENT_ID: "bench",
    OIDC_CLIENT_SECRET: "bench",
  });
  const app = buildApp({ ...datenbank, config, uhr: () => new Date(), ende: new AbortController().signal });
  let anweisungen: Anweisung[] = [];
  for (const sql of [datenbank.sql, datenbank.sqlLang, datenbank.sqlVorrang])
    Object.assign(sql.options, {
      debug: (_: number, text: string, werte: unknown[]) => {
        if (!/^\s*(?:begin|commit)\b/.test(text)) anweisungen.push({ text, werte });
      },
    });
  const routen: Anweisung[][] = [];
  for (const pfad of pfade) {
    // The first answer on a connection asks for more than the later ones.
    for (const _ of [1, 2]) {
      anweisungen = [];
      const { status } = await app.request(`${config.BASE_PATH}${pfad}`, { headers: { cookie } });
      if (status !== 200) throw new Error(`${pfad}: ${status}`);
    }
    routen.push(anweisungen);
  }
  await beende();
  return routen;
};

/** The bare routes in a process of their own, ready for requests. */
const starteSchlicht = async (appUrl: string, datei: string) => {
  const port = await freierPort();
  const prozess = starteProgramm("test/bench/anfragen/schlicht.ts", {}, [appUrl, datei, String(port)]);
  const basis = `http://127.0.0.1:${port}`;
  while (!(await fetch(basis).catch(() => undefined))) {
    if (!prozess.lebt()) throw new Error(`Die schlichten Routen starten nicht: ${prozess.fehler()}`);
    await warte(25);
  }
  return { ...prozess, basis };
};

/** So many requests, a few at a time, on kept connections. */
const belaste = async (url: string, leitung: Agent, anzahl: number): Promise<void> => {
  const frage = () =>
    new Promise<void>((fertig, gescheitert) => {
      get(url, { agent: leitung, headers: { cookie } }, (antwort) => {
        if (antwort.statusCode !== 200) gescheitert(new Error(`${url}: ${antwort.statusCode}`));
        antwort.resume().on("end", fertig);
      }).on("error", gescheitert);
    });
  let offen = anzahl;
  const reihe = async () => {
    while (offen > 0) {
      offen -= 1;
      await frage();
    }
  };
  await Promise.all(Array.from({ length: zugleich }, reihe));
};

type Seite = { pid: number; url: (nr: number) => string; cpu: number[] };

/** CPU of a request, both sides in turn so that neither has the quiet minutes. */
const vergleiche = async (nr: number, seiten: Seite[], leitung: Agent): Promise<number[]> => {
  for (const seite of seiten) {
    seite.cpu = [];
    await belaste(seite.url(nr), leitung, anfragen);
  }
  for (let runde = 0; runde < runden; runde += 1)
    for (const seite of seiten) {
      const vorher = cpuMs(seite.pid);
      await belaste(seite.url(nr), leitung, anfragen);
      seite.cpu.push((cpuMs(seite.pid) - vorher) / anfragen);
    }
  return seiten.map(({ cpu }) => mitte(cpu));
};

/** @param appUrl a database that is filled already */
const messeAnfragenMit = async (appUrl: string, owner: Sql, konten: number): Promise<Messwert[]> => {
  const ordner = mkdtempSync(join(tmpdir(), "bench-"));
  const pfade = await bildePfade(owner);
  const routen = await schreibeMit(appUrl, pfade);
  const datei = join(ordner, "routen.json");
  writeFileSync(datei, JSON.stringify(routen));
  const dienst = await starteServer(appUrl, { LOG_FORMAT: "json" });
  const schlicht = await starteSchlicht(appUrl, datei);
  const leitung = new Agent({ keepAlive: true, maxSockets: zugleich });
  try {
    const seiten: Seite[] = [
      { pid: dienst.pid, url: (nr) => `${dienst.basis}${pfade[nr]}`, cpu: [] },
      { pid: schlicht.pid, url: (nr) => `${schlicht.basis}/${nr}`, cpu: [] },
    ];
    for (const seite of seiten) for (const nr of pfade.keys()) await belaste(seite.url(nr), leitung, vorlauf);
    const werte: Messwert[] = [];
    for (const [nr, pfad] of pfade.entries()) {
      const [wir = 0, sie = 0] = await vergleiche(nr, seiten, leitung);
      werte.push({
        was: `\`${decodeURIComponent(pfad)}\`, CPU of a request`,
        umfang: `${anzahlVon(konten, "accounts")}, ${anzahlVon(routen[nr]?.length ?? 0, "statement(s)")}`,
        wert: wir,
        einheit: "ms",
        verhaeltnis: { wert: wir / sie, zu: "the bare route", ziel: { hoechstens: 1.3 } },
      });
    }
    return werte;
  } finally {
    leitung.destroy();
    await Promise.all([dienst.beende(), schlicht.toete()]);
    rmSync(ordner, { recursive: true });
  }
};

/** What a request costs the server beside the statements that it needs: CPU against bare routes that run the same ones. */
export async function messeAnfragen(konten: number): Promise<Messwert[]> {
  const cluster = await starteCluster({ konten, heute: tagInBerlin(new Date()), sync: false });
  const { appUrl, owner } = cluster.vorlage();
  try {
    await owner`vacuum analyze`;
    return await messeAnfragenMit(appUrl, owner, konten);
  } finally {
    await owner.end();
    await cluster.beende();
  }
}
