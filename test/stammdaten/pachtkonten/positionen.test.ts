import { describe, expect, test } from "vitest";
import { dienst, mitarbeiter, verwalter } from "../../hilfe/mitDienst.ts";
import { anlegen, mitParteien, positionsart } from "./handgriffe.ts";

mitParteien();

describe("Positionen", () => {
  type Position = {
    id: number;
    ursprungId: number;
    gueltigVon: string | null;
    gueltigBis: string | null;
    betragCent: number;
  };

  test("eine spätere gueltigVon macht eine neue Fassung", async () => {
    const { json: konto, kopf } = await anlegen();
    const pfad = `/pachtkonten/${konto.id}/positionen`;
    const positionsartId = await positionsart();
    const erste = await mitarbeiter().post<Position>(pfad, {
      positionsartId,
      betragCent: 120_000,
      intervall: "jaehrlich",
    });
    expect(erste.status).toBe(201);
    expect(erste.json.ursprungId).toBe(erste.json.id);
    const neu = await mitarbeiter().put<Position>(`${pfad}/${erste.json.id}`, {
      gueltigVon: "2026-04-01",
      betragCent: 132_000,
    });
    expect(neu.json).toMatchObject({ ursprungId: erste.json.id, gueltigVon: "2026-04-01", betragCent: 132_000 });
    expect(neu.json.id).not.toBe(erste.json.id);
    const { json: alle } = await mitarbeiter().get<Position[]>(pfad);
    expect(alle.map(({ gueltigVon, gueltigBis }) => [gueltigVon, gueltigBis])).toEqual([
      [null, "2026-03-31"],
      ["2026-04-01", null],
    ]);
    const kontoNeu = await mitarbeiter().get(`/pachtkonten/${konto.id}`);
    expect(kontoNeu.kopf.get("etag")).not.toBe(kopf.get("etag"));

    const ueberschneidet = await mitarbeiter().put(`${pfad}/${erste.json.id}`, { gueltigBis: "2026-04-01" });
    expect([ueberschneidet.status, ueberschneidet.json]).toMatchObject([
      400,
      { errors: [{ path: "gueltigBis", code: "ueberschneidung" }] },
    ]);
    const davor = await mitarbeiter().put(`${pfad}/${neu.json.id}`, { gueltigVon: "2026-03-31" });
    expect([davor.status, davor.json]).toMatchObject([
      400,
      { errors: [{ path: "gueltigVon", code: "ueberschneidung" }] },
    ]);
    const offen = { gueltigVon: "2026-01-01", gueltigBis: null };
    expect((await mitarbeiter().put(`${pfad}/${erste.json.id}`, offen)).json).toMatchObject({
      errors: [{ path: "gueltigBis", code: "ueberschneidung" }],
    });
    expect((await mitarbeiter().put(`${pfad}/${neu.json.id}`, { anteilig: false })).status).toBe(400);
    expect((await verwalter().delete(`${pfad}/${erste.json.id}`)).status).toBe(409);
    expect((await verwalter().delete(`${pfad}/${neu.json.id}`)).status).toBe(204);
  });

  test("nur das Löschen verspricht, an späteren Fassungen zu scheitern, und keines ein 409 für Überschneidung", () => {
    const codes = (methode: string, pfad: string) => {
      const inhalt = dienst.dokument.paths[pfad]?.[methode]?.responses["409"]?.content?.["application/problem+json"];
      return Object.keys(inhalt?.examples ?? {});
    };
    const eigene = ["zeitraum_gebucht", "schlussabgerechnet", "lauf_aktiv"];
    const eine = "/pachtkonten/{id}/positionen/{posId}";
    for (const [methode, pfad] of [
      ["post", "/pachtkonten/{id}/positionen"],
      ["put", eine],
    ] as const) {
      expect(codes(methode, pfad), methode).toEqual(expect.arrayContaining(eigene));
      expect(codes(methode, pfad), methode).not.toContain("hat_spaetere_fassungen");
    }
    expect(codes("delete", eine)).toEqual(expect.arrayContaining([...eigene, "hat_spaetere_fassungen"]));
    for (const methode of ["put", "delete"]) expect(codes(methode, eine)).not.toContain("ueberschneidung");
  });

  test("ein offenes Ende wird zum letzten Tag, den es gibt, und zurück", async () => {
    const { json: konto } = await anlegen();
    const pfad = `/pachtkonten/${konto.id}/positionen`;
    const position = { positionsartId: await positionsart(), betragCent: 100, intervall: "monatlich" };
    const { json } = await mitarbeiter().post<Position>(pfad, position);
    for (const gueltigBis of ["9998-12-31", null])
      expect((await mitarbeiter().put(`${pfad}/${json.id}`, { gueltigBis })).status).toBe(200);
  });

  test("einmalige Positionen liegen in der Pachtzeit", async () => {
    const { json: konto } = await anlegen({ pachtende: "2027-09-30" });
    const pfad = `/pachtkonten/${konto.id}/positionen`;
    const einmalig = { positionsartId: await positionsart(), betragCent: -5_000, intervall: "einmalig" };
    expect((await mitarbeiter().post(pfad, einmalig)).status).toBe(400);
    expect((await mitarbeiter().post(pfad, { ...einmalig, gueltigVon: "2027-10-01" })).status).toBe(400);
    expect((await mitarbeiter().post(pfad, { ...einmalig, gueltigVon: "2027-09-30" })).status).toBe(201);
  });

  test("eine Position eines anderen Kontos ist 404", async () => {
    const [{ json: a }, { json: b }] = await Promise.all([anlegen(), anlegen()]);
    const { json } = await mitarbeiter().post<Position>(`/pachtkonten/${a.id}/positionen`, {
      positionsartId: await positionsart(),
      betragCent: 1,
      intervall: "monatlich",
    });
    expect((await mitarbeiter().put(`/pachtkonten/${b.id}/positionen/${json.id}`, { betragCent: 2 })).status).toBe(404);
  });
});
