import { createHash } from "node:crypto";
import { setTimeout as warte } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendePdfLauf } from "../../src/abrechnung/buchung/jobs.ts";
import { besorge } from "../../src/belege/sammeldateien/abruf/besorge.ts";
import { system } from "../../src/technik/auditlog/protokolliere.ts";
import { starteBoss } from "../../src/technik/database/boss.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { saeLauf } from "../hilfe/archiv.ts";
import { anzahl, melde } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Prozess, starteWorker, unerwartetes } from "./hilfe/prozess.ts";

const briefe = 600;
let cluster: Cluster;
let bestand: Bestand;
let app: Sql;
let boss: PgBoss;
let laufId: string;
let belegIds: number[];
const umgebung = { PDF_JE_DATEI: "150" };

beforeAll(async () => {
  cluster = await starteCluster({ konten: 0, heute: "2026-11-20", sync: false });
  bestand = await cluster.kopiere();
  app = verbinde(bestand.appUrl, "pacht_app", { max: 4 });
  boss = await starteBoss(app, "app");
  const saat = Array.from({ length: briefe }, (_, i) => ({ belegart: "rechnung" as const, nettoCent: 1000 + i }));
  ({ laufId, belegIds } = await saeLauf(bestand.owner, saat));
});

afterAll(async () => {
  await boss.stop({ close: false, graceful: false });
  await app.end();
  await cluster.loesche(bestand);
  await cluster.beende();
});

/** A worker at work until `genug` says that it is time; what it leaves behind must be right at any moment. */
const lasseArbeiten = async (genug: () => Promise<boolean>): Promise<Prozess> => {
  const worker = await starteWorker(bestand.workerUrl, umgebung);
  while (!(await genug())) {
    if (!worker.lebt()) throw new Error(`Der Worker ist gestorben: ${worker.fehler()}`);
    await warte(10);
  }
  return worker;
};

type Zeile = { belegId: number; sha256: string; inhalt: Uint8Array; erstelltAm: string; versuche: number };

const gespeichert = () => bestand.owner<Zeile[]>`
  select beleg_id, sha256, inhalt, erstellt_am::text, versuche from archiv_pdf order by beleg_id`;

const abdruck = (zeilen: readonly Zeile[]) =>
  zeilen.map(({ belegId, sha256, erstelltAm }) => [belegId, sha256, erstelltAm]);

const zaehle = async (): Promise<number> => {
  const [zeile] = await bestand.owner<{ anzahl: number }[]>`select count(*) anzahl from archiv_pdf`;
  return zeile?.anzahl ?? 0;
};

const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("die Schreiben eines Laufs überstehen SIGKILL und SIGTERM: keines fehlt, keines entsteht zweimal", async () => {
  await app.begin((tx) => sendePdfLauf(tx, laufId, system.akteur));
  const erster = await lasseArbeiten(async () => (await zaehle()) >= 50);
  await erster.toete();
  const nachTod = await gespeichert();
  expect(nachTod.length).toBeLessThan(briefe);
  melde(`SIGKILL bei ${anzahl(nachTod.length)} von ${anzahl(briefe)} Schreiben`);

  const zweiter = await lasseArbeiten(async () => (await zaehle()) >= nachTod.length + 50);
  await zweiter.beende();
  const nachEnde = await gespeichert();
  expect(unerwartetes(zweiter)).toEqual([]);
  melde(`SIGTERM bei ${anzahl(nachEnde.length)}`);

  const dritter = await lasseArbeiten(async () => (await zaehle()) === briefe);
  await dritter.beende();
  const alle = await gespeichert();
  expect(alle.map(({ belegId }) => belegId)).toEqual(belegIds);
  for (const { inhalt, sha256, versuche } of alle) expect([sha(inhalt), versuche]).toEqual([sha256, 1]);
  const schonDa = (zeilen: readonly Zeile[]) => {
    const ids = new Set(zeilen.map(({ belegId }) => belegId));
    return alle.filter(({ belegId }) => ids.has(belegId));
  };
  expect(abdruck(schonDa(nachTod))).toEqual(abdruck(nachTod));
  expect(abdruck(schonDa(nachEnde))).toEqual(abdruck(nachEnde));
  expect(await bestand.owner`select pdf_erstellt, pdf_fehlgeschlagen from buchungslauf where id = ${laufId}`).toEqual([
    { pdfErstellt: briefe, pdfFehlgeschlagen: 0 },
  ]);
});

type Teil = { nr: number; bis: number; anzahl: number; sha256: string; stimmt: boolean };

const teile = () => bestand.owner<Teil[]>`
  select t.nr, t.bis, t.anzahl, t.sha256, t.sha256 = encode(sha256(s.inhalt), 'hex') and t.groesse = length(s.inhalt) stimmt
  from sammeldatei_teil t
  cross join lateral (
    select string_agg(inhalt, ''::bytea order by nr) inhalt
    from sammeldatei_stueck s
    where s.datei_id = t.datei_id and s.teil = t.nr
  ) s
  order by t.nr`;

test("eine Sammeldatei geht nach SIGKILL mit dem Teil weiter, der in Arbeit war", async () => {
  await besorge(
    app,
    {
      art: "gesamt",
      schluessel: laufId,
      stand: "",
      abruf: `/abrechnung/pdf-gesamt?buchungslaufId=${laufId}`,
      buchungslaufId: laufId,
      datum: null,
      heute: null,
      listIds: () => belegIds,
    },
    system.akteur,
  );
  const erster = await lasseArbeiten(async () => (await teile()).length > 0);
  await erster.toete();
  const nachTod = await teile();
  melde(`SIGKILL nach ${nachTod.length} von 4 Dateien`);
  const fertig = async () =>
    (await bestand.owner`select from sammeldatei where schluessel = ${laufId} and fertig_am is not null`).length > 0;
  const zweiter = await lasseArbeiten(fertig);
  await zweiter.beende();
  const alle = await teile();
  expect(alle.map(({ anzahl: n, bis, stimmt }) => [n, bis, stimmt])).toEqual(
    [150, 300, 450, 600].map((bis) => [150, bis, true]),
  );
  expect(alle.slice(0, nachTod.length)).toEqual(nachTod);
});
