import { setTimeout as warte } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { anzahl, melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Antwort, type Server, starteServer, starteWorker, toeteUebrige } from "./hilfe/prozess.ts";
import { abdruck, pruefeBuecher } from "./hilfe/pruefung.ts";
import { saat, zufall } from "./hilfe/zufall.ts";

const heute = tagInBerlin(new Date());
const startwert = saat();
const wuerfle = zufall(startwert);
let cluster: Cluster;

/** A run that nobody disturbs: how long it takes, how large its documents are, and what its books look like. */
let muster: { dauerMs: number; konten: number; belege: number; belegeBytes: number; abdruck: string };
/** Kills between the first staged row and the commit, as the run's own state said afterwards. */
let mitten = 0;
let abstuerze = 0;

const buche = (server: Server): Promise<Antwort> => server.frage("POST", "/abrechnung/buchen", { datum: heute });

/** As any client should: who is told to come again because the database has only just come back, does. */
const bucheBisErreichbar = async (server: Server): Promise<Antwort> => {
  for (const ende = performance.now() + 15_000; ; ) {
    const antwort = await buche(server);
    if (antwort.json.code !== "datenbank_nicht_erreichbar" || performance.now() > ende) return antwort;
    await warte(Number(antwort.kopf.get("retry-after")) * 1000);
  }
};

type Zustand = { status: string; konten: number; belegeBytes: number; fehler: string | null };

/** The latest run as the database has it; undefined before it begins. */
const lauf = async ({ owner }: Bestand): Promise<Zustand | undefined> => {
  const [zeile] = await owner<Zustand[]>`
    select l.status, l.fehler, (select count(*) from stapel_konto s where s.buchungslauf_id = l.id) konten,
      pg_relation_size('archiv_beleg') "belegeBytes"
    from buchungslauf l
    order by l.begonnen_am desc
    limit 1`;
  return zeile;
};

const istMitten = (zustand: Zustand | undefined): boolean => zustand?.status === "laufend" && zustand.konten > 0;

const bis = async (bedingung: () => Promise<boolean>, fristMs: number, was: string): Promise<void> => {
  for (const ende = performance.now() + fristMs; !(await bedingung()); await warte(10))
    if (performance.now() > ende) throw new Error(`Nach ${sekunden(fristMs)} noch nicht: ${was}`);
};

const stand = async ({ owner }: Bestand) => {
  const [zeile] = await owner<{ konten: number; belege: number; gebucht: number; nummern: number }[]>`
    select (select count(*) from archivkonto) konten, (select count(*) from archiv_beleg) belege,
      (select count(*) from faelligkeit where status = 'gebucht') gebucht,
      (select coalesce(sum(naechste - 1), 0) from nummernkreis) nummern`;
  return zeile;
};

/** Either the whole run is there or nothing of it. */
const pruefeGanzOderNichts = async (bestand: Bestand): Promise<boolean> => {
  const da = await stand(bestand);
  const ganz = da?.belege !== 0;
  if (!ganz) expect(da).toEqual({ konten: 0, belege: 0, gebucht: 0, nummern: 0 });
  else expect(da).toMatchObject({ konten: muster.konten, belege: muster.belege, nummern: muster.belege });
  await pruefeBuecher(bestand.owner);
  return ganz;
};

/** A new run books what is missing, and then the books are those of a run that nobody disturbed. */
const bucheRest = async (server: Server, bestand: Bestand, ganz: boolean): Promise<void> => {
  const antwort = await bucheBisErreichbar(server);
  if (ganz) expect(antwort).toMatchObject({ status: 409, json: { code: "nichts_zu_buchen" } });
  else expect(antwort).toMatchObject({ status: 201, json: { anzahlKonten: muster.konten } });
  expect(await pruefeGanzOderNichts(bestand)).toBe(true);
  expect(await abdruck(bestand.owner)).toBe(muster.abdruck);
  expect(await bestand.owner`select from buchungslauf where status = 'laufend'`).toHaveLength(0);
};

const pruefeAbgebrochen = async (bestand: Bestand): Promise<void> => {
  const [erster] = await bestand.owner`select status, fehler from buchungslauf order by begonnen_am limit 1`;
  expect(erster).toMatchObject({ status: "fehlgeschlagen", fehler: expect.stringMatching(/.{20}/) });
};

/**
 * When to strike: at any moment of the time that such a run took, or when it has come so far. How far is what can be seen
 * of it from outside, so that it is the same on a machine that was slower a minute ago: half of the way is staging, half
 * the documents that are written, uncommitted, into the archive.
 */
type Moment = { art: "irgendwann" | "unterwegs"; anteil: number };

const istSoWeit = (zustand: Zustand | undefined, anteil: number): boolean => {
  if (zustand?.status !== "laufend") return zustand !== undefined;
  const weit = zustand.konten / muster.konten + zustand.belegeBytes / muster.belegeBytes;
  return zustand.konten > 0 && weit / 2 >= anteil;
};

const warteAufMoment = async (bestand: Bestand, { art, anteil }: Moment): Promise<void> => {
  if (art === "irgendwann") {
    await warte(anteil * muster.dauerMs * 1.1);
    return;
  }
  await bis(async () => istSoWeit(await lauf(bestand), anteil), 120_000, `${Math.round(anteil * 100)} % des Laufs`);
};

const beschreibe = (vorher: Zustand | undefined): string =>
  vorher === undefined
    ? "vor dem Lauf"
    : `${vorher.status}${vorher.konten > 0 ? `, ${anzahl(vorher.konten)} Konten gestapelt, ${anzahl(vorher.belegeBytes / 1024)} KiB Belege` : ""}`;

const notiere = (nr: number, was: string, nachMs: number, vorher: Zustand | undefined, ganz: boolean): void => {
  abstuerze += 1;
  if (istMitten(vorher)) mitten += 1;
  melde(
    `${String(nr).padStart(2)}. ${was.padEnd(10)} nach ${sekunden(nachMs)}: ${beschreibe(vorher)} -> ` +
      (ganz ? "ganz gebucht" : "nichts gebucht"),
  );
};

beforeAll(async () => {
  melde(`SAAT=${startwert}`);
  const begonnen = performance.now();
  cluster = await starteCluster({ konten: 5000, heute, sync: true });
  const bestand = await cluster.kopiere();
  const server = await starteServer(bestand.appUrl);
  const los = performance.now();
  expect((await buche(server)).status).toBe(201);
  const dauerMs = performance.now() - los;
  const da = await stand(bestand);
  muster = {
    dauerMs,
    konten: da?.konten ?? 0,
    belege: da?.belege ?? 0,
    belegeBytes: (await lauf(bestand))?.belegeBytes ?? 0,
    abdruck: await abdruck(bestand.owner),
  };
  await pruefeBuecher(bestand.owner);
  await server.beende();
  await cluster.loesche(bestand);
  expect(muster.konten).toBeGreaterThan(4000);
  melde(
    `ungestört: ${anzahl(muster.konten)} Konten, ${anzahl(muster.belege)} Belege in ${sekunden(dauerMs)}; ` +
      `Vorbereitung ${sekunden(performance.now() - begonnen)}`,
  );
});

// A round that has failed must not leave its connections to those after it.
afterEach(toeteUebrige);

afterAll(async () => {
  melde(`${abstuerze} Abstürze, davon ${mitten} zwischen der ersten gestapelten Zeile und dem Commit`);
  await cluster.beende();
});

const momente = (unterwegs: number, irgendwann: number): Moment[] =>
  Array.from({ length: unterwegs + irgendwann }, (_, i) => ({
    art: i < unterwegs ? "unterwegs" : "irgendwann",
    anteil: wuerfle(),
  }));

const schreibeBriefe = async (nr: number): Promise<void> => {
  const bestand = await cluster.kopiere();
  // Three side by side share the connections of one cluster.
  const server = await starteServer(bestand.appUrl, { DATABASE_POOL: "4" });
  const worker = await starteWorker(bestand.workerUrl, { DATABASE_POOL: "6" });
  const ids = await bestand.owner<{ id: number }[]>`
    select distinct pachtkonto_id id from faelligkeit where status = 'offen' and faellig_am <= ${heute}
    order by 1 limit 200`;
  const body = { datum: heute, auswahl: ids.map(({ id }) => id) };
  const gebucht = await server.frage("POST", "/abrechnung/buchen", body);
  expect(gebucht.status).toBe(201);
  await server.beende();
  const belege = Number(gebucht.json.anzahlDokumente);
  // xmin tells a row that was written again from one that was left alone.
  const briefe = async () =>
    new Map(
      (
        await bestand.owner<{ belegId: number; zeile: string }[]>`
          select beleg_id, concat_ws(' ', xmin, md5(inhalt), sha256, versuche, erstellt_am) zeile from archiv_pdf`
      ).map(({ belegId, zeile }) => [belegId, zeile]),
    );
  const ziel = 1 + Math.floor(wuerfle() * 0.8 * belege);
  await bis(async () => (await briefe()).size >= ziel, 60_000, `${ziel} von ${belege} Briefen`);
  await worker.toete();
  abstuerze += 1;
  const vorher = await briefe();
  const los = performance.now();
  const neuer = await starteWorker(bestand.workerUrl, { DATABASE_POOL: "6" });
  await bis(async () => (await briefe()).size === belege, 120_000, "alle Briefe");
  const nachher = await briefe();
  for (const [belegId, zeile] of vorher) expect(nachher.get(belegId)).toBe(zeile);
  const [stimmt] = await bestand.owner`
    select count(*) anzahl, count(*) filter (where status <> 'erstellt' or versuche <> 1
      or sha256 is distinct from encode(sha256(inhalt), 'hex')) falsch
    from archiv_pdf`;
  expect(stimmt).toEqual({ anzahl: belege, falsch: 0 });
  melde(
    `${nr}. Worker     nach ${vorher.size} von ${belege} Briefen -> ` +
      `alle, jeder einmal, ${sekunden(performance.now() - los)} nach dem Neustart`,
  );
  await neuer.beende();
  await cluster.loesche(bestand);
};

describe("SIGKILL mitten im Lauf", () => {
  /** Who closes the dead run: a worker that lives on, one that starts, or the next run. */
  const aufraeumer = ["lebender Worker", "neuer Worker", "nächster Lauf"] as const;

  test.each(
    momente(4, 4).map((moment, nr) => [nr + 1, moment, aufraeumer[[0, 1, 2, 1, 2, 1, 2, 1][nr] ?? 2]] as const),
  )("%i. Server", async (nr, moment, wer) => {
    const bestand = await cluster.kopiere();
    const server = await starteServer(bestand.appUrl);
    const worker = wer === "lebender Worker" ? await starteWorker(bestand.workerUrl) : undefined;
    const los = performance.now();
    const antwort = buche(server).then(
      ({ status }) => status,
      () => "abgerissen",
    );
    await warteAufMoment(bestand, moment);
    const nachMs = performance.now() - los;
    await server.toete();
    const nachher = await antwort;
    // Its last statement may still run: then that decides.
    await bis(
      async () =>
        (
          await bestand.owner`
          select from pg_stat_activity where datname = current_database() and usename = 'pacht_app'`
        ).length === 0,
      30_000,
      "das Ende der Verbindungen",
    );
    const vorher = await lauf(bestand);
    const ganz = await pruefeGanzOderNichts(bestand);
    if (nachher === 201) expect(ganz).toBe(true);
    notiere(nr, "Server", nachMs, vorher, ganz);

    const neuerWorker = wer === "neuer Worker" ? await starteWorker(bestand.workerUrl) : undefined;
    if (wer !== "nächster Lauf" && vorher !== undefined && !ganz) {
      await bis(async () => (await lauf(bestand))?.status === "fehlgeschlagen", 30_000, `fehlgeschlagen (${wer})`);
      await pruefeAbgebrochen(bestand);
    }
    await worker?.beende();
    await neuerWorker?.beende();
    const neu = await starteServer(bestand.appUrl);
    await bucheRest(neu, bestand, ganz);
    if (vorher !== undefined && !ganz) await pruefeAbgebrochen(bestand);
    await neu.beende();
    await cluster.loesche(bestand);
  });

  test.each(momente(3, 4).map((moment, nr) => [nr + 9, moment] as const))("%i. PostgreSQL", async (nr, moment) => {
    const bestand = await cluster.kopiere();
    const server = await starteServer(bestand.appUrl);
    const worker = await starteWorker(bestand.workerUrl);
    const los = performance.now();
    const antwort = buche(server).catch(() => ({ status: 0, typ: "" }));
    await warteAufMoment(bestand, moment);
    const nachMs = performance.now() - los;
    await cluster.toete();
    await cluster.starteWieder();
    const vorher = await lauf(bestand);
    const ganz = await pruefeGanzOderNichts(bestand);
    notiere(nr, "PostgreSQL", nachMs, vorher, ganz);
    const { status, typ } = await antwort;
    if (status === 201) expect(ganz).toBe(true);
    else if (status !== 0) expect(typ).toBe("application/problem+json");
    // Whoever did not survive that is started again, as by any supervisor.
    const neuerWorker = worker.lebt() ? worker : await starteWorker(bestand.workerUrl);
    if (nr === 9 && vorher !== undefined && !ganz)
      await bis(async () => (await lauf(bestand))?.status === "fehlgeschlagen", 30_000, "fehlgeschlagen (von selbst)");
    const neuerServer = server.lebt() ? server : await starteServer(bestand.appUrl);
    await bucheRest(neuerServer, bestand, ganz);
    if (vorher !== undefined && !ganz) await pruefeAbgebrochen(bestand);
    await neuerWorker.beende();
    await neuerServer.beende();
    await cluster.loesche(bestand);
  });

  test.each(momente(1, 1).map((moment, nr) => [nr + 16, moment] as const))(
    "%i. Worker, während gebucht wird",
    async (nr, moment) => {
      const bestand = await cluster.kopiere();
      const server = await starteServer(bestand.appUrl);
      const worker = await starteWorker(bestand.workerUrl);
      const los = performance.now();
      const antwort = buche(server);
      await warteAufMoment(bestand, moment);
      const vorher = await lauf(bestand);
      const nachMs = performance.now() - los;
      await worker.toete();
      expect((await antwort).status).toBe(201);
      const ganz = await pruefeGanzOderNichts(bestand);
      abstuerze += 1;
      melde(`${nr}. Worker     nach ${sekunden(nachMs)}: ${beschreibe(vorher)} -> ${ganz ? "ganz gebucht" : "nichts"}`);
      await bucheRest(server, bestand, true);
      await server.beende();
      await cluster.loesche(bestand);
    },
  );

  test("18. bis 20. Worker, während er Briefe schreibt: keiner doppelt, keiner verändert, alle fertig", async () => {
    // Side by side: most of the time passes until the next worker may believe that the first is dead.
    await Promise.all([18, 19, 20].map(schreibeBriefe));
  });

  test("20 Abstürze, mindestens 5 davon zwischen der ersten gestapelten Zeile und dem Commit", () => {
    expect(abstuerze).toBe(20);
    expect(mitten).toBeGreaterThanOrEqual(5);
  });
});
