import { Buffer } from "node:buffer";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freierPort } from "../../../src/lokal/port.ts";
import { saeStammdaten } from "../../hilfe/saat.ts";
import { bucheVorrat, handlungen } from "../belege.ts";
import { type MitSandkasten, starteMitSandkasten } from "../hilfe.ts";

/** @param nach so many such requests are answered as they are before */
type Falsch = { weg: RegExp; status: number; inhalt: string; nach?: number; retryAfter?: string };

/** One answer to such a request, after the sandbox has done what was asked. */
let falsch: Falsch | undefined;

/** What stands before the sandbox and sometimes answers in its place. */
const starteTor = async (port: number, ziel: () => string) => {
  const antworte = (antwort: ServerResponse, status: number, inhalt: string | Buffer, mehr = {}) =>
    void antwort.writeHead(status, { "content-type": "application/json", ...mehr }).end(inhalt);
  const server = createServer(async (anfrage, antwort) => {
    const teile: Buffer[] = [];
    for await (const teil of anfrage) teile.push(teil as Buffer);
    const { method = "GET", url = "/", headers } = anfrage;
    const dort = await fetch(`${ziel()}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
      ...(teile.length > 0 ? { body: Buffer.concat(teile) } : {}),
    });
    const inhalt = Buffer.from(await dort.arrayBuffer());
    if (!falsch?.weg.test(`${method} ${url}`)) return antworte(antwort, dort.status, inhalt);
    if (falsch.nach) {
      falsch.nach -= 1;
      return antworte(antwort, dort.status, inhalt);
    }
    const { status, inhalt: statt, retryAfter } = falsch;
    falsch = undefined;
    return antworte(antwort, status, statt, retryAfter ? { "retry-after": retryAfter } : {});
  });
  await new Promise<void>((fertig) => server.listen(port, "127.0.0.1", fertig));
  return server;
};

let umgebung: MitSandkasten;
let tor: Awaited<ReturnType<typeof starteTor>>;
let h: ReturnType<typeof handlungen>;
let naechster: () => number;
beforeAll(async () => {
  const port = await freierPort();
  umgebung = await starteMitSandkasten({ EXTACCOUNTING_URL: `http://127.0.0.1:${port}` });
  tor = await starteTor(port, () => umgebung.url);
  await saeStammdaten(umgebung.dienst.owner);
  h = handlungen(umgebung.dienst);
  naechster = await bucheVorrat(umgebung.dienst, 20);
});
beforeEach(
  () => umgebung.dienst.owner`
  update extaccounting_verbindung set fehlschlaege = 0, offen_bis = null, code = null, ursache = null`,
);
afterAll(async () => {
  tor.closeAllConnections();
  tor.close();
  await umgebung.beende();
});

const anlegen = /^POST .*\/belege$/;
const keinBeleg = ["{}", "null", "[]", "5", '"ok"', '{"id":"1","zustand":"unbekannt"}'];
const fremderBeleg = JSON.stringify({
  id: "1",
  referenz: "LM-RE-1999-000001",
  nummer: "SAND1-000001",
  zustand: "offen",
  rohzustand: "offen",
  parteiCode: null,
  nettoCent: null,
  bruttoCent: null,
  storniertDurch: null,
});
const offeneVersuche = (id: number) => umgebung.dienst.owner`
  select id from extaccounting_versuch where beleg_id = ${id} and beendet_am is null`;

describe("Was das System antwortet, ist nicht zu verstehen, obwohl es 200 sagt", () => {
  test.each([...keinBeleg, fremderBeleg])("angelegt: %s ist ungeklärt, und außen steht es einmal", async (inhalt) => {
    const id = naechster();
    falsch = { weg: anlegen, status: 200, inhalt };
    const { status, json } = await h.tue(id, "export");
    expect([status, json.state, json.phase]).toEqual([200, "uncertain", "anlegen"]);
    expect(await offeneVersuche(id)).toEqual([]);
    await h.tue(id, "reconcile");
    expect((await h.tue(id, "export")).json).toMatchObject({ state: "synced", externNummer: expect.any(String) });
    const [zahl] = await umgebung.buecher`select count(*) n from sandkasten_beleg where referenz = ${json.referenz}`;
    expect(zahl).toEqual({ n: 1 });
  });

  test.each(["null", "5", '{"id":""}'])("die Partei: %s; vom Beleg ist nichts gesendet", async (inhalt) => {
    const id = naechster();
    falsch = { weg: /^PUT .*\/parteien\//, status: 200, inhalt };
    expect((await h.tue(id, "export")).status).toBe(503);
    expect((await h.lies(id)).state).toBe("pending");
    expect((await h.tue(id, "export")).json.state).toBe("synced");
  });

  test("gefunden: was eine andere Referenz trägt, wird nicht für den Beleg genommen", async () => {
    const id = naechster();
    falsch = { weg: /^GET .*\?referenz=/, status: 200, inhalt: `[${fremderBeleg}]` };
    expect((await h.tue(id, "export")).status).toBe(503);
    expect(await h.lies(id)).toMatchObject({ state: "pending", externId: null });
  });

  test.each(["{}", "null", '[{"id":1}]'])("die Mandanten: %s; der Status antwortet immer", async (inhalt) => {
    // The first of the two tells whether the sign-in holds.
    falsch = { weg: /^GET \/mandanten$/, status: 200, inhalt, nach: 1 };
    const { status, json } = await umgebung.dienst
      .als("pruefer")
      .get<{ verbunden: boolean; problem: { ursache: string } }>("/extaccounting/status");
    expect([status, json.verbunden]).toEqual([200, false]);
    expect(json.problem.ursache).toContain("nicht zu verstehen");
  });
});

test("eine Ablehnung, deren Text sich nicht speichern lässt, ist doch eine", async () => {
  const id = naechster();
  const lang = `nicht so: ${"ü".repeat(10_000)}`;
  falsch = { weg: anlegen, status: 422, inhalt: JSON.stringify({ code: { a: 1 }, ursache: `\0${lang}` }) };
  const { status, json } = await h.tue(id, "export");
  expect([status, json.state, json.code]).toEqual([200, "failed", "ungueltig"]);
  expect(json.ursache).toBe(lang.slice(0, 500));
});

describe("503 mit Retry-After: so lange wird nichts gesendet", () => {
  const gesperrtBis = async () => {
    const [zeile] = await umgebung.dienst.owner<{ sekunden: number }[]>`
      select round(extract(epoch from offen_bis - ${umgebung.dienst.deps.uhr().toISOString()}::timestamptz))::integer sekunden
      from extaccounting_verbindung`;
    return zeile?.sekunden;
  };

  test.each([
    ["gesucht", /^GET .*\?referenz=/, 503],
    ["die Partei", /^PUT .*\/parteien\//, 503],
    ["angelegt", anlegen, 200],
    ["nachgelesen", /\/lesen$/, 200],
  ])("%s", async (_, weg, erwartet) => {
    const id = naechster();
    falsch = { weg, status: 503, inhalt: "Wartung", retryAfter: "120" };
    const erste = await h.tue(id, "export");
    expect(erste.status).toBe(erwartet);
    if (erwartet === 503) expect(erste.kopf.get("retry-after")).toBe("120");
    expect(await gesperrtBis()).toBe(120);
    const naechste = await h.tue(naechster(), "export");
    expect([naechste.status, naechste.kopf.get("retry-after")]).toEqual([503, "120"]);
  });
});
