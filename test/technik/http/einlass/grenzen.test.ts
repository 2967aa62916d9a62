import { setTimeout as warte } from "node:timers/promises";
import { Hono } from "hono";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildApp } from "../../../../src/app.ts";
import { bildeGeheimnisHash } from "../../../../src/technik/auth/breakGlass/hash.ts";
import type { Env } from "../../../../src/technik/http/app.ts";
import { adresseVon, alsAnschluss } from "../../../../src/technik/http/einlass/adresse.ts";
import { dienst, mitDienst } from "../../../hilfe/mitDienst.ts";

let hash: string;
beforeAll(async () => {
  hash = await bildeGeheimnisHash("Schlüssel im Tresor");
});
mitDienst({
  umgebung: () => ({
    BREAK_GLASS_HASH: hash,
    GRENZE_ANMELDUNG: "5",
    GRENZE_UNANGEMELDET: "8",
    GRENZE_ABRUF: "3",
    GRENZE_UPLOAD: "2",
    PROXY_HOPS: "1",
  }),
});
// The windows are minutes of the clock: no test may see one end.
beforeEach(async () => {
  const rest = 60_000 - (Date.now() % 60_000);
  if (rest < 10_000) await warte(rest + 50);
});
afterEach(() => dienst.owner`delete from anfragezaehler`);

/** Two processes on one database. */
const prozesse = () => [buildApp(dienst.deps), buildApp(dienst.deps)];

const stati = async (anzahl: number, frage: (nr: number) => Response | Promise<Response>): Promise<number[]> => {
  const antworten: number[] = [];
  for (let nr = 0; nr < anzahl; nr += 1) {
    const antwort = await frage(nr);
    await antwort.body?.cancel();
    antworten.push(antwort.status);
    if (antwort.status === 429) expect(Number(antwort.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  return antworten;
};

const von = (adresse: string, rolle?: string) => ({
  headers: { "x-forwarded-for": adresse, ...(rolle ? { cookie: `service.sid=sitzung-${rolle}` } : {}) },
});

test("Rückkehr ohne Anmeldung: je Adresse begrenzt, über alle Prozesse; andere Adressen merken nichts", async () => {
  const apps = prozesse();
  const rufe = (adresse: string) => (nr: number) =>
    apps[nr % 2]?.request(`/api/auth/callback?code=x`, von(adresse)) as Promise<Response>;
  const erste = await stati(8, rufe("203.0.113.7"));
  expect(erste).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  expect(await stati(1, rufe("203.0.113.8"))).toEqual([400]);
});

test("eine Anmeldung zählt einmal, nicht noch einmal mit ihrer Rückkehr", async () => {
  const [app] = prozesse();
  const hinUndZurueck = (nr: number) =>
    app?.request(nr % 2 ? "/api/auth/callback?code=x" : "/api/auth/login", von("203.0.113.12")) as Promise<Response>;
  // The provider is not there.
  expect(await stati(12, hinUndZurueck)).toEqual([...Array(5).fill([503, 400]).flat(), 429, 429]);
});

test("der Notfallzugang steht in keinem Dokument, aber hinter derselben Grenze", async () => {
  const codes: string[] = [];
  for (let nr = 0; nr < 8; nr += 1) {
    const antwort = await dienst.app.request("/api/auth/break-glass", {
      method: "POST",
      headers: { ...von("203.0.113.13").headers, "content-type": "application/json" },
      body: JSON.stringify({ geheimnis: "falsch" }),
    });
    codes.push((await antwort.json()).code);
  }
  expect(codes).toEqual([...Array(5).fill("geheimnis_falsch"), ...Array(3).fill("zu_viele_anfragen")]);
});

test("Anfragen ohne Sitzung: je Adresse begrenzt, healthz und Dokument nie", async () => {
  const [app] = prozesse();
  const rufe = (pfad: string) => () => app?.request(`/api${pfad}`, von("203.0.113.9")) as Promise<Response>;
  expect(await stati(10, rufe("/kontakte"))).toEqual([...Array(8).fill(401), 429, 429]);
  expect(new Set(await stati(20, rufe("/healthz")))).toEqual(new Set([200]));
  expect(new Set(await stati(12, rufe("/openapi.json")))).toEqual(new Set([200]));
});

test("Exporte und Schreiben: je Benutzer begrenzt, und je Adresse für alle zusammen; Listen nicht", async () => {
  const [app] = prozesse();
  const lauf = "00000000-0000-4000-8000-000000000000";
  const rufe =
    (rolle: string, adresse: string, pfad = `/abrechnung/export/paechter?buchungslaufId=${lauf}`) =>
    () =>
      app?.request(`/api${pfad}`, von(adresse, rolle)) as Promise<Response>;
  expect(await stati(4, rufe("verwalter", "203.0.113.10"))).toEqual([404, 404, 404, 429]);
  expect(await stati(2, rufe("pruefer", "203.0.113.10", "/abrechnung/archiv/1/pdf"))).toEqual([404, 404]);
  expect(new Set(await stati(10, rufe("verwalter", "203.0.113.10", "/kontakte")))).toEqual(new Set([200]));
});

test("Uploads: je Benutzer begrenzt", async () => {
  const [app] = prozesse();
  const antworten = await stati(3, () => {
    const body = new FormData();
    body.set("datei", new File(["x"], "a.txt"));
    return app?.request("/api/pachtkonten/1/dokumente", {
      method: "POST",
      body,
      ...von("203.0.113.11", "verwalter"),
    }) as Promise<Response>;
  });
  expect(antworten).toEqual([404, 404, 429]);
});

describe("Die Adresse einer Anfrage", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["[2001:db8::1]", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["Unsinn", "unbekannt"],
    ["203.0.113.7:50123", "203.0.113.7"],
    ["[2001:db8::1]:50123", "2001:db8:0:0::/64"],
    ["", "unbekannt"],
    ["999.1.1.1", "unbekannt"],
    ["203.0.113.7:x", "unbekannt"],
  ])("%s zählt als %s", (adresse, anschluss) => {
    expect(alsAnschluss(adresse)).toBe(anschluss);
  });

  test.each([
    [0, "1.1.1.1, 2.2.2.2", "9.9.9.9", "ohne Proxy gilt die Verbindung, was der Client behauptet nicht"],
    [1, "1.1.1.1, 2.2.2.2", "2.2.2.2", "mit einem Proxy gilt, was er geschrieben hat"],
    [2, "1.1.1.1, 2.2.2.2", "1.1.1.1", "mit zweien, was der vordere geschrieben hat"],
    [3, "2.2.2.2", "2.2.2.2", "fehlt einer, gilt der vorderste"],
    [1, "", "9.9.9.9", "ohne Kopfzeile gilt die Verbindung"],
  ])("%i Proxys, %s: %s (%s)", async (hops, kopf, erwartet) => {
    const app = new Hono<Env>().get("/", (c) => c.text(adresseVon(c, hops)));
    const antwort = await app.request(
      "/",
      { headers: kopf ? { "x-forwarded-for": kopf } : {} },
      { adresse: "9.9.9.9" },
    );
    expect(await antwort.text()).toBe(erwartet);
  });
});
