import { Agent, request } from "node:http";
import { setTimeout as warte } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { freierPort } from "../../src/lokal/port.ts";
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
const bisGebuchtWird = async () => {
  while ((await laufend()) === 0) await warte(10);
};

test("SIGTERM während einer Buchung: sie wird fertig und beantwortet, dann endet der Server mit 0", async () => {
  server = await starteServer(bestand.appUrl, { BEENDEN_SEKUNDEN: "60" });
  const buchung = buche();
  await bisGebuchtWird();
  const ende = server.beende();
  await warte(50);
  await expect(server.frage("GET", "/kontakte?limit=1"), "neue Verbindungen nimmt er nicht an").rejects.toThrow();
  expect(await buchung).toMatchObject({ status: 201, json: { status: "abgeschlossen" } });
  expect(await ende).toBe(0);
});

test("was nicht in der Frist fertig wird, ist ungeschehen und beantwortet, und der Server endet mit 0", async () => {
  server = await starteServer(bestand.appUrl, { BEENDEN_SEKUNDEN: "1" });
  const vorher = await belege();
  await bestand.owner.begin(async (tx) => {
    await tx`lock table nummernkreis in exclusive mode`;
    const buchung = buche();
    await bisGebuchtWird();
    await warte(1_000);
    const beginn = performance.now();
    const ende = server.beende();
    expect(await buchung).toMatchObject({ status: 503 });
    expect(await ende).toBe(0);
    expect(performance.now() - beginn).toBeLessThan(12_000);
  });
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
  const buchung = hole("/abrechnung/buchen", "POST", JSON.stringify({ datum: heute }));
  await bisGebuchtWird();
  const ende = server.beende();
  expect(await buchung).toEqual({ status: 201, verbindung: "close" });
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
    await expect.poll(wartende, { timeout: 20_000 }).toBe(plaetze);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    // Its sign of life does not get through either.
    await tx`lock table lebenszeichen in access exclusive mode`;
    const beginn = performance.now();
    expect(await worker.beende()).toBe(0);
    expect(performance.now() - beginn).toBeLessThan(10_000);
  });
  expect(await bestand.owner`select name from jobs.job where state = 'active'`).toEqual([]);
}, 60_000);
