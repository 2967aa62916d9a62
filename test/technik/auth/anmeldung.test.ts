import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anmeldung, starteAnmeldung } from "../../../src/lokal/anmeldung/anmeldung.ts";
import { protokolliereGezaehlte } from "../../../src/technik/auth/fehlversuche.ts";
import { dienst, mitarbeiter, mitDienst } from "../../hilfe/mitDienst.ts";

const herkunft = "http://127.0.0.1:3000";
let anbieter: Anmeldung;

beforeAll(async () => {
  anbieter = await starteAnmeldung({ redirectUris: [`${herkunft}/api/auth/callback`] });
});
afterAll(() => anbieter.beende());
mitDienst({
  tag: new Date().toISOString().slice(0, 10),
  umgebung: () => ({
    OIDC_ISSUER: anbieter.issuer,
    OIDC_CLIENT_ID: anbieter.clientId,
    OIDC_CLIENT_SECRET: anbieter.clientSecret,
  }),
});

/** A browser that keeps its cookies per host and follows no redirect by itself. */
const browser = () => {
  const glas = new Map<string, string>();
  const hole = async (adresse: string, init: RequestInit = {}) => {
    const kopf = new Headers(init.headers);
    kopf.set("cookie", [...glas].map(([name, wert]) => `${name}=${wert}`).join("; "));
    const anfrage = { ...init, headers: kopf, redirect: "manual" as const };
    const antwort = adresse.startsWith(herkunft)
      ? await dienst.app.request(adresse, anfrage)
      : await fetch(adresse, anfrage);
    for (const zeile of antwort.headers.getSetCookie()) {
      const [name = "", wert = ""] = (zeile.split(";")[0] ?? "").split(/=(.*)/s);
      if (wert) glas.set(name, wert);
      else glas.delete(name);
    }
    return antwort;
  };
  const beginne = (returnTo?: string) =>
    hole(`${herkunft}/api/auth/login${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ""}`);
  /** From /auth/login through the provider's page back to our callback, which is not called yet. */
  const bisZurRueckkehr = async (login: string, returnTo?: string, begonnen?: Response): Promise<string> => {
    let antwort = begonnen ?? (await beginne(returnTo));
    for (let schritt = 0; schritt < 10; schritt += 1) {
      const ort = antwort.headers.get("location");
      if (ort) {
        const ziel = new URL(ort, antwort.url || anbieter.issuer).href;
        if (ziel.startsWith(`${herkunft}/api/auth/callback`)) return ziel;
        antwort = await hole(ziel);
        if (!antwort.url) Object.defineProperty(antwort, "url", { value: ziel });
        continue;
      }
      const seite = await antwort.text();
      const action = /<form[^>]*action="([^"]+)"/.exec(seite)?.[1] ?? "";
      expect(seite).toMatch(/<form[^>]*method="post"/);
      antwort = await hole(new URL(action, antwort.url).href, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ login }).toString(),
      });
    }
    throw new Error("keine Rückkehr von der Anmeldung");
  };
  return { glas, hole, beginne, bisZurRueckkehr };
};

/** Refused sign-ins as the audit log has them, with those that are counted only. */
const fehlversuche = async (): Promise<number> => {
  await dienst.owner`update anfragezaehler set fenster = fenster - interval '1 minute' where schluessel like 'fehl%'`;
  await protokolliereGezaehlte(dienst.sql);
  const [zeile] = await dienst.owner<{ anzahl: number }[]>`
    select coalesce(sum(coalesce((
      select (f ->> 'neu')::integer from json_array_elements(werte::json) f where f ->> 'feld' = 'weitere'), 1)), 0) anzahl
    from auditlog left join auditwert on auditlog_id = id
    where aktion = 'anmeldung_fehlgeschlagen'`;
  return zeile?.anzahl ?? 0;
};

describe("Anmeldung über OpenID Connect", () => {
  test("hin, zurück, angemeldet, abgemeldet", async () => {
    const b = browser();
    const rueckkehr = await b.bisZurRueckkehr("verwalter", "/api/docs#/Pachtkonten");
    const antwort = await b.hole(rueckkehr);
    expect(antwort.status).toBe(302);
    expect(antwort.headers.get("location")).toBe("/api/docs#/Pachtkonten");
    const cookie = antwort.headers.getSetCookie().find((zeile) => zeile.startsWith("service.sid=")) ?? "";
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);

    const ich = await b.hole(`${herkunft}/api/auth/me`);
    expect(await ich.json()).toMatchObject({ angemeldet: true, rollen: ["verwalter"] });
    const [sitzung] = await dienst.owner`select 1 from sitzung where id_hash = ${b.glas.get("service.sid") ?? ""}`;
    expect(sitzung, "die Sitzungs-id steht nicht im Klartext in der Datenbank").toBeUndefined();

    const alt = b.glas.get("service.sid");
    expect((await b.hole(`${herkunft}/api/auth/logout`, { method: "POST" })).status).toBe(204);
    const danach = await dienst.app.request(`${herkunft}/api/auth/me`, { headers: { cookie: `service.sid=${alt}` } });
    expect(danach.status).toBe(401);
    expect(await danach.json()).toMatchObject({ angemeldet: false });
    expect((await b.hole(`${herkunft}/api/auth/logout`, { method: "POST" })).status).toBe(204);
  });

  test("ohne Rolle: angemeldet, aber jede Fachfunktion ist 403", async () => {
    const b = browser();
    await b.hole(await b.bisZurRueckkehr("ohne-rolle"));
    const ich = await b.hole(`${herkunft}/api/auth/me`);
    expect(await ich.json()).toMatchObject({ angemeldet: true, rollen: [] });
    expect((await b.hole(`${herkunft}/api/kontakte`)).status).toBe(403);
  });

  test("zwei Anmeldungen in zwei Fenstern gelingen beide, in jeder Reihenfolge, und jede nur einmal", async () => {
    const vorher = await fehlversuche();
    for (const reihenfolge of [
      [0, 1],
      [1, 0],
    ]) {
      const b = browser();
      const ziele = ["/eins", "/zwei"];
      const begonnene = [await b.beginne(ziele[0]), await b.beginne(ziele[1])];
      for (const nr of reihenfolge) {
        const rueckkehr = await b.bisZurRueckkehr("verwalter", undefined, begonnene[nr]);
        expect((await b.hole(rueckkehr)).headers.get("location")).toBe(ziele[nr]);
        expect((await b.hole(rueckkehr)).status).toBe(400);
      }
      expect((await b.hole(`${herkunft}/api/auth/me`)).status).toBe(200);
    }
    expect(await fehlversuche()).toBe(vorher + 4);
  });

  test("der Cookie wächst nicht mit jeder begonnenen Anmeldung", async () => {
    const b = browser();
    for (let nr = 0; nr < 8; nr += 1) await b.hole(`${herkunft}/api/auth/login`);
    expect(b.glas.get("service.anmeldung")).toMatch(/^[\w-]{43}(\.[\w-]{43}){4}$/);
  });

  test("eine zweite Einlösung und ein fremder state scheitern und stehen im Protokoll", async () => {
    const vorher = await fehlversuche();
    const b = browser();
    const rueckkehr = await b.bisZurRueckkehr("pruefer");
    const versuch = b.glas.get("service.anmeldung") ?? "";
    expect((await b.hole(rueckkehr)).status).toBe(302);
    expect((await b.hole(rueckkehr)).status).toBe(400);
    b.glas.set("service.anmeldung", versuch);
    expect((await b.hole(rueckkehr)).status).toBe(400);

    const c = browser();
    const andere = new URL(await c.bisZurRueckkehr("pruefer"));
    andere.searchParams.set("state", "gefaelscht");
    const antwort = await c.hole(andere.href);
    expect(antwort.status).toBe(400);
    expect(antwort.headers.get("content-type")).toBe("application/problem+json");
    expect(await fehlversuche()).toBe(vorher + 3);
  });

  test.each([
    "",
    "code=a&code=b&state=x",
    "code=a&state=x&state=y",
    "error=a&error=b",
    "code=a&state=%00",
    "code=a&state=%ff",
  ])("auch eine Rückkehr, die keine ist, scheitert und steht im Protokoll: ?%s", async (angaben) => {
    const vorher = await fehlversuche();
    const b = browser();
    await b.beginne();
    const antwort = await b.hole(`${herkunft}/api/auth/callback?${angaben}`);
    expect([antwort.status, (await antwort.json()).code]).toEqual([400, "anmeldung_fehlgeschlagen"]);
    expect(await fehlversuche()).toBe(vorher + 1);
  });

  test("was der Anbieter als Grund nennt, steht ohne Steuerzeichen im Protokoll", async () => {
    await fehlversuche();
    const grund = `%00zu${"%F0%9F%94%92".repeat(99)}%0Aspaet`;
    const antwort = await dienst.app.request(`${herkunft}/api/auth/callback?error=${grund}`);
    const [eintrag] = await dienst.owner`
      select werte::jsonb -> 0 ->> 'neu' grund
      from auditlog join auditwert on auditlog_id = id
      where anfrage_id = ${antwort.headers.get("x-request-id")}`;
    expect(eintrag).toEqual({ grund: "Anbieter: zuspaet" });
  });

  test("der Versuch gehört diesem Server: ein selbst gemachter oder abgelaufener führt nicht hinein", async () => {
    await dienst.owner`delete from anmeldeversuch`;
    const b = browser();
    const rueckkehr = await b.bisZurRueckkehr("verwalter");
    expect(b.glas.get("service.anmeldung")).toMatch(/^[\w-]{43}$/);
    await dienst.owner`update anmeldeversuch set laeuft_ab_am = now() - interval '1 second'`;
    expect((await b.hole(rueckkehr)).status).toBe(400);
    const state = new URL(rueckkehr).searchParams.get("state");
    const eigener = { state, verifier: "x".repeat(43), nonce: "n", returnTo: "/api/docs", redirectUri: "x" };
    b.glas.set("service.anmeldung", Buffer.from(JSON.stringify(eigener)).toString("base64url"));
    expect((await b.hole(rueckkehr)).status).toBe(400);
    expect(await dienst.owner`select from anmeldeversuch where laeuft_ab_am <= now()`).toHaveLength(0);
  });

  test("tausend fehlgeschlagene Rückkehren einer Minute sind ein Eintrag und ein gezählter", async () => {
    await fehlversuche();
    const [vorher] = await dienst.owner`select count(*) from auditlog`;
    for (let nr = 0; nr < 200; nr += 1)
      expect((await dienst.app.request(`${herkunft}/api/auth/callback?code=x`)).status).toBe(400);
    await dienst.owner`update anfragezaehler set fenster = fenster - interval '1 minute' where schluessel like 'fehl%'`;
    await Promise.all([protokolliereGezaehlte(dienst.sql), protokolliereGezaehlte(dienst.sql)]);
    const neue = await dienst.owner`
      select aktion, benutzer_name, werte::json werte
      from auditlog left join auditwert on auditlog_id = id
      order by id offset ${vorher?.count}`;
    // A minute that ends meanwhile makes it two of each.
    expect(neue.length).toBeLessThanOrEqual(4);
    expect(new Set(neue.map(({ aktion }) => aktion))).toEqual(new Set(["anmeldung_fehlgeschlagen"]));
    const weitere = neue.flatMap(({ werte }) => werte).filter(({ feld }) => feld === "weitere");
    expect(weitere.reduce((summe, { neu }) => summe + neu, 0) + neue.length - weitere.length).toBe(200);
  });

  test("wer sich noch einmal anmeldet, beendet seine bisherige Sitzung", async () => {
    const b = browser();
    await b.hole(await b.bisZurRueckkehr("verwalter"));
    const erste = b.glas.get("service.sid") ?? "";
    const c = browser();
    c.glas.set("service.sid", erste);
    await c.hole(await c.bisZurRueckkehr("mitarbeiter"));
    expect(c.glas.get("service.sid")).not.toBe(erste);
    const mitErster = await dienst.app.request(`${herkunft}/api/auth/me`, {
      headers: { cookie: `service.sid=${erste}` },
    });
    expect(mitErster.status).toBe(401);
    expect((await c.hole(`${herkunft}/api/auth/me`)).status).toBe(200);
  });

  test("returnTo führt nie zu einer fremden Seite", async () => {
    for (const ziel of [
      "https://boese.example/",
      "//boese.example",
      "/\\boese.example",
      "javascript:alert(1)",
      "/a\nb",
      "http://localhost:5173/a\nb",
    ]) {
      const antwort = await dienst.app.request(`${herkunft}/api/auth/login?returnTo=${encodeURIComponent(ziel)}`);
      expect(antwort.status, ziel).toBe(400);
    }
    const frontend = await dienst.app.request(
      `${herkunft}/api/auth/login?returnTo=${encodeURIComponent("http://localhost:5173/start")}`,
    );
    expect(frontend.status).toBe(302);
  });

  test("returnTo darf auch ganz schreiben, wo der Dienst selbst ist: eine Oberfläche unter seiner Adresse", async () => {
    const b = browser();
    const ziel = `${herkunft}/konten`;
    const antwort = await b.hole(await b.bisZurRueckkehr("mitarbeiter", ziel));
    expect([antwort.status, antwort.headers.get("location")]).toEqual([302, ziel]);
  });

  test.each([
    ["/konten?ort=Söhlde", "/konten?ort=S%C3%B6hlde"],
    ["/konten?ort=Söhlde%20€", "/konten?ort=S%C3%B6hlde%20%E2%82%AC"],
    ["http://localhost:5173/start#Größe", "http://localhost:5173/start#Gr%C3%B6%C3%9Fe"],
  ])("nach der Anmeldung kommt man nach %s, mit Umlauten wie in jeder Adresse", async (ziel, ort) => {
    const b = browser();
    const antwort = await b.hole(await b.bisZurRueckkehr("mitarbeiter", ziel));
    expect([antwort.status, antwort.headers.get("location")]).toEqual([302, ort]);
  });
});

describe("Herkunft", () => {
  const sende = (kopf: Record<string, string>) => dienst.frage("mitarbeiter", "post", "/kontakte", { body: {}, kopf });

  test("schreibende Anfragen fremder Seiten sind 403, eigene und freigegebene nicht", async () => {
    expect((await sende({ origin: "https://boese.example" })).json).toMatchObject({ code: "fremde_herkunft" });
    expect((await sende({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await sende({ origin: "null" })).status).toBe(403);
    expect((await sende({ origin: "http://localhost:5173" })).status).toBe(400);
    expect((await sende({})).status).toBe(400);
  });

  test("abmelden geht ohne Inhalt, auch wenn keine Länge genannt ist", async () => {
    const leer = new ReadableStream({ start: (steuerung) => steuerung.close() });
    const anfrage = { method: "POST", body: leer, duplex: "half" } as RequestInit;
    expect((await dienst.app.request(`${herkunft}/api/auth/logout`, anfrage)).status).toBe(204);
  });

  test("CORS mit Anmeldedaten nur für freigegebene Oberflächen", async () => {
    const hole = (origin: string) => dienst.frage("mitarbeiter", "get", "/kontakte", { kopf: { origin } });
    const erlaubt = await hole("http://localhost:5173");
    expect(erlaubt.kopf.get("access-control-allow-origin")).toBe("http://localhost:5173");
    expect(erlaubt.kopf.get("access-control-allow-credentials")).toBe("true");
    expect(erlaubt.kopf.get("access-control-expose-headers")).toContain("ETag");
    expect(erlaubt.kopf.get("vary")).toBe("Origin");
    expect((await hole("https://boese.example")).kopf.get("access-control-allow-origin")).toBeNull();
  });

  test("die Vorfrage eines Browsers beantwortet der Dienst ebenso, und ohne Sitzung", async () => {
    const frage = (origin: string) =>
      dienst.app.request(`${herkunft}/api/kontakte/1`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "if-match" },
      });
    const { status, headers } = await frage("http://localhost:5173");
    expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "http://localhost:5173"]);
    expect(headers.get("access-control-allow-credentials")).toBe("true");
    expect(headers.get("access-control-allow-methods")).toContain("PUT");
    expect(headers.get("access-control-allow-headers")?.split(",")).toEqual(
      expect.arrayContaining([
        ...["If-Match", "If-None-Match", "Idempotency-Key", "Range", "If-Range"],
        // A page that draws traces: the span of its call goes on here.
        ...["traceparent", "tracestate"],
      ]),
    );
    expect((await frage("https://boese.example")).headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("Sitzung", () => {
  const stelle = (laeuftAb: string, endet: string) => dienst.owner`
    update sitzung set laeuft_ab_am = now() + ${laeuftAb}::interval, endet_spaetestens_am = now() + ${endet}::interval
    where benutzer_id = (select id from benutzer where aussteller = 'test' and subjekt = 'mitarbeiter')`;
  const sitzung = async (laeuftAb: string, endet: string): Promise<number> => {
    await stelle(laeuftAb, endet);
    return (await mitarbeiter().get("/auth/me")).status;
  };

  test("verlängert sich bei Gebrauch, aber nie über 24 Stunden", async () => {
    expect(await sitzung("1 hour", "10 hours")).toBe(200);
    const [nachher] = await dienst.owner<{ spaet: boolean; begrenzt: boolean }[]>`
      select laeuft_ab_am > now() + interval '7 hours' as spaet, laeuft_ab_am <= endet_spaetestens_am as begrenzt
      from sitzung where benutzer_id = (select id from benutzer where aussteller = 'test' and subjekt = 'mitarbeiter')`;
    expect(nachher).toEqual({ spaet: true, begrenzt: true });
    expect(await sitzung("1 hour", "2 hours")).toBe(200);
    const [grenze] = await dienst.owner<{ ende: string }[]>`
      select endet_spaetestens_am as ende from sitzung
      where benutzer_id = (select id from benutzer where aussteller = 'test' and subjekt = 'mitarbeiter')`;
    const stand = () => dienst.owner`select xmin::text from sitzung order by id_hash`;
    const vorher = await stand();
    const ich = await mitarbeiter().get<{ sitzungEndetAm: string }>("/auth/me");
    expect(Date.parse(ich.json.sitzungEndetAm)).toBe(
      Date.parse(new Date(Date.parse(grenze?.ende ?? "")).toISOString()),
    );
    expect(ich.kopf.getSetCookie(), "am Ende wird nichts mehr verlängert").toEqual([]);
    expect(await stand()).toEqual(vorher);
    expect(await sitzung("5 hours", "-1 minute")).toBe(401);
  });

  test("ihr Cookie wird mit jeder Antwort verlängert, auch mit Listen und Fehlern", async () => {
    for (const pfad of ["/auth/me", "/kontakte", "/kontakte/999999"]) {
      await stelle("1 hour", "10 hours");
      const { kopf } = await mitarbeiter().get(pfad);
      expect(kopf.getSetCookie(), pfad).toEqual([expect.stringMatching(/^service\.sid=sitzung-mitarbeiter;/)]);
    }
  });

  test("abgelaufen nach Untätigkeit", async () => {
    expect(await sitzung("-1 second", "10 hours")).toBe(401);
  });

  test("wer sich abmeldet, bekommt seinen Cookie nicht zugleich verlängert", async () => {
    await stelle("1 hour", "10 hours");
    const { kopf } = await mitarbeiter().post("/auth/logout");
    expect(kopf.getSetCookie()).toEqual([expect.stringMatching(/^service\.sid=;/)]);
  });
});
