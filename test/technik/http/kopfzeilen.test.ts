import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { buildApp } from "../../../src/app.ts";
import { freierPort } from "../../../src/lokal/port.ts";
import { liesConfig } from "../../../src/technik/config.ts";
import { lausche } from "../../../src/technik/server.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst();

const streng = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const hole = (pfad: string, app = dienst.app) => app.request(`http://127.0.0.1:3000${pfad}`);

test.each(["/", "/gibtesnicht", "/api/gibtesnicht", "/api/healthz", "/api/kontakte", "/api/openapi.json"])(
  "%s trägt die Kopfzeilen, die jede Antwort trägt",
  async (pfad) => {
    const { headers } = await hole(pfad);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("content-security-policy")).toBe(streng);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("strict-transport-security"), "nur in Produktion").toBeNull();
  },
);

test("eine Datei, die es neben der Oberfläche nicht gibt, ist 404", async () => {
  expect((await hole("/api/docs/gibtesnicht.js")).status).toBe(404);
});

test.each(["/api/openapi.json", "/api/docs", "/api/docs/start.js", "/api/leitstand"])(
  "%s wird nur gelesen: POST ist 405, OPTIONS sagt es",
  async (pfad) => {
    const antworten = await Promise.all(
      ["POST", "OPTIONS"].map((method) => dienst.app.request(`http://127.0.0.1:3000${pfad}`, { method })),
    );
    expect(antworten.map(({ status }) => status)).toEqual([405, 204]);
    for (const { headers } of antworten) expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  },
);

test("die Oberfläche hat eine Politik, mit der sie ihre eigenen Dateien laden darf und sonst nichts", async () => {
  const politik = (await hole("/api/docs")).headers.get("content-security-policy") ?? "";
  expect(politik).toContain("default-src 'none'");
  expect(politik).toContain("script-src 'self'");
  expect(politik).not.toContain("script-src 'self' 'unsafe-inline'");
  expect(politik).not.toMatch(/https?:|\*/);
  for (const datei of ["swagger-ui.css", "swagger-ui-bundle.js", "start.js"])
    expect((await hole(`/api/docs/${datei}`)).headers.get("cross-origin-resource-policy")).toBe("same-origin");
});

test("in Produktion verlangt jede Antwort https, auch 404 und /", async () => {
  const config = liesConfig({
    NODE_ENV: "production",
    DATABASE_URL: dienst.deps.config.DATABASE_URL,
    PUBLIC_URL: "https://pacht.example",
    OIDC_ISSUER: "https://anmeldung.example",
    OIDC_CLIENT_ID: "x",
    OIDC_CLIENT_SECRET: "x",
  });
  const app = buildApp({ ...dienst.deps, config });
  for (const pfad of ["/", "/gibtesnicht", "/api/healthz"])
    expect((await hole(pfad, app)).headers.get("strict-transport-security")).toMatch(/max-age=63072000/);
});

test("dass der Server endet, darf auch die Seite einer freigegebenen Oberfläche lesen", async () => {
  const app = buildApp({ ...dienst.deps, ende: AbortSignal.abort() });
  const frage = (method: string) =>
    app.request("http://127.0.0.1:3000/api/kontakte", {
      method,
      headers: { origin: "http://localhost:5173", "access-control-request-method": "GET" },
    });
  const antworten = await Promise.all(["OPTIONS", "GET"].map(frage));
  expect(antworten.map(({ status }) => status)).toEqual([204, 503]);
  for (const { headers } of antworten) expect(headers.get("access-control-allow-origin")).toBe("http://localhost:5173");
  expect(antworten[1]?.headers.get("connection")).toBe("close");
  expect(await antworten[1]?.json()).toMatchObject({ code: "wird_beendet" });
});

test.each([
  [{ "content-type": "application/json; charset=utf-8" }, 201],
  [{ "content-type": "Application/JSON;charset=UTF-8", "content-encoding": "identity" }, 201],
  [{ "content-type": "application/json-patch+json" }, 415],
  [{ "content-type": "application/problem+json" }, 415],
  [{ "content-type": "application/json", "content-encoding": "gzip" }, 415],
] as [Record<string, string>, number][])("ein Inhalt mit %o ist %i", async (kopf, status) => {
  const antwort = await dienst.app.request("http://127.0.0.1:3000/api/feedback", {
    method: "POST",
    headers: { cookie: "service.sid=sitzung-verwalter", ...kopf },
    body: JSON.stringify({ text: "Guten Tag" }),
  });
  expect(antwort.status).toBe(status);
});

test("kein gültiges UTF-8 ist 400", async () => {
  const antwort = await dienst.app.request("http://127.0.0.1:3000/api/feedback", {
    method: "POST",
    headers: { cookie: "service.sid=sitzung-verwalter", "content-type": "application/json" },
    body: new Uint8Array([0x7b, 0x22, 0x61, 0xff, 0xfe, 0x22, 0x7d]),
  });
  expect(antwort.status).toBe(400);
  expect(await antwort.json()).toMatchObject({ code: "ungueltiges_utf8" });
});

test("nach 413 geht die nächste Anfrage auf derselben Verbindung, mit Länge und ohne", async () => {
  const port = await freierPort();
  const schliesse = await lausche(dienst.app.fetch, "127.0.0.1", port);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const frage = (methode: string, pfad: string, body?: Buffer, kopf: Record<string, string> = {}) =>
    new Promise<{ status: number; code: string; port: number }>((weiter, gescheitert) => {
      const headers = { cookie: "service.sid=sitzung-verwalter", "content-type": "application/json", ...kopf };
      const anfrage = request({ port, host: "127.0.0.1", path: `/api${pfad}`, method: methode, agent, headers });
      anfrage.on("error", gescheitert);
      anfrage.on("response", async (antwort) => {
        const stuecke = await antwort.toArray();
        const { code = "" } = JSON.parse(Buffer.concat(stuecke).toString()) as { code?: string };
        weiter({ status: antwort.statusCode ?? 0, code, port: anfrage.socket?.localPort ?? 0 });
      });
      anfrage.end(body);
    });
  const gross = Buffer.alloc(3 * 1024 * 1024, "x");
  const erste = await frage("POST", "/kontakte", gross, { "content-length": String(gross.length) });
  const zweite = await frage("GET", "/kontakte?limit=1");
  const dritte = await frage("POST", "/kontakte", gross, { "transfer-encoding": "chunked" });
  const vierte = await frage("GET", "/auth/me");
  expect([erste, zweite, dritte, vierte].map(({ status }) => status)).toEqual([413, 200, 413, 200]);
  expect(erste.code).toBe("zu_gross");
  expect(new Set([erste, zweite, dritte, vierte].map((einer) => einer.port)).size).toBe(1);
  agent.destroy();
  await schliesse();
});
