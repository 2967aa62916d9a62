import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Prozess, type Server, sitzung, starteServer, starteWorker, unerwartetes } from "./hilfe/prozess.ts";

/**
 * Longest time that any request may take, and as much again for a machine that is busy: whoever hangs does so for the
 * half minute of a pause.
 */
const frist = 10_000 + 10_000;

const heute = tagInBerlin(new Date());

let cluster: Cluster;
let bestand: Bestand;
let server: Server;
let worker: Prozess;
let kontaktId: number;
beforeAll(async () => {
  cluster = await starteCluster({ konten: 200, heute, sync: false });
  bestand = cluster.vorlage();
  server = await starteServer(bestand.appUrl);
  worker = await starteWorker(bestand.workerUrl);
  const [kontakt] = await bestand.owner<{ id: number }[]>`select id from kontakt order by id limit 1`;
  kontaktId = Number(kontakt?.id);
});
afterAll(async () => {
  await worker.beende();
  await server.beende();
  await bestand.owner.end();
  await cluster.beende();
});

type Gezaehlt = { anzahl: number; laengste: number; jeStatus: Record<string, number> };

const pfade = [
  ["GET", "/kontakte?limit=20"],
  ["GET", "/pachtkonten?limit=20"],
  ["PUT", "/kontakte/:id"],
  ["GET", "/auth/me"],
  ["POST", "/feedback"],
] as const;

/** 40 clients at work until `ende`; none gets anything but its answer or a 503 that says when to come again. */
const arbeiteWaehrend = async (ende: AbortSignal): Promise<Gezaehlt> => {
  const gezaehlt: Gezaehlt = { anzahl: 0, laengste: 0, jeStatus: {} };
  const einer = async (nr: number) => {
    for (let i = nr; !ende.aborted; i += 1) {
      const [methode, pfad] = pfade[i % pfade.length] ?? pfade[0];
      const koerper = { PUT: { bemerkung: `Runde ${i}` }, POST: undefined, GET: undefined }[methode];
      const beginn = performance.now();
      const antwort = await server.frage(methode, pfad.replace(":id", String(kontaktId)), koerper);
      gezaehlt.laengste = Math.max(gezaehlt.laengste, performance.now() - beginn);
      gezaehlt.anzahl += 1;
      gezaehlt.jeStatus[antwort.status] = (gezaehlt.jeStatus[antwort.status] ?? 0) + 1;
      if (antwort.status === 503) {
        expect(antwort.typ).toBe("application/problem+json");
        expect(Number(antwort.kopf.get("retry-after"))).toBeGreaterThan(0);
        await warte(100);
      }
    }
  };
  await Promise.all(Array.from({ length: 40 }, (_, nr) => einer(nr)));
  return gezaehlt;
};

const zeilenSeit = (prozess: Prozess, laenge: number): string[] =>
  prozess
    .fehler()
    .slice(laenge)
    .split("\n")
    .filter((zeile) => zeile !== "");

type PruefeZeilen = (gemeldet: string[], wer: string) => void;

const ausfallGemeldet = /nicht erreichbar/;
const endeGemeldet = /wieder da/;

/** Until both have said so: what is over before their guards have looked is no outage. */
const bisBeideMelden = async (muster: RegExp, seit: number[]): Promise<void> => {
  for (const [nr, prozess] of [server, worker].entries())
    await expect
      .poll(() => zeilenSeit(prozess, seit[nr] ?? 0), { timeout: 60_000 })
      .toContainEqual(expect.stringMatching(muster));
};

const genauEinAusfall: PruefeZeilen = (gemeldet, wer) =>
  expect(gemeldet, wer).toEqual([expect.stringMatching(ausfallGemeldet), expect.stringMatching(endeGemeldet)]);

/** Who loses an idle connection does not even notice; what ends at once may be noticed in two rounds of the guard. */
const keinAusfall: PruefeZeilen = (gemeldet, wer) => {
  for (const zeile of gemeldet) expect(zeile, wer).toMatch(/hat Verbindungen beendet: [1-9]/);
  expect(gemeldet.length, wer).toBeLessThanOrEqual(2);
};

const pruefe = async (
  was: string,
  stoere: (vorher: number[]) => Promise<void>,
  pruefeZeilen: PruefeZeilen,
): Promise<void> => {
  const vorher = [server, worker].map((prozess) => prozess.fehler().length);
  const ende = new AbortController();
  const arbeit = arbeiteWaehrend(ende.signal);
  try {
    await warte(1_000);
    await stoere(vorher);
    if (pruefeZeilen === genauEinAusfall) await bisBeideMelden(endeGemeldet, vorher);
    await warte(3_000);
  } finally {
    ende.abort();
    await arbeit;
  }
  const { anzahl, laengste, jeStatus } = await arbeit;
  melde(`${was}: ${anzahl} Anfragen, längste ${sekunden(laengste)}, ${JSON.stringify(jeStatus)}`);
  expect(server.lebt()).toBe(true);
  expect(Object.keys(jeStatus).filter((status) => !["200", "400", "409", "503"].includes(status))).toEqual([]);
  expect(jeStatus["200"]).toBeGreaterThan(0);
  expect(laengste).toBeLessThan(frist);
  await warte(1_500);
  for (const [nr, prozess] of [server, worker].entries()) {
    const gemeldet = zeilenSeit(prozess, vorher[nr] ?? 0);
    pruefeZeilen(gemeldet, prozess === worker ? "Worker" : "Server");
  }
  expect(worker.lebt()).toBe(true);
  expect((await server.frage("GET", "/kontakte?limit=1")).status).toBe(200);
  expect((await server.frage("GET", "/healthz")).status).toBe(200);
};

/** Waits until `genug` letters are written. @returns how many they are, and of how many documents */
const bisBriefe = async (genug: (briefe: number, belege: number) => boolean): Promise<string> => {
  for (const ende = performance.now() + 240_000; ; await warte(50)) {
    const [zeile] = await bestand.owner<{ briefe: number; belege: number }[]>`
      select (select count(*) from archiv_pdf where status = 'erstellt') briefe, (select count(*) from archiv_beleg) belege`;
    const { briefe, belege } = zeile ?? { briefe: 0, belege: 0 };
    if (genug(briefe, belege)) return `${briefe} von ${belege}`;
    if (performance.now() > ende)
      throw new Error(`Nach vier Minuten sind erst ${briefe} von ${belege} Briefen fertig.`);
  }
};

test("PostgreSQL wird neu gestartet: Antworten oder 503, zwei Zeilen im Protokoll, die Briefe werden fertig", async () => {
  const gebucht = await server.frage("POST", "/abrechnung/buchen", { datum: heute });
  expect(gebucht.status).toBe(201);
  let vorher = "";
  await pruefe(
    "Neustart",
    async (seit) => {
      vorher = await bisBriefe((briefe) => briefe > 0);
      await cluster.toete();
      await warte(4_000);
      await bisBeideMelden(ausfallGemeldet, seit);
      await cluster.starteWieder();
    },
    genauEinAusfall,
  );
  const beginn = performance.now();
  const nachher = await bisBriefe((briefe, belege) => briefe === belege);
  melde(`Briefe: ${vorher} vor dem Ausfall, ${nachher} ${sekunden(performance.now() - beginn)} danach`);
});

test("PostgreSQL hält 30 Sekunden an: niemand hängt, healthz sagt es, danach geht alles weiter", () =>
  pruefe(
    "Pause",
    async () => {
      cluster.haltAn();
      try {
        await warte(6_000);
        const beginn = performance.now();
        expect((await server.frage("GET", "/healthz")).status).toBe(503);
        // It gives up after a second; the rest is for a busy machine, and less than all others may take.
        expect(performance.now() - beginn).toBeLessThan(8_000);
        await warte(24_000);
      } finally {
        cluster.setzFort();
      }
    },
    genauEinAusfall,
  ));

test("gehen sie verloren, während Antworten gesendet werden, reißen diese ab, und im Protokoll steht es einmal", async () => {
  const admin = postgres(cluster.adminUrl(), { max: 1 });
  const pfad = `${server.basis}/abrechnung/vorschau-gruppen?datum=${Number(heute.slice(0, 4)) + 2}-01-31`;
  const hole = async () => {
    const antwort = await fetch(pfad, { headers: { cookie: `service.sid=${sitzung}` } });
    return { status: antwort.status, text: await antwort.text().catch(() => undefined) };
  };
  let fertig = false;
  const liest = async () => {
    while (!fertig) {
      const { status, text } = await hole();
      // Torn, or whole: what ends as if it were whole is.
      if (text !== undefined && status === 200) JSON.parse(text);
      else expect([200, 503]).toContain(status);
    }
  };
  const lesende = Promise.all(Array.from({ length: 6 }, liest));
  for (let i = 0; i < 25; i += 1) {
    await warte(150);
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pachtverwaltung pacht_app'`;
  }
  fertig = true;
  await lesende;
  await admin.end();
  await expect.poll(async () => (await hole()).status, { timeout: 60_000 }).toBe(200);
  expect(unerwartetes(server)).toEqual([]);
});

test("einzelne Sitzungen gehen verloren: kein Ausfall, kein 500", async () => {
  const admin = postgres(cluster.adminUrl(), { max: 1 });
  await pruefe(
    "Verlorene Sitzungen",
    async () => {
      await admin`
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where application_name = 'pachtverwaltung pacht_app'
        order by random()
        limit 3`;
    },
    keinAusfall,
  );
  await admin.end();
});
