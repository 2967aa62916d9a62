import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dienst, konto, mitDienst } from "../../hilfe/mitDienst.ts";
import { neuerVerbraucher, type Verbraucher } from "./verbraucher.ts";

mitDienst({ stammdaten: true });

type Antwort<T> = { data?: T; error?: { code: string }; response: Response };
type Aufruf = <T = Record<string, unknown>>(pfad: string, wahl?: object) => Promise<Antwort<T>>;
type Klient = { GET: Aufruf; PUT: Aufruf; POST: Aufruf; PATCH: Aufruf };
type Auftrag = { status: string; fortschritt: number | null };

/** What the package exports, as far as these tests take it; its own types are held in typen.test.ts. */
type Paket = {
  erstelleKlient(wahl: object): Klient;
  alle(klient: Klient, pfad: string, params: object): AsyncIterable<{ id: number }>;
  ergebnis<T>(antwort: Antwort<T>): T;
  istProblem(fehler: unknown, ...codes: string[]): boolean;
  feldfehler(fehler: unknown): Record<string, string>;
  fassung(gelesen: Response | number): object;
  schluessel(): object;
  dateiname(antwort: Response): string | undefined;
  warteAufAuftrag(klient: Klient, auftrag: Response | number, verfolgung?: object): Promise<Auftrag>;
};

let verbraucher: Verbraucher;
let paket: Paket;
beforeAll(async () => {
  verbraucher = await neuerVerbraucher();
  paket = (await import(pathToFileURL(path.join(verbraucher.paket, "index.js")).href)) as Paket;
}, 120_000);
afterAll(() => verbraucher.loesche());

const basis = "http://127.0.0.1/api";

/** A client of this role, and what it has sent. */
const klientVon = (rolle: string) => {
  const gesendet: Request[] = [];
  const fetch = async (anfrage: Request) => {
    gesendet.push(anfrage);
    anfrage.headers.set("cookie", `service.sid=sitzung-${rolle}`);
    return dienst.app.request(anfrage);
  };
  return { klient: paket.erstelleKlient({ basis, fetch }), gesendet };
};

/** A client whose service gives these answers one after another, the last one again and again. */
const klientMit = (...antworten: (() => Response)[]) => {
  const gesendet: Request[] = [];
  const gewartet: number[] = [];
  const fetch = async (anfrage: Request) => {
    gesendet.push(anfrage);
    return (antworten[gesendet.length - 1] ?? antworten.at(-1))?.();
  };
  const beiWarten = (ms: number) => gewartet.push(ms);
  return { klient: paket.erstelleKlient({ basis, fetch, beiWarten }), gesendet, gewartet };
};

const spaeter =
  (status: 429 | 503, sekunden = "0") =>
  () =>
    new Response("{}", { status, headers: { "Retry-After": sekunden, "Content-Type": "application/problem+json" } });
const gut = (inhalt: object) => () => Response.json(inhalt);

describe("der erzeugte Klient", () => {
  test("sendet mehrere Werte als eine Liste mit Kommas", async () => {
    const { klient, gesendet } = klientVon("pruefer");
    const antwort = await klient.GET("/pachtkonten", { params: { query: { status: ["aktiv", "gekuendigt"] } } });
    expect(antwort.response.status).toBe(200);
    expect(new URL(gesendet[0]?.url ?? "").search).toBe("?status=aktiv,gekuendigt");
  });

  test("geht eine Liste bis zu ihrem Ende durch, jeden Eintrag einmal", async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, () => konto()));
    const { klient, gesendet } = klientVon("pruefer");
    const gefunden: number[] = [];
    for await (const { id } of paket.alle(klient, "/pachtkonten", { query: { limit: 3 } })) gefunden.push(id);
    expect(gefunden).toEqual(expect.arrayContaining(ids));
    expect(new Set(gefunden).size).toBe(gefunden.length);
    expect(gesendet.length).toBe(Math.ceil(gefunden.length / 3));
  });

  test("ändert nur, was noch so ist, wie es gelesen wurde", async () => {
    const id = await konto();
    const { klient } = klientVon("mitarbeiter");
    const wo = { path: { id } };
    const gelesen = await klient.GET<{ version: number }>("/pachtkonten/{id}", { params: wo });
    const aendere = (stand: Response | number, bemerkung: string) =>
      klient.PUT("/pachtkonten/{id}", { params: { ...wo, header: paket.fassung(stand) }, body: { bemerkung } });
    const erste = await aendere(gelesen.response, "meine");
    expect(erste.response.status).toBe(200);
    expect((await aendere(gelesen.response, "spätere")).error).toMatchObject({ code: "version_veraltet" });
    expect((await aendere(erste.response, "danach")).response.status).toBe(200);
    expect((await aendere(gelesen.data?.version ?? 0, "nach der Liste")).response.status).toBe(412);
  });

  test("wirft eine Ablehnung mit ihrem deutschen Satz, erkennbar an ihrem Code", async () => {
    const { klient } = klientVon("pruefer");
    const antwort = await klient.GET("/pachtkonten/{id}", { params: { path: { id: 999_999 } } });
    const fehler = await Promise.resolve()
      .then(() => paket.ergebnis(antwort))
      .catch((grund: unknown) => grund);
    expect(fehler).toMatchObject({
      status: 404,
      code: "nicht_gefunden",
      message: "Ein Pachtkonto mit der id 999999 gibt es nicht.",
    });
    expect([
      paket.istProblem(fehler),
      paket.istProblem(fehler, "nicht_gefunden"),
      paket.istProblem(fehler, "lauf_aktiv"),
    ]).toEqual([true, true, false]);
  });

  test("sagt zu jedem Feld, was daran nicht stimmt", async () => {
    const { klient } = klientVon("mitarbeiter");
    const antwort = await klient.POST("/kontakte", { body: { typ: "paechter", nachname: "", email: "ida" } });
    const fehler = await Promise.resolve()
      .then(() => paket.ergebnis(antwort))
      .catch((grund: unknown) => grund);
    expect(paket.feldfehler(fehler)).toEqual({
      nachname: "darf nicht leer sein",
      email: "keine gültige E-Mail-Adresse",
    });
    expect(paket.feldfehler(new TypeError("Netz weg"))).toEqual({});
  });

  test("gibt jeder Anlage einen Schlüssel; derselbe Schlüssel legt nur einmal an", async () => {
    const { klient, gesendet } = klientVon("mitarbeiter");
    const body = { typ: "paechter", nachname: "Jürgensen" };
    await klient.POST("/kontakte", { body });
    await klient.POST("/kontakte", { body });
    const [a, b] = gesendet.map(({ headers }) => headers.get("idempotency-key"));
    expect(a).toMatch(/^[0-9a-f]{32}$/);
    expect(b).not.toBe(a);
    const handlung = paket.schluessel();
    const lege = () => klient.POST<{ id: number }>("/kontakte", { params: { header: handlung }, body });
    expect((await lege()).data?.id).toBe((await lege()).data?.id);
  });

  test("wiederholt, was vertagt wurde, mit demselben Schlüssel", async () => {
    const { klient, gesendet, gewartet } = klientMit(spaeter(503), spaeter(429), gut({ id: 1 }));
    const antwort = await klient.POST("/kontakte", { body: { typ: "paechter" } });
    expect(antwort.data).toEqual({ id: 1 });
    expect(gesendet.length).toBe(3);
    expect(gewartet).toEqual([0, 0]);
    expect(new Set(gesendet.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(await Promise.all(gesendet.map((anfrage) => anfrage.json()))).toEqual(Array(3).fill({ typ: "paechter" }));
  });

  test("wiederholt nichts, was sich verdoppeln könnte, und wartet nicht länger als gewollt", async () => {
    const ohneSchluessel = klientMit(spaeter(503), gut({}));
    await ohneSchluessel.klient.POST("/auth/logout", {});
    await ohneSchluessel.klient.PATCH("/kontakte/{id}/zahlungsmoral", {
      params: { path: { id: 1 } },
      body: { zahlungsmoral: 1 },
    });
    expect(ohneSchluessel.gesendet.length).toBe(2);
    const spaet = klientMit(spaeter(503, "3600"), gut({}));
    expect((await spaet.klient.GET("/kontakte")).response.status).toBe(503);
    const immer = klientMit(spaeter(503));
    expect((await immer.klient.GET("/kontakte")).response.status).toBe(503);
    expect(immer.gesendet.length).toBe(4);
  });

  test("lädt eine Datei hoch und wieder herunter", async () => {
    const id = await konto();
    const { klient } = klientVon("mitarbeiter");
    const datei = new File(["Grenzstein fehlt"], "Prüfung.txt", { type: "text/plain" });
    const angelegt = await klient.POST<{ id: number }>("/pachtkonten/{id}/dokumente", {
      params: { path: { id } },
      body: { datei },
    });
    expect(angelegt.response.status, JSON.stringify(angelegt.error)).toBe(201);
    const geladen = await klient.GET<Blob>("/pachtkonten/{id}/dokumente/{docId}/download", {
      params: { path: { id, docId: angelegt.data?.id } },
      parseAs: "blob",
    });
    expect(await geladen.data?.text()).toBe("Grenzstein fehlt");
    expect(paket.dateiname(geladen.response)).toBe("Prüfung.txt");
  });

  test("liest den Namen einer Datei mit Umlauten", () => {
    const kopf = (wert: string) => new Response(null, { headers: { "Content-Disposition": wert } });
    expect(paket.dateiname(kopf(`inline; filename="Pr_fung.pdf"; filename*=UTF-8''Pr%C3%BCfung.pdf`))).toBe(
      "Prüfung.pdf",
    );
    expect(paket.dateiname(kopf('attachment; filename="RE-2026-000001.pdf"'))).toBe("RE-2026-000001.pdf");
    expect(paket.dateiname(new Response())).toBeUndefined();
  });
});

describe("das Warten auf einen Auftrag", () => {
  const auftrag = (status: string, fortschritt: number | null = null) =>
    gut({
      id: 17,
      status,
      fortschritt,
      gesamt: 4,
      ursache: status === "fehlgeschlagen" ? "Der Drucker brennt." : null,
    });
  const angenommen = () =>
    new Response("{}", { status: 202, headers: { Location: "/api/betrieb/auftraege/17", "Retry-After": "0" } });

  test("folgt der Adresse der Antwort 202, meldet jeden Stand und endet mit dem Auftrag", async () => {
    const { klient, gesendet } = klientMit(auftrag("wartend"), auftrag("laeuft", 2), auftrag("fertig"));
    const staende: unknown[] = [];
    const beiFortschritt = ({ status, fortschritt }: Auftrag) => staende.push([status, fortschritt]);
    expect(await paket.warteAufAuftrag(klient, angenommen(), { beiFortschritt })).toMatchObject({ status: "fertig" });
    expect(staende).toEqual([
      ["wartend", null],
      ["laeuft", 2],
      ["fertig", null],
    ]);
    expect(gesendet[0]?.url).toBe(`${basis}/betrieb/auftraege/17`);
  });

  test("ein gescheiterter Auftrag ist ein Fehler mit seiner Ursache", async () => {
    const { klient } = klientMit(auftrag("fehlgeschlagen"));
    await expect(paket.warteAufAuftrag(klient, 17)).rejects.toThrow("Der Drucker brennt.");
  });

  test("wer nicht mehr warten will, bricht ab", async () => {
    const { klient } = klientMit(auftrag("laeuft", 1));
    const abbruch = new AbortController();
    const beiFortschritt = () => abbruch.abort(new Error("Seite verlassen"));
    const warten = paket.warteAufAuftrag(klient, 17, { beiFortschritt, signal: abbruch.signal });
    await expect(warten).rejects.toThrow("Seite verlassen");
  });

  test("der Dienst nennt den Auftrag, den er annimmt", async () => {
    const { klient } = klientVon("verwalter");
    const { response } = await klient.POST("/abrechnung/faelligkeiten/recalculate-all", {});
    expect(response.status).toBe(202);
    await dienst.owner`update auftrag set status = 'fertig', beendet_am = now()`;
    expect(await paket.warteAufAuftrag(klient, response)).toMatchObject({ status: "fertig" });
  });
});
