import { describe, expect, test } from "vitest";
import type { Kontaktart } from "../../../src/stammdaten/einstellungen/kontaktarten/schema.ts";
import { mitarbeiter, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst();

const pfad = "/einstellungen/kontaktarten";
const anlegen = (body: object) => verwalter().post<Kontaktart>(pfad, body);
const namen = async (anfrage = "") =>
  (await mitarbeiter().get<{ data: Kontaktart[] }>(`${pfad}?${anfrage}`)).json.data.map(({ name }) => name);

describe("Kontaktarten", () => {
  test("anlegen, listen, filtern, für Kontakte verwenden", async () => {
    const neu = await anlegen({ name: "paechter", bezeichnung: "Pächter" });
    expect(neu).toMatchObject({ status: 201, json: { name: "paechter", bezeichnung: "Pächter", aktiv: true } });
    expect(neu.kopf.get("etag")).toBe('"1"');
    expect((await anlegen({ name: "bank", aktiv: false })).json).toMatchObject({ bezeichnung: "bank", aktiv: false });
    await anlegen({ name: "z", bezeichnung: "Amt" });

    expect(await namen()).toEqual(["z", "bank", "paechter"]);
    expect(await namen("aktiv=true")).toEqual(["z", "paechter"]);
    expect(await namen("limit=1&page=2")).toEqual(["bank"]);
    const seite = await pruefer().get(`${pfad}?page=9`);
    expect(seite.json).toMatchObject({ data: [], pagination: { page: 9, limit: 20, total: 3, totalPages: 1 } });
    const kontakt = await mitarbeiter().post("/kontakte", { typ: "paechter", nachname: "Meier" });
    expect(kontakt.status).toBe(201);
    for (const falsch of ["limit=0", "limit=501", "aktiv=ja", "unbekannt=1"])
      expect((await pruefer().get(`${pfad}?${falsch}`)).status, falsch).toBe(400);
  });

  test("ungültige Angaben sind 400", async () => {
    for (const body of [{}, { name: "a,b" }, { name: " " }, { name: "a", bezeichnung: "" }, { name: "a", id: 1 }])
      expect((await anlegen(body)).status, JSON.stringify(body)).toBe(400);
  });

  test("von gleichzeitigen Anlagen desselben Namens gelingt eine", async () => {
    const antworten = await Promise.all([1, 2, 3].map(() => anlegen({ name: "wettlauf" })));
    expect(antworten.map((antwort) => antwort.status).sort()).toEqual([201, 409, 409]);
  });
});
