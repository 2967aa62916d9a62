import { afterAll, beforeAll, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Prozess, type Server, starteServer, starteWorker } from "./hilfe/prozess.ts";

let cluster: Cluster;
let bestand: Bestand;
let server: Server;
let worker: Prozess;
beforeAll(async () => {
  cluster = await starteCluster({ konten: 20, heute: tagInBerlin(new Date()), sync: false });
  bestand = cluster.vorlage();
  server = await starteServer(bestand.appUrl);
  worker = await starteWorker(bestand.workerUrl);
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
  await expect.poll(gesundheit, { timeout: 60_000, interval: 250 }).toEqual([200, zustand]);
  return performance.now() - beginn;
};

test("ein angehaltener Worker gilt nach 20 Sekunden als still, lebt mit SIGCONT wieder, und geht mit SIGTERM", async () => {
  await bis("laeuft");
  process.kill(worker.pid, "SIGSTOP");
  const still = await bis("still");
  process.kill(worker.pid, "SIGCONT");
  const wieder = await bis("laeuft");
  melde(`angehaltener Worker: bemerkt nach ${sekunden(still)}, wieder da nach ${sekunden(wieder)}`);
  expect(await worker.beende()).toBe(0);
  expect(await gesundheit()).toEqual([200, "keiner"]);
});
