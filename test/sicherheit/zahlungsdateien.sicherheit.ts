import { setTimeout as warte } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { zahlungenIn } from "../belege/zahlungsdateien/zahlungen.ts";
import { melde } from "./hilfe/bericht.ts";
import { warteAufTrennung } from "./hilfe/bremse.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Antwort, type Server, sitzung, starteServer, toeteUebrige } from "./hilfe/prozess.ts";
import { saat, zufall } from "./hilfe/zufall.ts";

const heute = tagInBerlin(new Date());
const startwert = saat();
const wuerfle = zufall(startwert);
const route = "/abrechnung/zahlungsdateien";
let cluster: Cluster;
let laufId: string;

type Datei = { id: number; buchungslaufId: string; nachrichtenId: string; anzahl: number; summeCent: number };

beforeAll(async () => {
  melde(`SAAT=${startwert}`);
  cluster = await starteCluster({ konten: 300, heute, sync: true });
  const { owner, appUrl } = cluster.vorlage();
  await owner`update kontakt set bank_bestaetigt_am = ${heute}::date where iban is not null`;
  const server = await starteServer(appUrl);
  const { status, json } = await server.frage("POST", "/abrechnung/buchen", { datum: heute });
  expect(status).toBe(201);
  laufId = String(json.id);
  await server.beende();
  await owner.end();
});

// A round that has failed must not leave its connections to those after it.
afterEach(toeteUebrige);

afterAll(async () => {
  await cluster.beende();
});

const erstelle = (server: Server, art: string, schluessel: string): Promise<Antwort> =>
  server.frage("POST", route, { buchungslaufId: laufId, art }, { "idempotency-key": schluessel });

const bis = async (bedingung: () => Promise<boolean>, was: string): Promise<void> => {
  for (const ende = performance.now() + 120_000; !(await bedingung()); await warte(5))
    if (performance.now() > ende) throw new Error(`Nach zwei Minuten noch nicht: ${was}`);
};

/** Stops every COMMIT that stores a payment file until the lock is given back. */
const haltAnBeimSpeichern = async ({ owner }: Bestand) => {
  await owner.unsafe(`
    create function halte_an() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create constraint trigger halte_an after insert on zahlungsdatei
      deferrable initially deferred for each row execute function halte_an()`);
  const sperre = await owner.reserve();
  await sperre`select pg_advisory_lock(4711)`;
  return {
    bisErWartet: () =>
      bis(async () => {
        const [zeile] = await owner<{ wartend: number }[]>`
          select count(*) wartend from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
        return Number(zeile?.wartend) > 0;
      }, "das Festschreiben der Datei"),
    async gibFrei() {
      await sperre`select pg_advisory_unlock(4711)`;
      sperre.release();
    },
  };
};

/** Of the run that is paid here; the demo stock has paid earlier ones. */
const anzahlDateien = async ({ owner }: Bestand): Promise<number> => {
  const [zeile] = await owner<{ n: number }[]>`
    select count(*) n from zahlungsdatei where buchungslauf_id = ${laufId}`;
  return Number(zeile?.n);
};

const lade = async (server: Server, id: number): Promise<string> => {
  const antwort = await fetch(`${server.basis}/abrechnung/export/sepa?zahlungsdateiId=${id}`, {
    headers: { cookie: `service.sid=${sitzung}` },
  });
  expect(antwort.status).toBe(200);
  return antwort.text();
};

/** Each payment in at most one live file, each file as large as it says; @returns the bytes of each. */
const pruefeDateien = async (server: Server, bestand: Bestand): Promise<Map<number, string>> => {
  const { json } = await server.frage("GET", `${route}?limit=500`);
  const dateien = json.data as Datei[];
  const inhalte = new Map<number, string>();
  const gezahlt: string[] = [];
  for (const { id, anzahl, summeCent } of dateien) {
    const text = await lade(server, id);
    const zahlungen = zahlungenIn(text);
    expect([zahlungen.length, zahlungen.reduce((summe, [, cent]) => summe + cent, 0)]).toEqual([anzahl, summeCent]);
    gezahlt.push(...zahlungen.map(([nummer]) => nummer));
    inhalte.set(id, text);
  }
  expect(new Set(gezahlt).size).toBe(gezahlt.length);
  expect(new Set(dateien.map(({ nachrichtenId }) => nachrichtenId)).size).toBe(dateien.length);
  expect(await anzahlDateien(bestand)).toBe(dateien.filter((datei) => datei.buchungslaufId === laufId).length);
  return inhalte;
};

/** The same request again, to a server started anew; then a second time, and without the key. */
const frageNochmals = async (bestand: Bestand, art: string, schluessel: string): Promise<Datei> => {
  const server = await starteServer(bestand.appUrl);
  const nochmals = await erstelle(server, art, schluessel);
  expect(nochmals.status).toBe(201);
  expect((await erstelle(server, art, schluessel)).json).toEqual(nochmals.json);
  const andere = await erstelle(server, art, `${schluessel}-anderer`);
  expect([andere.status, andere.json.code]).toEqual([409, "keine_zahlungen"]);
  const inhalte = await pruefeDateien(server, bestand);
  await server.beende();
  const neuer = await starteServer(bestand.appUrl);
  expect(await pruefeDateien(neuer, bestand)).toEqual(inhalte);
  await neuer.beende();
  return nochmals.json as unknown as Datei;
};

describe("SIGKILL, während eine Zahlungsdatei entsteht", () => {
  test.each(["lastschrift", "ueberweisung"])("%s: gespeichert, aber nie beantwortet", async (art) => {
    const bestand = await cluster.kopiere();
    const [server, zweiter] = [await starteServer(bestand.appUrl), await starteServer(bestand.appUrl)];
    const sperre = await haltAnBeimSpeichern(bestand);
    const verloren = erstelle(server, art, "schluessel-1").catch(() => "keine Antwort");
    await sperre.bisErWartet();
    // A clerk who loses patience asks again elsewhere while the first request still runs.
    const ungeduldig = await erstelle(zweiter, art, "schluessel-1");
    expect([ungeduldig.status, ungeduldig.json.code]).toEqual([409, "idempotenz_laeuft"]);
    await zweiter.beende();
    // It cannot answer any more, and the database stores what it was told to.
    process.kill(server.pid, "SIGSTOP");
    await sperre.gibFrei();
    await bis(async () => (await anzahlDateien(bestand)) === 1, "die gespeicherte Datei");
    await server.toete();
    expect(await verloren).toBe("keine Antwort");
    await warteAufTrennung(bestand, ["pacht_app"]);
    const [gespeichert] = await bestand.owner<Datei[]>`
      select id, buchungslauf_id, nachrichten_id, anzahl, summe_cent from zahlungsdatei
      where buchungslauf_id = ${laufId}`;
    expect(gespeichert?.anzahl).toBeGreaterThan(0);
    const datei = await frageNochmals(bestand, art, "schluessel-1");
    expect([datei.id, datei.nachrichtenId]).toEqual([gespeichert?.id, gespeichert?.nachrichtenId]);
    melde(`${art}: ${datei.anzahl} Zahlungen, nach dem Absturz dieselbe Datei`);
    await cluster.loesche(bestand);
  });

  test("vor dem Speichern: nichts bleibt, derselbe Schlüssel macht sie neu", async () => {
    const bestand = await cluster.kopiere();
    const server = await starteServer(bestand.appUrl);
    const sperre = await bestand.owner.reserve();
    await sperre`begin`;
    await sperre`lock table idempotenz in access exclusive mode`;
    const verloren = erstelle(server, "lastschrift", "schluessel-2").catch(() => "keine Antwort");
    await bis(async () => {
      const [zeile] = await bestand.owner<{ wartend: number }[]>`
        select count(*) wartend from pg_locks
        where relation = 'idempotenz'::regclass and not granted`;
      return Number(zeile?.wartend) > 0;
    }, "die wartende Anfrage");
    await server.toete();
    await sperre`commit`;
    sperre.release();
    expect(await verloren).toBe("keine Antwort");
    await warteAufTrennung(bestand, ["pacht_app"]);
    expect(await anzahlDateien(bestand)).toBe(0);
    await frageNochmals(bestand, "lastschrift", "schluessel-2");
    expect(await anzahlDateien(bestand)).toBe(1);
    await cluster.loesche(bestand);
  });

  test("zu beliebiger Zeit, sechsmal: gefragt wird, bis eine Antwort kommt", async () => {
    const bestand = await cluster.kopiere();
    const gesehen = new Map<number, string>();
    let gespeichert = 0;
    for (let nr = 1; nr <= 6; nr += 1) {
      const server = await starteServer(bestand.appUrl);
      const art = nr % 2 ? "lastschrift" : "ueberweisung";
      const antwort = erstelle(server, art, `zufall-${art}`).catch(() => undefined);
      await warte(wuerfle() * 120);
      await server.toete();
      await antwort;
      // Its last statement may still run: then that decides.
      await warteAufTrennung(bestand, ["pacht_app"]);
      if ((await anzahlDateien(bestand)) > gespeichert) gespeichert += 1;
      const neuer = await starteServer(bestand.appUrl);
      for (const [id, text] of await pruefeDateien(neuer, bestand)) {
        expect(gesehen.get(id) ?? text).toBe(text);
        gesehen.set(id, text);
      }
      await neuer.beende();
    }
    melde(`sechs Abstürze, danach ${gespeichert} Dateien`);
    for (const art of ["lastschrift", "ueberweisung"]) await frageNochmals(bestand, art, `zufall-${art}`);
    expect(await anzahlDateien(bestand)).toBe(2);
    await cluster.loesche(bestand);
  });
});
