import { createHash } from "node:crypto";
import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Server, starteServer, toeteUebrige } from "./hilfe/prozess.ts";
import { starteReplik } from "./hilfe/replik.ts";

const heute = tagInBerlin(new Date());
const andere = "eine-zweite-sitzung";

let cluster: Cluster;
let bestand: Bestand;
let replik: Awaited<ReturnType<typeof starteReplik>>;
/** As superuser at the standby. */
let kopie: postgres.Sql;
let server: [Server, Server];

const ander = { cookie: `service.sid=${andere}` };

const istStand = async ({ frage }: Server, zustand: string): Promise<number> => {
  const beginn = performance.now();
  for (;;) {
    const { json } = await frage("GET", "/betrieb/zustand");
    const { lesekopie } = json as { lesekopie?: { zustand: string } };
    if (lesekopie?.zustand === zustand) return performance.now() - beginn;
    if (performance.now() - beginn > 120_000)
      throw new Error(`Nach zwei Minuten noch nicht ${zustand}: ${JSON.stringify(json)}`);
    await warte(100);
  }
};
const beide = (zustand: string) => Promise.all(server.map((einer) => istStand(einer, zustand)));

beforeAll(async () => {
  // Flushed at each commit, as in production: what is not would be lost when the cluster is copied.
  cluster = await starteCluster({ konten: 100, heute, sync: true });
  replik = await starteReplik(cluster);
  bestand = cluster.vorlage();
  kopie = postgres(replik.url(Object.assign(new URL(cluster.adminUrl()), { pathname: "/vorlage" }).href), { max: 1 });
  await bestand.owner`
    insert into sitzung (id_hash, benutzer_id, laeuft_ab_am, endet_spaetestens_am)
    select ${createHash("sha256").update(andere).digest("hex")}, benutzer_id, laeuft_ab_am, endet_spaetestens_am from sitzung`;
  const umgebung = { DATABASE_READ_URL: replik.url(bestand.appUrl) };
  server = (await Promise.all([1, 2].map(() => starteServer(bestand.appUrl, umgebung)))) as [Server, Server];
  await beide("folgt");
});
afterAll(async () => {
  await toeteUebrige();
  await kopie?.end();
  replik?.stoppe();
  await bestand?.owner.end();
  await cluster?.beende();
});

let nr = 0;
const schreibe = async (einer: Server, kopf = {}): Promise<string> => {
  nr += 1;
  const nachname = `Lesekopie${nr}`;
  const { status } = await einer.frage("POST", "/kontakte", { typ: "paechter", vorname: "Ida", nachname }, kopf);
  expect(status).toBe(201);
  return nachname;
};
const finde = async (einer: Server, nachname: string): Promise<number> => {
  const { status, json } = await einer.frage("GET", `/kontakte?search=${nachname}`);
  expect(status).toBe(200);
  return (json.pagination as { total: number }).total;
};

/** Repeats `tat` until a connection of the servers to the copy shows that it has read there. */
const liestInKopie = async (muster: string, tat: () => Promise<unknown>): Promise<void> => {
  for (const ende = performance.now() + 60_000; ; await warte(100)) {
    await tat();
    const [gelesen] = await kopie<{ anzahl: string }[]>`
      select count(*) anzahl from pg_stat_activity
      where application_name = 'pachtverwaltung pacht_app' and query ~* ${muster}`;
    if (Number(gelesen?.anzahl) > 0) return;
    if (performance.now() > ende) throw new Error(`In der Kopie liest niemand: ${muster}`);
  }
};

test("wer schreibt, findet es danach, an welchem Server er auch fragt; gelesen wird in der Kopie", async () => {
  for (let runde = 0; runde < 25; runde += 1) {
    const [einer, anderer] = runde % 2 ? server : [server[1], server[0]];
    expect(await finde(anderer, await schreibe(einer))).toBe(1);
  }
  const listen = {
    pachtkonten: "pachtkonto",
    patchobjekte: "patchobjekt",
    "abrechnung/archiv": "archiv_beleg",
    "abrechnung/hebungen": "hebung",
  };
  // A connection shows the beginning of its last statement: each list is looked for before the next is asked.
  for (const [liste, tabelle] of Object.entries(listen))
    await liestInKopie(`treffer as .* from "?${tabelle}`, async () => {
      expect((await server[0].frage("GET", `/${liste}`)).status).toBe(200);
    });
});

test("die Kopie rechnet dieselbe Vorschau, und nach ihr lässt sich buchen; der Export hat jede Zeile", async () => {
  const pfad = `/abrechnung/vorschau-gruppen?datum=${heute}`;
  const ohne = await starteServer(bestand.appUrl);
  const [hier, dort] = [await ohne.frage("GET", pfad), await server[0].frage("GET", pfad)];
  const hash = ({ vorschauHash }: Record<string, unknown>) => String(vorschauHash).split(".").at(-1);
  expect(hash(dort.json)).toBe(hash(hier.json));
  expect(dort.json.summen).toEqual(hier.json.summen);
  // Nothing else has a transaction there.
  await liestInKopie("^commit", () => server[0].frage("GET", pfad));

  const { vorschauHash } = dort.json;
  const lauf = await server[0].frage("POST", "/abrechnung/buchen", { datum: heute, vorschauHash });
  expect(lauf.status).toBe(201);
  const { id } = lauf.json;
  const tabelle = (einer: Server) =>
    fetch(`${einer.basis}/abrechnung/export/paechter?buchungslaufId=${String(id)}&format=csv`, { headers: ander });
  const [von, aus] = await Promise.all(
    [tabelle(ohne), tabelle(server[1])].map(async (antwort) => (await antwort).text()),
  );
  expect(aus).toBe(von);
  expect(String(aus).split("\r\n").length).toBeGreaterThan(10);
  const mappe = await server[1].frage("GET", "/export/bestand", undefined, ander);
  expect(mappe.status).toBe(200);
  expect(await ohne.beende()).toBe(0);
});

test("steht die Kopie still, findet ein jeder, was er schrieb; ist sie zu weit zurück, liest keiner mehr in ihr", async () => {
  await kopie`select pg_wal_replay_pause()`;
  const eigenes = await schreibe(server[0]);
  expect(await finde(server[1], eigenes)).toBe(1);
  const fremdes = await schreibe(server[0], ander);
  const ms = Math.max(...(await beide("zurueck")));
  expect(await finde(server[1], fremdes)).toBe(1);
  melde(`eine stehende Kopie fiel nach ${sekunden(ms)} auf`);
  await kopie`select pg_wal_replay_resume()`;
  await beide("folgt");
});

test("fällt die Kopie aus, antwortet die Datenbank; kommt sie wieder, folgt sie", async () => {
  await kopie.end();
  replik.stoppe();
  const nachname = await schreibe(server[0]);
  expect(await finde(server[1], nachname)).toBe(1);
  await beide("weg");
  expect((await server[0].frage("GET", `/abrechnung/vorschau-gruppen?datum=${heute}`)).status).toBe(200);
  expect(server[0].fehler()).toContain("Die Lesekopie ist nicht erreichbar");
  replik.starte();
  await beide("folgt");
  expect(await finde(server[1], nachname)).toBe(1);
});

test("eine Adresse, an der keine Kopie steht, wird nicht gelesen", async () => {
  const verwechselt = await starteServer(bestand.appUrl, { DATABASE_READ_URL: bestand.appUrl });
  await istStand(verwechselt, "fremd");
  expect(await finde(verwechselt, await schreibe(verwechselt))).toBe(1);
  expect(await verwechselt.beende()).toBe(0);
});
