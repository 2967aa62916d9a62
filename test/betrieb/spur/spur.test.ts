import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { starteSpur } from "../../../src/betrieb/spur/starte.ts";
import { liesConfig } from "../../../src/technik/config.ts";
import { arbeiteAb, bediene, Vertagt, WorkerEndet } from "../../../src/technik/database/auftrag/arbeiteAb.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { kurzname } from "../../../src/technik/database/verfolgt.ts";
import { wirdVerfolgt } from "../../../src/technik/spur.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";
import { merkmal, type Spanne, starteSammler } from "./sammler.ts";

const noetig = { DATABASE_URL: "postgres://x", OIDC_ISSUER: "http://x", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "x" };
const gemeldet: string[] = [];

const verfolge = (umgebung: Record<string, string>) =>
  starteSpur(liesConfig({ ...noetig, ...umgebung }), "server", (text) => gemeldet.push(text));

let sammler: Awaited<ReturnType<typeof starteSammler>>;
let beendeSpur: () => Promise<void>;
beforeAll(async () => {
  sammler = await starteSammler();
  beendeSpur = await verfolge({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${sammler.adresse}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "x-schluessel=geheim%20eins",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=probe,service.name=anders",
    OTEL_SERVICE_NAME: "pacht",
  });
});
mitDienst();
afterAll(() => sammler.beende());

const anrufer = "4bf92f3577b34da6a3ce929d0e0e4736";
const herkunft = { traceparent: `00-${anrufer}-00f067aa0ba902b7-01` };

const erwarte = async (name: string, wo: (spanne: Spanne) => boolean = () => true): Promise<Spanne> => {
  const finde = () => sammler.spannen().find((spanne) => spanne.name === name && wo(spanne));
  await expect.poll(() => finde()?.name, { timeout: 15_000 }).toBe(name);
  return finde() as Spanne;
};

test("eine Anfrage setzt die Spur des Anrufers fort, ihre Anweisungen hängen darunter, nichts davon ist ein Wert", async () => {
  const antwort = await dienst.als("verwalter").get("/kontakte?search=Geheimrat", { kopf: herkunft });
  expect(antwort.status).toBe(200);
  const anfrage = await erwarte("GET /kontakte", ({ traceId }) => traceId === anrufer);
  expect(anfrage).toMatchObject({ parentSpanId: "00f067aa0ba902b7", kind: 2 });
  expect(merkmal(anfrage, "http.response.status_code")).toBe("200");
  expect(merkmal(anfrage, "pacht.anfrage")).toBe(antwort.kopf.get("x-request-id"));
  const anweisungen = sammler.spannen().filter(({ parentSpanId }) => parentSpanId === anfrage.spanId);
  expect(anweisungen.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^select \w+/)]));
  expect(new Set(anweisungen.map(({ kind }) => kind))).toEqual(new Set([3]));
  expect(sammler.koerper.join()).not.toMatch(/Geheimrat|Test verwalter|example\.org|sitzung-verwalter/);
});

test("Kopf, Adresse und Herkunft sind die der üblichen Umgebungsvariablen", async () => {
  await erwarte("GET /kontakte");
  expect(sammler.koepfe[0]).toMatchObject({ pfad: "/v1/traces", "x-schluessel": "geheim eins" });
  const [quelle = []] = sammler.quellen();
  const attributes = { attributes: quelle };
  expect(merkmal(attributes, "service.name")).toBe("pacht");
  expect(merkmal(attributes, "deployment.environment.name")).toBe("probe");
});

test("ein Auftrag verweist auf die Anfrage, die ihn erteilt hat; einer, der später weitergeht, ist kein Fehler", async () => {
  const worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 3 });
  const boss = await starteBoss(worker, "worker");
  await arbeiteAb(boss, worker, "aufraeumen", 1, async () => ({ erledigt: (await worker`select 1`).count }));
  const { status } = await dienst.frage("verwalter", "post", "/betrieb/zeitplaene/aufraeumen/start", {
    kopf: herkunft,
  });
  expect(status).toBe(202);
  const auftrag = await erwarte("auftrag aufraeumen");
  expect(auftrag.kind).toBe(5);
  expect(auftrag.traceId).not.toBe(anrufer);
  expect(auftrag.links).toMatchObject([{ traceId: anrufer }]);
  await bediene(boss, "pachtende", 1, () => Promise.reject(new Vertagt(new RangeError("gerade nicht"))));
  await boss.send("pachtende", {});
  expect((await erwarte("auftrag pachtende")).status?.code ?? 0).toBe(0);
  await bediene(boss, "faelligkeiten", 1, () => Promise.reject(new WorkerEndet()));
  await boss.send("faelligkeiten", {});
  expect((await erwarte("auftrag faelligkeiten")).status?.code ?? 0).toBe(0);
  await boss.stop({ close: false, graceful: false });
  await worker.end();
});

test("eine Anfrage, die nicht erlaubt ist, ist kein Fehler der Spur; Lebenszeichen und Unbekanntes stehen nicht darin", async () => {
  await dienst.als("pruefer").get("/betrieb/zustand");
  await dienst.als(null).get("/healthz");
  await dienst.app.request("/api/gibtesnicht");
  const verboten = await erwarte("GET /betrieb/zustand");
  expect(merkmal(verboten, "http.response.status_code")).toBe("403");
  expect(verboten.status?.code ?? 0).toBe(0);
  expect(sammler.spannen().map(({ name }) => name)).not.toContain("GET /healthz");
});

test("ein Sammler, der schweigt, hält weder Anfragen noch das Ende auf", async () => {
  sammler.schweige();
  for (let i = 0; i < 20; i += 1) expect((await dienst.als("verwalter").get("/kontakte?limit=1")).status).toBe(200);
  const beginn = performance.now();
  await beendeSpur();
  // The product's own limit is two seconds.
  expect(performance.now() - beginn).toBeLessThan(10_000);
  expect(wirdVerfolgt()).toBe(false);
});

test("ein Sammler, den es nicht gibt, wird gemeldet, und sonst geschieht nichts", async () => {
  gemeldet.length = 0;
  const beende = await verfolge({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:9/v1/traces" });
  for (let i = 0; i < 20; i += 1) expect((await dienst.als("verwalter").get("/kontakte?limit=1")).status).toBe(200);
  await beende();
  expect(gemeldet).toEqual(["Spuren: die letzten gingen verloren, niemand nahm sie an."]);
});

test("mit der Wahl always_off wird nichts gesendet, auch was ein Anrufer verfolgt", async () => {
  const anderer = await starteSammler();
  const beende = await verfolge({ OTEL_EXPORTER_OTLP_ENDPOINT: anderer.adresse, OTEL_TRACES_SAMPLER: "always_off" });
  expect((await dienst.als("verwalter").get("/kontakte?limit=1", { kopf: herkunft })).status).toBe(200);
  await beende();
  expect(anderer.koerper).toEqual([]);
  await anderer.beende();
});

test.each<[string, Record<string, string>]>([
  ["ohne Adresse", {}],
  ["mit OTEL_SDK_DISABLED", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_SDK_DISABLED: "TRUE" }],
])("%s entsteht keine Spur", async (_, umgebung) => {
  await (await verfolge(umgebung))();
  expect(wirdVerfolgt()).toBe(false);
});

test("nur ein Modul bindet OpenTelemetry ein, und das wird erst geladen, wenn es gebraucht wird", () => {
  const wurzel = path.resolve(import.meta.dirname, "../../../src");
  const dateien = readdirSync(wurzel, { recursive: true, encoding: "utf8" }).filter((datei) => datei.endsWith(".ts"));
  const mit = (muster: RegExp) =>
    dateien.filter((datei) => muster.test(readFileSync(path.join(wurzel, datei), "utf8")));
  expect(mit(/from "@opentelemetry\//)).toEqual(["betrieb/spur/otel.ts"]);
  expect(mit(/from ".*\/otel\.ts"/)).toEqual([]);
});

test.each([
  ["\n  select id, name\n  from kontakt\n  where id = ?", "select kontakt"],
  ["insert into auftrag as a (art) values (?)", "insert auftrag"],
  ["-- sagt nichts\n with seite as (select 1 from archiv_beleg) select 2", "with archiv_beleg"],
  ["update pachtkonto set x = ?", "update pachtkonto"],
  ["begin", "begin"],
  ["?", "sql"],
])("der Name von %j ist %s", (text, name) => expect(kurzname(text)).toBe(name));

test("falsche Angaben werden genannt", () => {
  expect(() => liesConfig({ ...noetig, OTEL_EXPORTER_OTLP_ENDPOINT: "sammler:4318" })).toThrow(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
  );
  expect(() => liesConfig({ ...noetig, OTEL_RESOURCE_ATTRIBUTES: "ohne" })).toThrow("„ohne“ ist nicht Name=Wert");
  expect(() => liesConfig({ ...noetig, OTEL_TRACES_SAMPLER_ARG: "2" })).toThrow("OTEL_TRACES_SAMPLER_ARG");
});
