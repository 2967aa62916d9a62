import { connect } from "node:net";
import { beforeAll, expect, test } from "vitest";
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
  const leitung = connect(port, "127.0.0.1", () =>
    leitung.write(gesendet(), () => setTimeout(() => leitung[legtAuf](), 300)),
  );
  leitung.on("error", () => {});
  expect(await beantwortet.promise).toBe(400);
  expect(gemeldet).toEqual([]);
  await schliesse();
});
