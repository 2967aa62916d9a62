import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server as Netzserver, type Socket } from "node:net";
import { setTimeout as warte } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { freierPort } from "../../src/lokal/port.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import { melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { anbieter, type Prozess, sitzung, starteProgramm, toeteUebrige, unerwartetes } from "./hilfe/prozess.ts";

const heute = tagInBerlin(new Date());

let cluster: Cluster;
let bestand: Bestand;
beforeAll(async () => {
  cluster = await starteCluster({ konten: 20, heute, sync: false });
  bestand = cluster.vorlage();
});
afterEach(toeteUebrige);
afterAll(async () => {
  await bestand.owner.end();
  await cluster.beende();
});

const ueberPort = (url: string, port: number): string => Object.assign(new URL(url), { port: String(port) }).href;

/** From now on `port` leads to the database of the cluster. @returns closes it */
const schalteZu = async (port: number): Promise<() => Promise<void>> => {
  const ziel = Number(new URL(bestand.appUrl).port);
  const offene = new Set<Socket>();
  const bruecke: Netzserver = createServer((her) => {
    const hin = connect(ziel, "127.0.0.1");
    for (const socket of [her, hin]) {
      offene.add(socket);
      socket.on("error", () => {});
    }
    her.pipe(hin).pipe(her);
  });
  bruecke.listen(port, "127.0.0.1");
  await once(bruecke, "listening");
  return async () => {
    for (const socket of offene) socket.destroy();
    bruecke.close();
    await once(bruecke, "close");
  };
};

/** Server and worker over a database at `port`, be it there or not. */
const starteBeide = async (port: number) => {
  const [PORT, WORKER_PORT] = [String(await freierPort()), String(await freierPort())];
  const server = starteProgramm("src/main.ts", { DATABASE_URL: ueberPort(bestand.appUrl, port), PORT, ...anbieter });
  const worker = starteProgramm("worker/main.ts", { DATABASE_URL: ueberPort(bestand.workerUrl, port), WORKER_PORT });
  return {
    server,
    worker,
    basis: `http://127.0.0.1:${PORT}/api`,
    gesundheitDesWorkers: `http://127.0.0.1:${WORKER_PORT}/healthz`,
  };
};

type Antwort = { status: number; code: unknown; wiederNach: string | null };

const frage = async (url: string, methode = "GET", koerper?: object): Promise<Antwort> => {
  const antwort = await fetch(url, {
    method: methode,
    headers: { cookie: `service.sid=${sitzung}`, "content-type": "application/json" },
    ...(koerper ? { body: JSON.stringify(koerper) } : {}),
  });
  const { code } = (await antwort.json()) as { code?: unknown };
  return { status: antwort.status, code, wiederNach: antwort.headers.get("retry-after") };
};

/** Asks until the answer has that status. */
const bis = async (status: number, url: string, prozess: Prozess): Promise<Antwort> => {
  for (const ende = performance.now() + 120_000; ; await warte(50)) {
    const antwort = await frage(url).catch(() => undefined);
    if (antwort?.status === status) return antwort;
    if (!prozess.lebt() || performance.now() > ende)
      throw new Error(`${url}: ${JSON.stringify(antwort)}, ${prozess.fehler()}`);
  }
};

test("Ohne Datenbank gestartet: beide sagen es, warten und arbeiten, sobald sie da ist", async () => {
  const port = await freierPort();
  const { server, worker, basis, gesundheitDesWorkers } = await starteBeide(port);

  expect(await bis(503, `${basis}/healthz`, server)).toMatchObject({ code: "datenbank_nicht_erreichbar" });
  expect(await bis(503, gesundheitDesWorkers, worker)).toMatchObject({ code: "datenbank_nicht_erreichbar" });
  const ohne = await frage(`${basis}/abrechnung/buchen`, "POST", { datum: heute });
  expect(ohne).toMatchObject({ status: 503, code: "datenbank_nicht_erreichbar" });
  expect(Number(ohne.wiederNach)).toBeGreaterThan(0);
  for (const prozess of [server, worker])
    await expect.poll(prozess.fehler, { timeout: 60_000 }).toContain("Die Datenbank ist nicht erreichbar");

  const trenne = await schalteZu(port);
  try {
    await bis(200, `${basis}/healthz`, server);
    await bis(200, gesundheitDesWorkers, worker);
    expect(await frage(`${basis}/abrechnung/buchen`, "POST", { datum: heute })).toMatchObject({ status: 201 });
    for (const ende = performance.now() + 240_000; ; await warte(100)) {
      const [{ offen } = { offen: -1 }] = await bestand.owner<{ offen: number }[]>`
        select count(*)::int offen from archiv_beleg
        where not exists (select from archiv_pdf p where p.beleg_id = archiv_beleg.id and p.status = 'erstellt')`;
      if (offen === 0) break;
      expect(performance.now(), `${offen} Briefe fehlen: ${worker.fehler()}`).toBeLessThan(ende);
    }
    for (const prozess of [server, worker]) {
      await expect.poll(prozess.fehler, { timeout: 60_000 }).toContain("ist wieder da");
      expect(prozess.fehler().trim().split("\n")).toEqual([
        expect.stringMatching(/^Die Datenbank ist nicht erreichbar \(ECONNREFUSED\)\.$/),
        expect.stringMatching(/^Die Datenbank ist wieder da, nach \d+ Sekunden\.$/),
      ]);
    }
    expect(await Promise.all([server.beende(), worker.beende()])).toEqual([0, 0]);
  } finally {
    await trenne();
  }
});

test("Wer auf die Datenbank wartet, lässt sich beenden", async () => {
  const { server, worker, basis, gesundheitDesWorkers } = await starteBeide(await freierPort());
  await bis(503, `${basis}/healthz`, server);
  await bis(503, gesundheitDesWorkers, worker);
  const beginn = performance.now();
  // Not 1: that is how they end by themselves when it takes too long.
  expect(await Promise.all([server.beende(), worker.beende()])).toEqual([0, 0]);
  melde(`ohne Datenbank beendet nach ${sekunden(performance.now() - beginn)}`);
});

const starteServerUeber = async (name: string): Promise<Prozess & { kind: ChildProcess }> =>
  starteProgramm("src/main.ts", {
    DATABASE_URL: nachbardatenbank(bestand.appUrl, name),
    PORT: String(await freierPort()),
    ...anbieter,
  });

const starteWorkerUeber = (name: string): Prozess & { kind: ChildProcess } =>
  starteProgramm("worker/main.ts", { DATABASE_URL: nachbardatenbank(bestand.workerUrl, name) });

/** Waits for its end. @returns what it wrote, line by line */
const scheitert = async ({ kind, fehler }: Prozess & { kind: ChildProcess }): Promise<string[]> => {
  await once(kind, "close");
  expect(kind.exitCode).toBe(1);
  return fehler().trim().split("\n");
};

test("Was kein Warten behebt, sagt ein Satz, und der Prozess endet", async () => {
  const beide = [await starteServerUeber("gibt_es_nicht"), starteWorkerUeber("gibt_es_nicht")];
  for (const zeilen of await Promise.all(beide.map(scheitert)))
    expect(zeilen).toEqual([
      'Die Datenbank nimmt die Anmeldung nicht an: diese Datenbank gibt es nicht (database "gibt_es_nicht" does not exist).',
    ]);
  // That one is empty.
  expect(await scheitert(await starteServerUeber("postgres"))).toEqual([
    "Die Datenbank ist nicht auf dem Stand dieses Programms: npm run migrate",
  ]);
});

const wartezeile = "Die Datenbank ist nicht auf dem Stand dieses Programms; es wartet auf: npm run migrate\n";

test("Fehlen Migrationen, rührt der Worker keinen Auftrag an, sagt es einmal und lässt sich beenden", async () => {
  const ohneAlles = starteWorkerUeber("postgres");
  await bestand.owner`update migration set name = 'vorhin.sql' where name = '0001_grundlage.sql'`;
  try {
    const [job] = await bestand.owner<{ id: string }[]>`
      insert into jobs.job (name, data, retry_limit) values ('aufraeumen', '{}', 3) returning id`;
    const zustand = async () => (await bestand.owner`select state from jobs.job where id = ${String(job?.id)}`)[0];
    const worker = starteProgramm("worker/main.ts", { DATABASE_URL: bestand.workerUrl });
    for (const prozess of [ohneAlles, worker]) await expect.poll(prozess.fehler, { timeout: 60_000 }).toBe(wartezeile);
    await warte(6_000);
    expect(await zustand()).toEqual({ state: "created" });
    expect(await ohneAlles.beende()).toBe(0);
    await bestand.owner`update migration set name = '0001_grundlage.sql' where name = 'vorhin.sql'`;
    await expect.poll(zustand, { timeout: 60_000 }).toEqual({ state: "completed" });
    expect([await worker.beende(), unerwartetes(worker)]).toEqual([0, []]);
    for (const prozess of [ohneAlles, worker]) expect(prozess.fehler().split(wartezeile)).toHaveLength(2);
  } finally {
    await bestand.owner`update migration set name = '0001_grundlage.sql' where name = 'vorhin.sql'`;
  }
});
