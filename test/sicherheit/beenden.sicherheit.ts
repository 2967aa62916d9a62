import { Agent, request } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { freierPort } from "../../src/lokal/port.ts";
import { melde, sekunden } from "./hilfe/bericht.ts";
import { bremse, loese, warteAufHalt } from "./hilfe/bremse.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Server, sitzung, starteServer, starteWorker } from "./hilfe/prozess.ts";

const heute = tagInBerlin(new Date());
let cluster: Cluster;
let bestand: Bestand;
let server: Server;
beforeAll(async () => {
  cluster = await starteCluster({ konten: 2000, heute, sync: false });
});
beforeEach(async () => {
  bestand = await cluster.kopiere();
});
afterEach(() => cluster.loesche(bestand));
afterAll(() => cluster.beende());

const buche = () => server.frage("POST", "/abrechnung/buchen", { datum: heute });
const laufend = async () => (await bestand.owner`select from buchungslauf where status = 'laufend'`).length;
const belege = async () => (await bestand.owner`select count(*) from archiv_beleg`)[0]?.count;

/**
 * A run that is under way for as long as `tue` wants: it is held where it takes its numbers. Not by a lock, for which it
 * would not wait long enough on a busy machine.
 */
const waehrendGebuchtWird = async <T>(beginne: () => Promise<T>, tue: () => Promise<void>): Promise<T> => {
  await bremse(bestand, "pacht_app", { tabelle: "nummernkreis", zeile: 1 });
  const buchung = beginne();
  await warteAufHalt(bestand);
  await tue();
  await loese(bestand);
  return buchung;
};

/** Until nobody listens any more: the server has heard that it is to end. */
const bisErNichtsMehrAnnimmt = async (): Promise<void> => {
  const annehmend = () =>
    fetch(`${server.basis}/healthz`, { headers: { connection: "close" } }).then(
      () => true,
      () => false,
    );
  await expect.poll(annehmend, { timeout: 30_000 }).toBe(false);
};

test("SIGTERM während einer Buchung: sie wird fertig und beantwortet, dann endet der Server mit 0", async () => {
  server = await starteServer(bestand.appUrl, { BEENDEN_SEKUNDEN: "60" });
  let ende: Promise<number | null> | undefined;
  const gebucht = await waehrendGebuchtWird(buche, async () => {
    ende = server.beende();
    await bisErNichtsMehrAnnimmt();
    expect([server.lebt(), await laufend()]).toEqual([true, 1]);
  });
  expect(gebucht).toMatchObject({ status: 201, json: { status: "abgeschlossen" } });
  expect(await ende).toBe(0);
});

test("was nicht in der Frist fertig wird, ist ungeschehen und beantwortet, und der Server endet mit 0", async () => {
  server = await starteServer(bestand.appUrl, { BEENDEN_SEKUNDEN: "1" });
  const vorher = await belege();
  const gebucht = await waehrendGebuchtWird(buche, async () => {
    const beginn = performance.now();
    // Not 1: that is how it ends by itself when it takes too long.
    expect(await server.beende()).toBe(0);
    melde(`nach einer Sekunde Frist zu Ende: ${sekunden(performance.now() - beginn)}`);
  });
  expect(gebucht).toMatchObject({ status: 503 });
  expect(await laufend()).toBe(0);
  expect(await belege()).toBe(vorher);
});

test("eine gehaltene Verbindung erfährt mit der nächsten Antwort, dass sie endet", async () => {
  server = await starteServer(bestand.appUrl, { BEENDEN_SEKUNDEN: "20" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const hole = (pfad: string, methode = "GET", body?: string) =>
    new Promise<{ status: number; verbindung: string }>((weiter, gescheitert) => {
      const headers = { cookie: `service.sid=${sitzung}`, "content-type": "application/json" };
      const anfrage = request(`${server.basis}${pfad}`, { agent, headers, method: methode }, (antwort) => {
        antwort
          .resume()
          .on("end", () => weiter({ status: antwort.statusCode ?? 0, verbindung: antwort.headers.connection ?? "" }));
      });
      anfrage.on("error", gescheitert);
      anfrage.end(body);
    });
  expect((await hole("/kontakte?limit=1")).verbindung).toBe("keep-alive");
  let ende: Promise<number | null> | undefined;
  const gebucht = await waehrendGebuchtWird(
    () => hole("/abrechnung/buchen", "POST", JSON.stringify({ datum: heute })),
    async () => {
      ende = server.beende();
      await bisErNichtsMehrAnnimmt();
    },
  );
  expect(gebucht).toEqual({ status: 201, verbindung: "close" });
  expect(await ende).toBe(0);
  agent.destroy();
});

test("ein Worker endet binnen zehn Sekunden mit 0 und gibt seine Aufträge zurück, auch wenn nichts weiterkommt", async () => {
  const plaetze = 4;
  await bestand.owner.begin(async (tx) => {
    await tx`lock table buchungslauf in access exclusive mode`;
    const port = await freierPort();
    const worker = await starteWorker(bestand.workerUrl, {
      DATABASE_POOL: String(plaetze),
      WORKER_PORT: String(port),
    });
    const wartende = async () => (await tx`select from pg_locks where not granted`).length;
    await expect.poll(wartende, { timeout: 120_000 }).toBe(plaetze);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    // Its sign of life does not get through either.
    await tx`lock table lebenszeichen in access exclusive mode`;
    const beginn = performance.now();
    // After ten seconds it would end by itself, with 1.
    expect(await worker.beende()).toBe(0);
    melde(`Worker, der nicht weiterkommt: zu Ende nach ${sekunden(performance.now() - beginn)}`);
  });
  expect(await bestand.owner`select name from jobs.job where state = 'active'`).toEqual([]);
});
