import process from "node:process";
import { expect, test } from "vitest";
import { buildApp } from "../../../src/app.ts";
import { beobachterVonAnfragen } from "../../../src/betrieb/beobachtung/anfragen.ts";
import { notiereAuftrag } from "../../../src/betrieb/beobachtung/auftraege.ts";
import { erstelleLog, gebuendelt, logformat } from "../../../src/betrieb/beobachtung/log.ts";
import { freierPort } from "../../../src/lokal/port.ts";
import { arbeiteAb, beobachteAuftraege, WorkerEndet } from "../../../src/technik/database/auftrag/arbeiteAb.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { lausche } from "../../../src/technik/server.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst();

const uhr = () => new Date("2026-11-20T09:00:00Z");

/** The service with a log of its own. */
const mitLog = () => {
  const zeilen: string[] = [];
  const { beobachte } = beobachterVonAnfragen(erstelleLog("json", uhr, (zeile) => zeilen.push(zeile)));
  return { app: buildApp({ ...dienst.deps, beobachte }), zeilen, lies: () => zeilen.map((zeile) => JSON.parse(zeile)) };
};

const als = (rolle: string, mehr: RequestInit = {}) => ({
  ...mehr,
  headers: { cookie: `service.sid=sitzung-${rolle}` },
});

const benutzerId = async (rolle: string) =>
  (await dienst.owner<{ id: number }[]>`select id from benutzer where subjekt = ${rolle}`)[0]?.id;

test("eine Anfrage ist eine Zeile: wer, welche Route, wie es ausging; nichts aus ihrem Inhalt", async () => {
  const { app, zeilen, lies } = mitLog();
  const antwort = await app.request("/api/kontakte?search=Geheimrat", als("mitarbeiter"));
  await app.request("/api/kontakte/4711", als("mitarbeiter"));
  await app.request("/api/gibt-es-nicht/Geheimrat");
  expect(lies()).toEqual([
    {
      zeit: "2026-11-20T09:00:00.000Z",
      stufe: "info",
      ereignis: "anfrage",
      anfrage: antwort.headers.get("x-request-id"),
      benutzer: await benutzerId("mitarbeiter"),
      methode: "GET",
      route: "/kontakte",
      status: 200,
      dauerMs: expect.any(Number),
      bytes: null,
    },
    expect.objectContaining({ route: "/kontakte/{id}", status: 404 }),
    expect.objectContaining({ route: "(sonstige)", status: 404, benutzer: null }),
  ]);
  expect(zeilen.join()).not.toMatch(/Geheimrat|4711|sitzung/);
});

test("was jemand nicht darf, hat eine Zeile für sich", async () => {
  const { app, lies } = mitLog();
  await app.request("/api/betrieb/zustand", als("pruefer"));
  const fremd = {
    method: "POST",
    headers: { origin: "https://fremd.example", cookie: "service.sid=sitzung-verwalter" },
  };
  await app.request("/api/kontakte", fremd);
  expect(lies().filter(({ ereignis }) => ereignis === "verweigert")).toMatchObject([
    { stufe: "warnung", code: "keine_berechtigung", benutzer: await benutzerId("pruefer"), route: "/betrieb/zustand" },
    { stufe: "warnung", code: "fremde_herkunft", route: "/kontakte" },
  ]);
});

test("über das Netz zählt die Zeile, was gesendet wurde, auch bei der zweiten Antwort derselben Verbindung", async () => {
  const { app, lies } = mitLog();
  const port = await freierPort();
  const schliesse = await lausche(app.fetch, "127.0.0.1", port);
  const laengen = [];
  for (const _ of [1, 2]) laengen.push((await (await fetch(`http://127.0.0.1:${port}/api/healthz`)).text()).length);
  await expect.poll(lies).toHaveLength(2);
  for (const [nr, laenge] of laengen.entries()) {
    expect(lies()[nr].bytes).toBeGreaterThan(laenge);
    expect(lies()[nr].bytes).toBeLessThan(laenge + 2_000);
  }
  await schliesse(1_000);
});

test("ein Auftrag ist eine Zeile, auch der gescheiterte; der Text des Fehlers bleibt draußen", async () => {
  const zeilen: string[] = [];
  beobachteAuftraege(notiereAuftrag(erstelleLog("text", uhr, (zeile) => zeilen.push(zeile))));
  const worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 4 });
  const boss = await starteBoss(worker, "worker");
  await arbeiteAb(boss, worker, "aufraeumen", 1, async () => ({ sitzungen: 1 }));
  await arbeiteAb(boss, worker, "pachtende", 1, () => Promise.reject(new RangeError("Geheimrat")));
  const [gut, schlecht] = [await boss.send("aufraeumen", {}), await boss.send("pachtende", {})];
  await expect.poll(() => zeilen.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  await boss.stop({ close: false, graceful: false });
  await worker.end();
  beobachteAuftraege(() => {});
  const ohneDauer = zeilen.map((zeile) => zeile.replace(/dauerMs=\d+/, "dauerMs=1"));
  expect(ohneDauer).toContain(
    `2026-11-20T09:00:00.000Z info auftrag art=aufraeumen job=${gut} ausgang=fertig dauerMs=1 fehler=-`,
  );
  expect(ohneDauer).toContain(
    `2026-11-20T09:00:00.000Z warnung auftrag art=pachtende job=${schlecht} ausgang=wiederholt dauerMs=1 fehler=RangeError`,
  );
});

test("den der Worker abbricht, weil er endet, oder dem die Datenbank fehlt, ist vertagt; ein letzter Versuch ist gescheitert", async () => {
  const zeilen: string[] = [];
  beobachteAuftraege(notiereAuftrag(erstelleLog("text", uhr, (zeile) => zeilen.push(zeile))));
  const worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 4 });
  const boss = await starteBoss(worker, "worker");
  await arbeiteAb(boss, worker, "faelligkeiten", 1, () => Promise.reject(new WorkerEndet()));
  await arbeiteAb(boss, worker, "duplikate", 1, () =>
    Promise.reject(Object.assign(new Error("weg"), { code: "CONNECTION_CLOSED" })),
  );
  await arbeiteAb(boss, worker, "hebungsbriefe", 1, () => Promise.reject(new WorkerEndet()));
  const endet = await boss.send("faelligkeiten", {});
  const ohneDatenbank = await boss.send("duplikate", {});
  const letzter = await boss.send("hebungsbriefe", {}, { retryLimit: 0 });
  await expect.poll(() => zeilen.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  await boss.stop({ close: false, graceful: false });
  await worker.end();
  beobachteAuftraege(() => {});
  const text = zeilen.join("\n");
  expect(text).toMatch(`info auftrag art=faelligkeiten job=${endet} ausgang=vertagt`);
  expect(text).toMatch(`info auftrag art=duplikate job=${ohneDatenbank} ausgang=vertagt`);
  expect(text).toMatch(`fehler auftrag art=hebungsbriefe job=${letzter} ausgang=fehlgeschlagen`);
  const [auftrag] = await dienst.owner<{ ursache: string }[]>`select ursache from auftrag where job_id = ${letzter}`;
  expect(auftrag?.ursache).toBe("Der Worker wurde beendet.");
});

test("der örtliche Start bleibt still, außer auf Verlangen", () => {
  expect(logformat({ SUPERVISED: true })).toBe("aus");
  expect(logformat({ SUPERVISED: false })).toBe("json");
  expect(logformat({ SUPERVISED: true, LOG_FORMAT: "text" })).toBe("text");
  erstelleLog("aus", uhr, () => expect.unreachable())("info", "anfrage", {});
});

test("Zeilen gehen zu mehreren hinaus, in ihrer Reihenfolge, und die letzten mit dem Prozess", async () => {
  const hinaus: string[] = [];
  const gibAus = gebuendelt((zeilen) => hinaus.push(zeilen));
  const beimEnde = process.listeners("exit").at(-1);
  for (const zeile of ["eins", "zwei", "drei"]) gibAus(zeile);
  expect(hinaus).toEqual([]);
  await expect.poll(() => hinaus, { timeout: 20_000 }).toEqual(["eins\nzwei\ndrei"]);
  gibAus("vier");
  beimEnde?.(0);
  expect(hinaus).toEqual(["eins\nzwei\ndrei", "vier"]);
  for (let nr = 0; nr < 1_000; nr += 1) gibAus(String(nr));
  expect(hinaus).toHaveLength(3);
  if (beimEnde) process.off("exit", beimEnde);
});
