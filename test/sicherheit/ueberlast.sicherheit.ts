import { execFile } from "node:child_process";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import type { Auftrag, Gesehen } from "./hilfe/andrang.ts";
import { anzahl, melde, sekunden } from "./hilfe/bericht.ts";
import { type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Server, sitzung, starteServer, unerwartetes } from "./hilfe/prozess.ts";

const dauer = Number(process.env.SEKUNDEN) || 15;

let cluster: Cluster;
let server: Server;
let kontaktIds: number[];
beforeAll(async () => {
  cluster = await starteCluster({ konten: 500, heute: tagInBerlin(new Date()), sync: false });
  const { appUrl, owner } = cluster.vorlage();
  kontaktIds = (await owner<{ id: number }[]>`select id from kontakt order by id`).map(({ id }) => id);
  await owner.end();
  server = await starteServer(appUrl);
});
afterAll(async () => {
  await server.beende();
  await cluster.beende();
});

const draenge = async (auftrag: Auftrag): Promise<Gesehen> => {
  const programm = fileURLToPath(new URL("hilfe/andrang.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [programm, JSON.stringify(auftrag)]);
  return JSON.parse(stdout);
};

/** What must go on beside the crowd: the health of the service, and whether one is signed in. */
const frageNebenher = async (ende: AbortSignal): Promise<Record<string, number>> => {
  const gesehen: Record<string, number> = {};
  while (!ende.aborted) {
    for (const pfad of ["/healthz", "/auth/me"]) {
      const { status } = await server.frage("GET", pfad);
      gesehen[`${pfad} ${status}`] = (gesehen[`${pfad} ${status}`] ?? 0) + 1;
    }
    await warte(500);
  }
  return gesehen;
};

const worte = ({ anzahl: wieViele, p50, p99, laengste }: Gesehen["bedient"]): string =>
  `${anzahl(wieViele)} (p50 ${p50} ms, p99 ${p99} ms, längste ${sekunden(laengste)})`;

test("1.000 Kunden auf einmal: bedient oder gleich auf später vertröstet, kein 500, keiner hängt", async () => {
  const ende = new AbortController();
  const nebenher = frageNebenher(ende.signal);
  const auftrag = { basis: server.basis, sitzung, kunden: 1000, sekunden: dauer, kontaktIds };
  const gesehen = await draenge(auftrag).finally(() => ende.abort());
  melde(`${dauer} s: bedient ${worte(gesehen.bedient)}, vertröstet ${worte(gesehen.abgewiesen)}`);
  melde(`${JSON.stringify(gesehen.jeStatus)}; nebenher ${JSON.stringify(await nebenher)}`);
  expect(Object.keys(gesehen.jeStatus).filter((status) => !["200", "409", "503"].includes(status))).toEqual([]);
  expect(gesehen.bedient.anzahl).toBeGreaterThan(0);
  expect(gesehen).toMatchObject({ abgerissen: 0, ohneWartezeit: 0 });
  // Where the machine does still more, health may be late for its second; it is asked and answered all the same.
  expect(Object.keys(await nebenher).filter((einer) => !/ (200|503)$/.test(einer))).toEqual([]);
  expect(await nebenher).toMatchObject({ "/healthz 200": expect.any(Number), "/auth/me 200": expect.any(Number) });
  expect((await server.frage("GET", "/kontakte?limit=1")).status).toBe(200);
  expect(unerwartetes(server)).toEqual([]);
});
