import { beforeEach, describe, expect, test } from "vitest";
import { starteDienst } from "../../hilfe/dienst.ts";
import { saeStammdaten } from "../../hilfe/saat.ts";
import { bucheVorrat, handlungen } from "../belege.ts";
import { geheimnis, starteMitSandkasten } from "../hilfe.ts";
import { h, mitSandkasten, naechster, umgebung } from "../mitSandkasten.ts";

mitSandkasten(12);
beforeEach(
  () => umgebung.dienst.owner`
  update extaccounting_verbindung set fehlschlaege = 0, offen_bis = null, code = null, ursache = null`,
);

type Status = {
  eingerichtet: boolean;
  system: string | null;
  bezeichnung: string | null;
  verbunden: boolean;
  angemeldet: boolean;
  version: string | null;
  mandant: { name: string } | null;
  problem: { code: string; ursache: string } | null;
  gesperrtBis: string | null;
};

const status = async (dienst = umgebung.dienst): Promise<Status> => {
  const antwort = await dienst.als("pruefer").get<Status>("/extaccounting/status");
  expect(antwort.status).toBe(200);
  return antwort.json;
};

describe("GET /extaccounting/status", () => {
  test("verbunden, und beim Namen genannt", async () => {
    expect(await status()).toMatchObject({
      eingerichtet: true,
      system: "sandkasten",
      bezeichnung: expect.stringContaining("Sandkasten"),
      verbunden: true,
      version: "1.0.0",
      mandant: { name: "Sandkasten Treuhand" },
      problem: null,
    });
  });

  test("nicht eingerichtet", async () => {
    const ohne = await starteDienst();
    expect(await status(ohne)).toMatchObject({
      eingerichtet: false,
      verbunden: false,
      problem: { code: "nicht_eingerichtet" },
    });
    const { json } = await ohne.als("verwalter").post("/extaccounting/jobs", { art: "export" });
    expect(json).toMatchObject({
      code: "nicht_eingerichtet",
      detail: "Es ist kein Buchhaltungssystem eingerichtet. Bitte einen Administrator, eines anzuschließen.",
    });
    await ohne.beende();
  });

  test("falscher Mandant, falsche Version, aus, und zu langsam", async () => {
    const admin = umgebung.dienst.als("administrator");
    await admin.put("/extaccounting/settings", { mandantId: "77" });
    expect(await status()).toMatchObject({ verbunden: false, angemeldet: true, problem: { code: "mandant" } });
    await admin.put("/extaccounting/settings", { mandantId: null });

    await umgebung.schalte({ version: "9.1.0" });
    expect(await status()).toMatchObject({ verbunden: false, version: "9.1.0", problem: { code: "version" } });

    await umgebung.schalte({ stoerungen: ["langsam"], langsamMs: 4_000 });
    expect(await status()).toMatchObject({
      verbunden: false,
      problem: { ursache: expect.stringContaining("geantwortet") },
    });
    // Also where each answer comes in time and all of them do not.
    await umgebung.schalte({ stoerungen: ["langsam"], langsamMs: 800 });
    expect(await status()).toMatchObject({ problem: { ursache: expect.stringContaining("geantwortet") } });
    await umgebung.schalte();

    await umgebung.schliesse();
    expect(await status()).toMatchObject({
      verbunden: false,
      problem: { code: "nicht_gesendet", ursache: expect.stringContaining("nicht erreichbar") },
    });
    await umgebung.oeffne();
    expect((await status()).verbunden).toBe(true);
  });

  test("ein falsches Geheimnis wird einmal versucht, dann wartet alles auf einen Menschen", async () => {
    const falsch = await starteMitSandkasten({ EXTACCOUNTING_SECRET: "ein-falsches-geheimnis" });
    await saeStammdaten(falsch.dienst.owner);
    const id = (await bucheVorrat(falsch.dienst, 1))();
    // However many ask at the same moment.
    const h2 = handlungen(falsch.dienst);
    await Promise.all([status(falsch.dienst), status(falsch.dienst), h2.tue(id, "export"), h2.tue(id, "export")]);
    const dauerhaft = await status(falsch.dienst);
    expect(dauerhaft).toMatchObject({
      verbunden: false,
      problem: { code: "anmeldung" },
      gesperrtBis: expect.any(String),
    });
    const antwort = await h2.tue(id, "export");
    expect([antwort.status, antwort.kopf.get("retry-after")]).toEqual([502, expect.stringMatching(/^\d+$/)]);
    const [stand] = await falsch.dienst.owner`select fehlschlaege from extaccounting_verbindung`;
    expect(stand).toEqual({ fehlschlaege: 1 });
    expect((await h2.lies(id)).state).toBe("pending");
    await falsch.dienst.als("administrator").put("/extaccounting/settings", { mandantId: "1" });
    expect((await falsch.dienst.owner`select fehlschlaege from extaccounting_verbindung`)[0]).toEqual({
      fehlschlaege: 0,
    });
    const alles = JSON.stringify([dauerhaft, antwort.json, falsch.dienst.fehler]);
    expect(alles).not.toContain("ein-falsches-geheimnis");
    await falsch.beende();
  });
});

describe("wenn das System nicht mehr mitmacht", () => {
  test("ausgeschaltet: 503 mit Retry-After, der Beleg bleibt, der Kreis öffnet sich", async () => {
    const id = naechster();
    await umgebung.schliesse();
    for (let nr = 0; nr < 3; nr += 1) {
      const antwort = await h.tue(id, "export");
      expect(antwort).toMatchObject({
        status: 503,
        json: { code: "extaccounting_nicht_bereit", grund: "nicht_gesendet" },
      });
      expect(Number(antwort.kopf.get("retry-after"))).toBeGreaterThan(0);
    }
    const { versuche, state } = await h.lies(id);
    expect([state, versuche.length]).toEqual(["pending", 3]);
    expect((await umgebung.dienst.owner`select offen_bis is not null offen from extaccounting_verbindung`)[0]).toEqual({
      offen: true,
    });
    await umgebung.oeffne();
  });

  test("429: Retry-After des Systems gilt, vorher wird nichts gesendet", async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["429"], anzahl: 1, nur: ["anlegen"], retryAfterSekunden: 30 });
    const erste = await h.tue(id, "export");
    expect([erste.status, erste.kopf.get("retry-after")]).toEqual([503, "30"]);
    const zweite = await h.tue(id, "export");
    expect([zweite.status, Number(zweite.kopf.get("retry-after"))]).toEqual([503, expect.closeTo(30, -1)]);
    expect((await h.lies(id)).versuche).toHaveLength(1);
  });

  test("die Antwort kommt nicht rechtzeitig: uncertain, und vor der Frist bleibt es so", async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["verloren_vorher"], anzahl: 1, nur: ["anlegen"] });
    const { json } = await h.tue(id, "export");
    expect(json).toMatchObject({ state: "uncertain", phase: "anlegen", nichtVor: expect.any(String) });
    expect((await h.tue(id, "reconcile")).json).toMatchObject({ state: "uncertain" });
    umgebung.dienst.stelle("2026-11-21");
    expect((await h.tue(id, "reconcile")).json).toMatchObject({ state: "pending" });
    expect((await h.tue(id, "export")).json.state).toBe("synced");
    umgebung.dienst.stelle("2026-11-20");
  });

  test("zwei zugleich: einer handelt, einer bekommt 409, außen steht einer", async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["langsam"], langsamMs: 100 });
    const antworten = await Promise.all([h.tue(id, "export"), h.tue(id, "export", undefined, "mitarbeiter")]);
    await umgebung.schalte();
    expect(antworten.map((antwort) => antwort.status).sort()).toEqual([200, 409]);
    expect(antworten.find((antwort) => antwort.status === 409)?.json.code).toBe("aktion_laeuft");
    const { referenz } = await h.lies(id);
    const [aussen] = await umgebung.buecher`select count(*) n from sandkasten_beleg where referenz = ${referenz}`;
    expect(aussen).toEqual({ n: 1 });
  });
});

describe("PDF und Einstellungen", () => {
  test("das PDF des Belegs, oder 409 kein_pdf", async () => {
    const id = naechster();
    const hole = () => umgebung.dienst.als("pruefer").get<{ code: string }>(`/extaccounting/documents/${id}/pdf`);
    expect((await hole()).json.code).toBe("kein_pdf");
    await h.tue(id, "export");
    const pdf = await hole();
    expect([pdf.status, pdf.kopf.get("content-type"), pdf.text.slice(0, 5)]).toEqual([200, "application/pdf", "%PDF-"]);
  });

  test("Einstellungen mit ETag, nur für Administratoren, ohne Geheimnis", async () => {
    const admin = umgebung.dienst.als("administrator");
    const { kopf, json, text } = await admin.get("/extaccounting/settings");
    expect(text).not.toContain(geheimnis);
    const etag = kopf.get("etag") ?? "";
    const zuordnungen = [
      { richtung: "rechnung", positionsartId: 1, steuersatzBp: 1900, konto: "8400", steuer: "USt19" },
    ];
    const neu = await admin.put("/extaccounting/settings", { ...json, zuordnungen }, { "if-match": etag });
    expect(neu).toMatchObject({ status: 200, json: { zuordnungen } });
    expect((await admin.put("/extaccounting/settings", { zuordnungen: [] }, { "if-match": etag })).status).toBe(412);
    expect((await umgebung.dienst.als("verwalter").put("/extaccounting/settings", { mandantId: "2" })).status).toBe(
      403,
    );
    const doppelt = { zuordnungen: [...zuordnungen, ...zuordnungen] };
    expect((await admin.put("/extaccounting/settings", doppelt)).status).toBe(400);
    const fremd = { zuordnungen: [{ ...zuordnungen[0], positionsartId: 4711 }] };
    expect((await admin.put("/extaccounting/settings", fremd)).status).toBe(400);
  });
});
