import { connect } from "node:net";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { buildApp } from "../../../../src/app.ts";
import { freierPort } from "../../../../src/lokal/port.ts";
import { lausche } from "../../../../src/technik/server.ts";
import { dienst, konto, mitDienst } from "../../../hilfe/mitDienst.ts";

let id: number;
mitDienst({ stammdaten: true });
beforeAll(async () => {
  id = await konto();
});

const anfang = (pfad: string, typ: string, inhalt: string) =>
  [
    `POST /api${pfad} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Cookie: service.sid=sitzung-verwalter",
    `Content-Type: ${typ}`,
    "Content-Length: 1000",
    "",
    inhalt,
  ].join("\r\n");

const json = () => anfang("/feedback", "application/json", '{"text":"Gut');
const datei = () =>
  anfang(
    `/pachtkonten/${id}/dokumente`,
    "multipart/form-data; boundary=g",
    '--g\r\nContent-Disposition: form-data; name="datei"; filename="a.pdf"\r\n\r\n%PDF-',
  );

/** Until the service holds the beginning of a body and reads on. */
const bisGelesenWird = () => {
  const lesen = vi.spyOn(ReadableStreamDefaultReader.prototype, "read");
  onTestFinished(() => lesen.mockRestore());
  const gelesen = () =>
    lesen.mock.settledResults.filter(({ type, value }) => type === "fulfilled" && value.value?.length > 0);
  return () => expect.poll(() => gelesen().length, { timeout: 20_000 }).toBeGreaterThan(0);
};

test.each([
  ["JSON", "end", json],
  ["JSON", "resetAndDestroy", json],
  ["einer Datei", "end", datei],
  ["einer Datei", "resetAndDestroy", datei],
] as const)("wer mitten in %s auflegt (%s), ist kein Ausfall der Datenbank", async (_, legtAuf, gesendet) => {
  const gemeldet: unknown[] = [];
  const beantwortet = Promise.withResolvers<number>();
  const app = buildApp({
    ...dienst.deps,
    melde: (...zeile) => gemeldet.push(zeile),
    beobachte:
      () =>
      ({ status }) =>
        beantwortet.resolve(status),
  });
  const port = await freierPort();
  const schliesse = await lausche(app.fetch, "127.0.0.1", port);
  const angefangen = bisGelesenWird();
  const leitung = connect(port, "127.0.0.1", () => leitung.write(gesendet()));
  leitung.on("error", () => {});
  await angefangen();
  leitung[legtAuf]();
  expect(await beantwortet.promise).toBe(400);
  expect(gemeldet).toEqual([]);
  await schliesse();
});

test("was eine Adresse zugleich sendet, ist begrenzt, ehe jemand weiß, wer es ist; andere merken nichts davon", async () => {
  const haengende: ReadableStreamDefaultController<Uint8Array>[] = [];
  const sende = async (adresse: string, inhalt: BodyInit): Promise<Response> =>
    dienst.app.request(
      "/api/kontakte",
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: inhalt,
        duplex: "half",
      } as RequestInit,
      { adresse },
    );
  const fastEinMebibyte = () =>
    new ReadableStream<Uint8Array>({
      start(strom) {
        strom.enqueue(new Uint8Array(1024 * 1024 - 1).fill(0x20));
        haengende.push(strom);
      },
    });
  const viele = Array.from({ length: 40 }, () => sende("203.0.113.20", fastEinMebibyte()));
  const zuViel = await Promise.any(viele);
  expect([zuViel.status, (await zuViel.json()).code]).toEqual([503, "ueberlastet"]);
  expect((await sende("203.0.113.21", "{}")).status).toBe(401);
  for (const strom of haengende)
    try {
      strom.close();
    } catch {
      // Of those that were refused nothing more is read.
    }
  const stati = Map.groupBy(await Promise.all(viele), ({ status }) => status);
  expect([stati.get(401)?.length, stati.get(503)?.length]).toEqual([32, 8]);
  expect((await sende("203.0.113.20", "{}")).status).toBe(401);
});
