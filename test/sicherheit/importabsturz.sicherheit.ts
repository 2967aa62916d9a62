import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { bueromappe } from "../bestand/import/buero.ts";
import { alsMappe } from "../bestand/import/handgriffe.ts";
import { anzahl, melde, sekunden } from "./hilfe/bericht.ts";
import {
  beschreibe,
  bremse,
  loese,
  type Moment,
  trenneSitzungen,
  warteAufHalt,
  warteAufTrennung,
} from "./hilfe/bremse.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { bild, ohneVergleich, type Zaehlung, zaehle } from "./hilfe/importbild.ts";
import { type Server, sitzung, starteServer, starteWorker, toeteUebrige } from "./hilfe/prozess.ts";
import { saat, zufall } from "./hilfe/zufall.ts";

const heute = tagInBerlin(new Date());
const startwert = saat();
const wuerfle = zufall(startwert);
const login = { server: "pacht_app", worker: "pacht_worker" };
/** Several rounds share the connections of one cluster; what is due by schedule would write into the pictures. */
const umgebung = { DATABASE_POOL: "4", ZEITPLAENE: "aus" };

let cluster: Cluster;
let importId: number;
/** The stock before, and after an execution that nobody disturbed. */
let vorher: Zaehlung;
let muster: Awaited<ReturnType<typeof bild>>;
/** A copy each, taken before anybody had asked for the execution; all others have it queued. */
let gepruefte: Bestand[];
let abbrueche = 0;

type Lage = { status: string; auftragStatus: string; ursache: string | null; offene: number };

/** What is known of the import: its own state, its job's, and how many jobs the worker still has to do for it. */
const lage = async ({ owner }: Bestand): Promise<Lage> => {
  const [zeile] = await owner<Lage[]>`
    select i.status, a.status auftrag_status, a.ursache, (
      select count(*) from jobs.job
      where name in ('import-ausfuehrung', 'duplikate') and state in ('created', 'retry', 'active')) offene
    from importlauf i
    join auftrag a on a.id = i.auftrag_id
    where i.id = ${importId}`;
  return zeile as Lage;
};

const warteAuf = (bestand: Bestand, soll: Partial<Lage>): Promise<void> =>
  vi.waitFor(async () => expect(await lage(bestand)).toMatchObject(soll), { timeout: 300_000, interval: 50 });

/** Executed, told so, compared for duplicates: and the stock is that of an import that nobody disturbed. */
const pruefeAusgefuehrt = async (bestand: Bestand): Promise<void> => {
  await warteAuf(bestand, { status: "ausgefuehrt", auftragStatus: "fertig", offene: 0 });
  expect(await bild(bestand.owner)).toEqual(muster);
};

/** Either all of the import is there or nothing of it. */
const pruefeGanzOderNichts = async (bestand: Bestand): Promise<boolean> => {
  const da = await zaehle(bestand.owner);
  const ganz = (await lage(bestand)).status === "ausgefuehrt";
  if (ganz) expect(ohneVergleich(da)).toEqual(ohneVergleich(muster.zaehlung));
  else expect(da).toEqual(vorher);
  return ganz;
};

/** The job of a dead worker is taken over when its heart has been silent for half a minute: as if that were over. */
const lasseVerstummen = ({ owner }: Bestand) => owner`
  update jobs.job
  set heartbeat_on = heartbeat_on - interval '1 minute'
  where name = 'import-ausfuehrung' and state = 'active'`;

/** The queue does not try it again: whoever asked has to be told. */
const gibNurEinenVersuch = ({ owner }: Bestand) => owner`
  update jobs.job set retry_limit = 0 where name = 'import-ausfuehrung'`;

const notiere = (wer: string, moment: Moment, ausgang: string): void => {
  abbrueche += 1;
  melde(`${String(abbrueche).padStart(2)}. ${wer.padEnd(10)} ${beschreibe(moment)} -> ${ausgang}`);
};

const fuehreAus = (server: Server) => server.frage("POST", `/import/${importId}/ausfuehren`, {});

/** The clerk sees that it has failed and asks for it once more, if it is not done. */
const fuehreNochEinmalAus = async (bestand: Bestand, ganz: boolean): Promise<void> => {
  const server = await starteServer(bestand.appUrl, umgebung);
  const { json } = await server.frage("GET", `/import/${importId}`);
  expect(json).toMatchObject({ status: ganz ? "ausgefuehrt" : "geprueft" });
  if (ganz) expect(await fuehreAus(server)).toMatchObject({ status: 409, json: { code: "import_ausgefuehrt" } });
  else {
    expect(json.ursache).toMatch(/.{20}/);
    expect((await fuehreAus(server)).status).toBe(202);
    await pruefeAusgefuehrt(bestand);
  }
  await server.beende();
};

const ladeHoch = async (server: Server): Promise<number> => {
  const form = new FormData();
  form.set("datei", await alsMappe(bueromappe(Number(heute.slice(0, 4)) + 1)));
  const antwort = await fetch(`${server.basis}/import`, {
    method: "POST",
    headers: { cookie: `service.sid=${sitzung}` },
    body: form,
  });
  expect(antwort.status).toBe(202);
  return ((await antwort.json()) as { id: number }).id;
};

/** The template gets the checked workbook and, when `gepruefte` are copied, the wish to have it executed. */
const bereiteVor = async (): Promise<void> => {
  const vorlage = cluster.vorlage();
  const server = await starteServer(vorlage.appUrl, umgebung);
  const worker = await starteWorker(vorlage.workerUrl, umgebung);
  importId = await ladeHoch(server);
  await warteAuf(vorlage, { status: "geprueft", auftragStatus: "fertig" });
  expect((await server.frage("GET", `/import/${importId}`)).json).toMatchObject({ fehler: 0 });
  await Promise.all([worker.beende(), server.beende()]);
  vorher = await zaehle(vorlage.owner);
  await vorlage.owner.end();
  gepruefte = [await cluster.kopiere(), await cluster.kopiere()];
  const zweiter = await starteServer(vorlage.appUrl, umgebung);
  expect((await fuehreAus(zweiter)).status).toBe(202);
  await zweiter.beende();
};

beforeAll(async () => {
  melde(`SAAT=${startwert}`);
  const begonnen = performance.now();
  cluster = await starteCluster({ konten: 0, heute, sync: true });
  await bereiteVor();
  const bestand = await cluster.kopiere();
  const worker = await starteWorker(bestand.workerUrl, umgebung);
  await warteAuf(bestand, { status: "ausgefuehrt", auftragStatus: "fertig", offene: 0 });
  muster = await bild(bestand.owner);
  await worker.beende();
  await cluster.loesche(bestand);
  expect(muster.zaehlung).toMatchObject({ pachtkonto: 40, hebung: 10, patchobjekt: 50 });
  melde(
    `ungestört: ${anzahl(muster.zaehlung.importlauf_zeile ?? 0)} Zeilen, ${anzahl(muster.schluessel.length)} Schlüssel, ` +
      `${anzahl(muster.faelligkeiten.length)} Fälligkeiten; Vorbereitung ${sekunden(performance.now() - begonnen)}`,
  );
});

// A round that has failed must not leave its connections to those after it.
afterEach(toeteUebrige);
afterAll(() => cluster.beende());

const geschriebene = [
  "kontakt",
  "pachtkonto",
  "pachtkonto_beteiligter",
  "faelligkeit",
  "pachtkonto_position",
  "patchobjekt",
  "hebung",
  "auditlog",
  "auditwert",
  "importschluessel",
  "importstand",
];
const beimCommit: Moment = { tabelle: "importlauf", zeile: "commit" };

/** A row of a table that no round has struck yet. */
const ziehe = (): Moment => {
  const [tabelle = ""] = geschriebene.splice(Math.floor(wuerfle() * geschriebene.length), 1);
  const zeilen = (muster.zaehlung[tabelle] ?? 0) - (vorher[tabelle] ?? 0);
  return { tabelle, zeile: 1 + Math.floor(wuerfle() * zeilen) };
};

/** A worker that stands in the middle of the execution. */
const beginne = async (bestand: Bestand, moment: Moment, nurEinVersuch: boolean) => {
  await bremse(bestand, login.worker, moment);
  if (nurEinVersuch) await gibNurEinenVersuch(bestand);
  const worker = await starteWorker(bestand.workerUrl, umgebung);
  const gehalten = await warteAufHalt(bestand);
  expect(await pruefeGanzOderNichts(bestand)).toBe(false);
  return { worker, gehalten };
};

const toeteWorker = async (moment: Moment, nurEinVersuch: boolean): Promise<void> => {
  const bestand = await cluster.kopiere();
  const { worker } = await beginne(bestand, moment, nurEinVersuch);
  await worker.toete();
  await loese(bestand);
  await warteAufTrennung(bestand, [login.worker]);
  const ganz = await pruefeGanzOderNichts(bestand);
  await lasseVerstummen(bestand);
  const neuer = await starteWorker(bestand.workerUrl, umgebung);
  if (nurEinVersuch) {
    await warteAuf(bestand, {
      auftragStatus: "fehlgeschlagen",
      ursache: "Der Worker ist nicht fertig geworden; warum, ist nicht festgehalten.",
    });
    expect(await pruefeGanzOderNichts(bestand)).toBe(ganz);
    await fuehreNochEinmalAus(bestand, ganz);
  } else await pruefeAusgefuehrt(bestand);
  notiere("Worker", moment, `${ganz ? "ganz" : "nichts"}, ${nurEinVersuch ? "gemeldet" : "übernommen"}`);
  await neuer.beende();
  await cluster.loesche(bestand);
};

const trenne = async (moment: Moment, nurEinVersuch: boolean): Promise<void> => {
  const bestand = await cluster.kopiere();
  const { worker, gehalten } = await beginne(bestand, moment, nurEinVersuch);
  await trenneSitzungen(cluster, bestand, [login.worker]);
  if (nurEinVersuch) await warteAuf(bestand, { auftragStatus: "fehlgeschlagen" });
  else await warteAufHalt(bestand, gehalten);
  expect(await pruefeGanzOderNichts(bestand)).toBe(false);
  await loese(bestand);
  if (nurEinVersuch) await fuehreNochEinmalAus(bestand, false);
  else await pruefeAusgefuehrt(bestand);
  expect(worker.lebt()).toBe(true);
  notiere("Sitzungen", moment, `nichts, ${nurEinVersuch ? "gemeldet" : "wiederholt"}`);
  await worker.beende();
  await cluster.loesche(bestand);
};

/** SIGKILL to the server while it takes the wish of the clerk down. */
const toeteServerBeimAnnehmen = async (bestand: Bestand, moment: Moment): Promise<void> => {
  await bremse(bestand, login.server, moment);
  const server = await starteServer(bestand.appUrl, umgebung);
  const antwort = fuehreAus(server).catch(() => undefined);
  await warteAufHalt(bestand);
  await server.toete();
  expect(await antwort).toBeUndefined();
  await loese(bestand);
  await warteAufTrennung(bestand, [login.server]);
  expect(await pruefeGanzOderNichts(bestand)).toBe(false);
  const { status, auftragStatus, offene } = await lage(bestand);
  const angenommen = status === "wird_ausgefuehrt";
  expect([auftragStatus, offene]).toEqual(angenommen ? ["wartend", 1] : ["fertig", 0]);
  const neuer = await starteServer(bestand.appUrl, umgebung);
  const worker = await starteWorker(bestand.workerUrl, umgebung);
  if (!angenommen) expect((await fuehreAus(neuer)).status).toBe(202);
  await pruefeAusgefuehrt(bestand);
  notiere("Server", moment, angenommen ? "angenommen, ausgeführt" : "nichts, noch einmal verlangt");
  await Promise.all([neuer.beende(), worker.beende()]);
  await cluster.loesche(bestand);
};

/** SIGKILL to the server while the worker executes: it goes on, and the next server tells so. */
const toeteServerNebenher = async (moment: Moment): Promise<void> => {
  const bestand = await cluster.kopiere();
  const server = await starteServer(bestand.appUrl, umgebung);
  const { worker } = await beginne(bestand, moment, false);
  await server.toete();
  await loese(bestand);
  await pruefeAusgefuehrt(bestand);
  await fuehreNochEinmalAus(bestand, true);
  notiere("Server", moment, "ausgeführt");
  await worker.beende();
  await cluster.loesche(bestand);
};

// Rounds stand side by side: most of their time they wait for processes to start and for the next look at the queue.
describe("ein Import, der mitten in der Ausführung abbricht, ist ganz da oder gar nicht", () => {
  test("1. bis 6. SIGKILL an den Worker, Abbruch seiner Sitzungen: wieder aufgenommen, oder gemeldet", async () => {
    await Promise.all([
      toeteWorker(ziehe(), false),
      toeteWorker(ziehe(), true),
      toeteWorker(beimCommit, false),
      toeteWorker(ziehe(), false),
      trenne(ziehe(), false),
      trenne(ziehe(), true),
    ]);
  });

  test("7. bis 9. SIGKILL an den Server, der ihn annimmt oder nebenher läuft", async () => {
    const [einer, anderer] = gepruefte as [Bestand, Bestand];
    const tabelle = wuerfle() < 0.5 ? "auftrag" : "importlauf";
    await Promise.all([
      toeteServerBeimAnnehmen(einer, { tabelle, zeile: 1 }),
      toeteServerBeimAnnehmen(anderer, beimCommit),
      toeteServerNebenher(ziehe()),
    ]);
  });

  test("10. SIGKILL an PostgreSQL und den Worker zugleich", async () => {
    const bestand = await cluster.kopiere();
    const moment = ziehe();
    const { worker } = await beginne(bestand, moment, false);
    await Promise.all([cluster.toete(), worker.toete()]);
    await cluster.starteWieder();
    expect(await pruefeGanzOderNichts(bestand)).toBe(false);
    await loese(bestand);
    await lasseVerstummen(bestand);
    const neuer = await starteWorker(bestand.workerUrl, umgebung);
    await pruefeAusgefuehrt(bestand);
    notiere("PostgreSQL", moment, "nichts, übernommen");
    await neuer.beende();
    await cluster.loesche(bestand);
    expect(abbrueche).toBe(10);
  });
});
