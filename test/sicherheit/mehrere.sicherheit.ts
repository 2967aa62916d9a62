import { setTimeout as warte } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { pruefeAuditlog } from "../../src/technik/auditlog/siegel/pruefung.ts";
import { anzahl, melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import {
  type Antwort,
  type Prozess,
  type Server,
  starteServer,
  starteWorker,
  toeteUebrige,
  unerwartetes,
} from "./hilfe/prozess.ts";
import { pruefeBuecher } from "./hilfe/pruefung.ts";

const heute = tagInBerlin(new Date());

let cluster: Cluster;
let bestand: Bestand;
beforeAll(async () => {
  cluster = await starteCluster({ konten: 200, heute, sync: false });
  bestand = cluster.vorlage();
});
afterEach(toeteUebrige);
afterAll(async () => {
  await bestand.owner.end();
  await cluster.beende();
});

const bis = async (was: string, bedingung: () => Promise<boolean>): Promise<number> => {
  const beginn = performance.now();
  for (; !(await bedingung()); await warte(20))
    if (performance.now() - beginn > 300_000) throw new Error(`Nach fünf Minuten noch nicht: ${was}`);
  return performance.now() - beginn;
};

const zaehle = async (): Promise<{ belege: number; briefe: number; gestapelt: number }> => {
  const [zeile] = await bestand.owner<{ belege: number; briefe: number; gestapelt: number }[]>`
    select (select count(*) from archiv_beleg) belege,
      (select count(*) from archiv_pdf where status = 'erstellt') briefe,
      (select count(*) from stapel_konto) gestapelt`;
  return zeile ?? { belege: 0, briefe: 0, gestapelt: 0 };
};

/** As any client should: who is told that somebody is at work comes again. */
const bucheGeduldig = async (server: Server, body: object, kopf: Record<string, string> = {}): Promise<Antwort> => {
  for (const ende = performance.now() + 180_000; ; await warte(200)) {
    const antwort = await server.frage("POST", "/abrechnung/buchen", body, kopf);
    const spaeter = ["lauf_aktiv", "idempotenz_laeuft", "gleichzeitig_geaendert"].includes(String(antwort.json.code));
    if (!spaeter || performance.now() > ende) return antwort;
  }
};

test("zwei Server und drei Worker an einer Datenbank: jeder Beleg und jeder Brief einmal, auch wenn einer stirbt", async () => {
  const umgebung = { DATABASE_POOL: "6", PDF_DIREKT_BIS: "0" };
  const [erster, zweiter] = (await Promise.all([1, 2].map(() => starteServer(bestand.appUrl, umgebung)))) as [
    Server,
    Server,
  ];
  const worker = (await Promise.all(
    [1, 2, 3].map(() => starteWorker(bestand.workerUrl, { DATABASE_POOL: "5", PDF_FAEDEN: "0" })),
  )) as [Prozess, Prozess, Prozess];

  const haelfte = await bestand.owner<{ id: number }[]>`
    select distinct pachtkonto_id id from faelligkeit
    where status = 'offen' and faellig_am <= ${heute} and pachtkonto_id % 2 = 0`;
  const body = { datum: heute, auswahl: haelfte.map(({ id }) => id) };
  const begonnen = await zaehle();
  const schluessel = { "idempotency-key": "dieselbe Buchung an beiden Servern" };
  const [eine, andere] = await Promise.all([
    bucheGeduldig(erster, body, schluessel),
    bucheGeduldig(zweiter, body, schluessel),
  ]);
  expect(eine.status).toBe(201);
  expect(andere).toMatchObject({ status: 201, json: eine.json });
  expect((await zaehle()).belege - begonnen.belege).toBe(eine.json.anzahlDokumente);

  await bis("die ersten Briefe", async () => (await zaehle()).briefe >= 10);
  await worker[0].toete();
  const vorher = await zaehle();
  const briefeMs = await bis("alle Briefe", async () => (await zaehle()).briefe === vorher.belege);
  melde(`${vorher.briefe} von ${vorher.belege} Briefen, als ein Worker starb; alle ${sekunden(briefeMs)} später`);

  const abgerissen = erster.frage("POST", "/abrechnung/buchen", { datum: heute }).catch(() => undefined);
  await bis("der zweite Lauf", async () => (await zaehle()).gestapelt > 0 || (await zaehle()).belege > vorher.belege);
  await erster.toete();
  await abgerissen;
  const rest = await bucheGeduldig(zweiter, { datum: heute });
  // Killed while its commit was under way, the first may have booked after all.
  if (rest.status !== 201) expect(rest).toMatchObject({ status: 409, json: { code: "nichts_zu_buchen" } });
  const danach = await zaehle();
  expect(danach.belege).toBeGreaterThan(vorher.belege);
  await pruefeBuecher(bestand.owner);

  const gesamt = `/abrechnung/pdf-gesamt?buchungslaufId=${String(eine.json.id)}`;
  const abrufMs = await bis("das PDF aller Schreiben", async () => {
    const { status } = await zweiter.frage("GET", gesamt);
    expect([200, 202]).toContain(status);
    return status === 200;
  });
  await bis("die Briefe des Rests", async () => (await zaehle()).briefe === danach.belege);
  const [falsch] = await bestand.owner`
    select count(*) anzahl from archiv_pdf
    where status <> 'erstellt' or versuche <> 1 or sha256 is distinct from encode(sha256(inhalt), 'hex')`;
  expect(falsch).toEqual({ anzahl: 0 });
  await bis("das Siegel", async () => (await pruefeAuditlog(bestand.owner)).offen === 0);
  expect((await pruefeAuditlog(bestand.owner)).bruch).toBeNull();
  melde(`${anzahl(danach.belege)} Belege und Briefe, jeder einmal; alle in einem PDF nach ${sekunden(abrufMs)}`);

  expect([await zweiter.beende(), await worker[1].beende(), await worker[2].beende()]).toEqual([0, 0, 0]);
  expect([zweiter, worker[1], worker[2]].flatMap(unerwartetes)).toEqual([]);
});
