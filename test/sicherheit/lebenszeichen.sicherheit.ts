import { afterAll, beforeAll, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { freierPort } from "../../src/lokal/port.ts";
import { melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Prozess, type Server, starteServer, starteWorker } from "./hilfe/prozess.ts";

let cluster: Cluster;
let bestand: Bestand;
let server: Server;
let worker: Prozess;
let metrik: string;
beforeAll(async () => {
  cluster = await starteCluster({ konten: 20, heute: tagInBerlin(new Date()), sync: false });
  bestand = cluster.vorlage();
  const ports = { server: await freierPort(), worker: await freierPort() };
  metrik = `http://127.0.0.1:${ports.server}/metrics`;
  server = await starteServer(bestand.appUrl, { METRIK_PORT: String(ports.server) });
  worker = await starteWorker(bestand.workerUrl, { METRIK_PORT: String(ports.worker) });
});
afterAll(async () => {
  await worker.beende();
  await server.beende();
  await bestand.owner.end();
  await cluster.beende();
});

const gesundheit = async () => {
  const { status, json } = await server.frage("GET", "/healthz");
  return [status, json.worker];
};

/** Waits for what healthz says of the worker. @returns milliseconds */
const bis = async (zustand: string): Promise<number> => {
  const beginn = performance.now();
  await expect.poll(gesundheit, { timeout: 120_000, interval: 250 }).toEqual([200, zustand]);
  return performance.now() - beginn;
};

test("ein angehaltener Worker gilt nach 20 Sekunden als still, lebt mit SIGCONT wieder, und geht mit SIGTERM", async () => {
  await bis("laeuft");
  process.kill(worker.pid, "SIGSTOP");
  const still = await bis("still");
  expect(await (await fetch(metrik)).text()).toContain('pacht_prozesse{art="worker",zustand="still"} 1');
  process.kill(worker.pid, "SIGCONT");
  const wieder = await bis("laeuft");
  melde(`angehaltener Worker: bemerkt nach ${sekunden(still)}, wieder da nach ${sekunden(wieder)}`);
  expect(await worker.beende()).toBe(0);
  await bis("keiner");
});
