import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { bildeGeheimnisHash, liesGeheimnisHash, passtZu } from "../../../src/technik/auth/breakGlass/hash.ts";
import { KonfigurationUnvollstaendig, liesConfig } from "../../../src/technik/config.ts";
import { starteDienst } from "../../hilfe/dienst.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";

const geheimnis = "Schlüssel im Tresor";
let hash: string;
beforeAll(async () => {
  hash = await bildeGeheimnisHash(geheimnis);
});
mitDienst({ umgebung: () => ({ BREAK_GLASS_HASH: hash }) });
afterEach(() => dienst.owner`update break_glass_versuch set zeitpunkt = zeitpunkt - interval '15 minutes'`);

const versuche = (text: string, kopf?: Record<string, string>) =>
  dienst.als(null).post("/auth/break-glass", { geheimnis: text }, kopf);

const eintraege = async (anfrageId: string | null) => dienst.owner`
  select aktion, benutzer_name, werte
  from auditlog left join auditwert on auditlog_id = id
  where ressource = 'sitzung' and anfrage_id = ${anfrageId}`;

const mitCookie = (setCookie: string | null, pfad: string) =>
  dienst.app.request(`/api${pfad}`, { headers: { cookie: (setCookie ?? "").split(";")[0] ?? "" } });

describe("Hash", () => {
  test("passt nur zu seinem Geheimnis, und das Salz ist jedes Mal neu", async () => {
    const gelesen = liesGeheimnisHash(hash);
    expect(await passtZu(geheimnis, gelesen)).toBe(true);
    expect(await passtZu(`${geheimnis} `, gelesen)).toBe(false);
    expect(await passtZu("", gelesen)).toBe(false);
    expect(await bildeGeheimnisHash(geheimnis)).not.toBe(hash);
  });

  test.each([
    "geheim",
    "scrypt:1024:8:1:AAAAAAAAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "scrypt:65537:8:1:AAAAAAAAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "scrypt:65536:8:1:AAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "scrypt:65536:8:1:AAAAAAAAAAAAAAAAAAAAAA:AAAA",
  ])("%s ist keiner, und der Dienst startet damit nicht", (text) => {
    const umgebung = {
      DATABASE_URL: "postgres://x",
      OIDC_ISSUER: "http://127.0.0.1/oidc",
      OIDC_CLIENT_ID: "x",
      OIDC_CLIENT_SECRET: "x",
      BREAK_GLASS_HASH: text,
    };
    expect(() => liesConfig(umgebung)).toThrow(KonfigurationUnvollstaendig);
    expect(() => liesConfig(umgebung)).toThrow("BREAK_GLASS_HASH");
  });
});

describe("Notfallzugang", () => {
  test("das richtige Geheimnis gibt 15 Minuten lang einen Administrator, und nicht länger", async () => {
    const { status, kopf } = await versuche(geheimnis);
    expect(status).toBe(204);
    const cookie = kopf.get("set-cookie");
    expect(cookie).toMatch(/^service\.sid=.+HttpOnly/);
    const [, bleibt] = /Max-Age=(\d+)/.exec(cookie ?? "") ?? [];
    expect(Number(bleibt)).toBeGreaterThan(14 * 60);
    expect(Number(bleibt)).toBeLessThanOrEqual(15 * 60);
    const ich = await (await mitCookie(cookie, "/auth/me")).json();
    expect(ich).toMatchObject({ benutzer: { name: "Notfallzugang" }, rollen: ["administrator"] });
    const minuten = (Date.parse(ich.sitzungEndetAm) - Date.now()) / 60_000;
    expect(minuten).toBeGreaterThan(14.5);
    expect(minuten).toBeLessThanOrEqual(15);
    expect((await mitCookie(cookie, "/audit-log")).status).toBe(200);
    expect(await (await mitCookie(cookie, "/auth/me")).json()).toEqual(ich);
    expect(await eintraege(kopf.get("x-request-id"))).toEqual([
      { aktion: "break_glass", benutzerName: "Notfallzugang", werte: null },
    ]);
    await dienst.owner`
      update sitzung set endet_spaetestens_am = now() - interval '1 second'
      where benutzer_id = (select id from benutzer where aussteller = 'break-glass')`;
    expect((await mitCookie(cookie, "/auth/me")).status).toBe(401);
  });

  test("ein falsches gibt nichts und wird aufgeschrieben, das Geheimnis nicht", async () => {
    const { status, json, kopf } = await versuche("Hühnerstall");
    expect(status).toBe(401);
    expect(json).toMatchObject({ code: "geheimnis_falsch" });
    expect(kopf.get("set-cookie")).toBeNull();
    const [eintrag] = await eintraege(kopf.get("x-request-id"));
    expect(eintrag).toMatchObject({ aktion: "break_glass_fehlgeschlagen" });
    expect(eintrag?.werte).not.toContain("Hühnerstall");
  });

  test("fünf Versuche in 15 Minuten, auch wenn zwölf zugleich kommen; dann hilft auch das richtige nicht", async () => {
    const antworten = await Promise.all(Array.from({ length: 12 }, () => versuche("falsch")));
    expect(antworten.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(antworten.filter(({ status }) => status === 429)).toHaveLength(7);
    const gesperrt = await versuche(geheimnis);
    expect(gesperrt.status).toBe(429);
    expect(gesperrt.json).toMatchObject({ code: "zu_viele_versuche" });
    expect(Number(gesperrt.kopf.get("retry-after"))).toBeGreaterThan(850);
    expect(Number(gesperrt.kopf.get("retry-after"))).toBeLessThanOrEqual(900);
    for (const { kopf } of antworten.filter(({ status }) => status === 401))
      expect(await eintraege(kopf.get("x-request-id"))).toHaveLength(1);
    const [gezaehlt] = await dienst.owner<{ anzahl: number }[]>`
      select sum(anzahl) anzahl from anfragezaehler where schluessel = 'fehlversuch break_glass_fehlgeschlagen'`;
    expect(gezaehlt?.anzahl, "was abgewiesen wird, ist gezählt").toBe(8);
    await dienst.owner`update break_glass_versuch set zeitpunkt = zeitpunkt - interval '15 minutes'`;
    expect((await versuche(geheimnis)).status).toBe(204);
  });

  test("fünf von einer Adresse sperren nur sie; fünfzig sperren alle, und kein Fremder kommt allein so weit", async () => {
    const von = (adresse: string, text = "falsch") =>
      dienst.app.request(
        "/api/auth/break-glass",
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ geheimnis: text }),
        },
        { adresse },
      );
    for (let nr = 0; nr < 5; nr += 1) expect((await von("203.0.113.1")).status).toBe(401);
    expect((await von("203.0.113.1", geheimnis)).status).toBe(429);
    expect((await von("203.0.113.2", geheimnis)).status).toBe(204);
    await dienst.owner`
      insert into break_glass_versuch (zeitpunkt, adresse)
      select now(), '198.51.100.' || nr from generate_series(1, 44) nr`;
    expect((await von("203.0.113.3", geheimnis)).status).toBe(429);
  });

  test("ungültige Anfragen und fremde Seiten zählen nicht als Versuch", async () => {
    for (const body of [{}, { geheimnis: "" }, { geheimnis: "x".repeat(1001) }, { geheimnis: 1 }, { geheimnis, a: 1 }])
      expect((await dienst.als(null).post("/auth/break-glass", body)).status).toBe(400);
    expect((await versuche(geheimnis, { origin: "https://fremd.example" })).status).toBe(403);
    expect((await dienst.als(null).post("/auth/break-glass", geheimnis, { "content-type": "text/plain" })).status).toBe(
      415,
    );
    const offen = await dienst.owner`
      select id from break_glass_versuch where zeitpunkt > now() - interval '15 minutes'`;
    expect(offen).toEqual([]);
  });

  test("steht nicht im Dokument, und ohne Hash gibt es ihn nicht", async () => {
    expect(JSON.stringify(dienst.dokument)).not.toMatch(/break.?glass|geheimnis/i);
    const ohne = await starteDienst();
    const antwort = await ohne.als(null).post("/auth/break-glass", { geheimnis });
    expect(antwort.status).toBe(404);
    expect(antwort.json).toMatchObject({ code: "nicht_gefunden" });
    await ohne.beende();
  });
});
