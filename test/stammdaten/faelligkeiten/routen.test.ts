import { describe, expect, test } from "vitest";
import { buche } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitarbeiter, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";
import { saeKonto } from "../../hilfe/saat.ts";

mitDienst({ stammdaten: true });

type Faelligkeit = { id: number; zeitraumVon: string; zeitraumBis: string; faelligAm: string; status: string };
type Liste = { data: Faelligkeit[]; pagination: { total: number; totalPages: number }; code: string };

const zeilen = (liste: Liste) => liste.data.map((f) => `${f.zeitraumVon} ${f.faelligAm} ${f.status}`);

describe("die Fälligkeiten eines Kontos", () => {
  test("nennt die Fälligkeiten eines Pachtkontos der Reihe nach, Seite für Seite", async () => {
    const id = await konto();
    const { json } = await pruefer().get<Liste>(`/abrechnung/faelligkeiten/${id}`);
    expect(zeilen(json)).toEqual([
      "2024-10-01 2025-10-01 offen",
      "2025-10-01 2026-10-01 offen",
      "2026-10-01 2027-10-01 offen",
      "2027-10-01 2028-10-01 offen",
      "2028-10-01 2029-10-01 offen",
    ]);
    expect(json.data[0]).toMatchObject({ pachtkontoId: id, art: "regulaer", buchungslaufId: null });
    const zweite = await pruefer().get<Liste>(`/abrechnung/faelligkeiten/${id}?page=2&limit=2`);
    expect(zeilen(zweite.json)).toEqual(zeilen(json).slice(2, 4));
    expect(zweite.json.pagination).toMatchObject({ total: 5, totalPages: 3 });
  });

  test("filtert nach dem Status; entfallene nur auf Verlangen", async () => {
    const id = await konto();
    await buche("2025-10-01", [id]);
    await verwalter().put(`/pachtkonten/${id}`, { pachtende: "2028-09-30" });
    const mit = async (status: string) =>
      zeilen((await verwalter().get<Liste>(`/abrechnung/faelligkeiten/${id}?status=${status}`)).json);
    expect(await mit("gebucht")).toEqual(["2024-10-01 2025-10-01 gebucht"]);
    expect(await mit("entfallen")).toEqual(["2028-10-01 2029-10-01 entfallen"]);
    expect(await mit("gebucht,entfallen")).toHaveLength(2);
    expect((await verwalter().get(`/abrechnung/faelligkeiten/${id}?status=bezahlt`)).status).toBe(400);
    expect((await verwalter().get(`/abrechnung/faelligkeiten/${id}?limit=501`)).status).toBe(400);
  });

  test("eine id, die keine ist, ist 400, eine unbekannte 404", async () => {
    expect((await verwalter().get("/abrechnung/faelligkeiten/keine")).status).toBe(400);
    const { status, json } = await verwalter().get("/abrechnung/faelligkeiten/987654");
    expect([status, json.detail]).toEqual([404, "Ein Pachtkonto mit der id 987654 gibt es nicht."]);
  });
});

describe("die Fälligkeiten eines Kontos neu berechnen", () => {
  test("plant sie neu, antwortet mit ihnen und steht im Audit-Log", async () => {
    const id = await saeKonto(dienst.owner, "2020-01-01");
    const vorher = await mitarbeiter().get<Liste>(`/abrechnung/faelligkeiten/${id}`);
    const { status, json } = await mitarbeiter().post<Liste>(`/abrechnung/faelligkeiten/${id}`);
    expect(status).toBe(200);
    expect(json.pagination.total).toBeGreaterThan(vorher.json.pagination.total);
    expect((await mitarbeiter().get(`/abrechnung/faelligkeiten/${id}`)).json).toEqual(json);
    expect((await mitarbeiter().post(`/abrechnung/faelligkeiten/${id}`)).json).toEqual(json);
    const eintraege = await dienst.owner`
      select benutzer_name, werte from auditlog left join auditwert on auditlog_id = id
      where aktion = 'faelligkeiten_berechnen' and ressource_id = ${String(id)} order by id`;
    expect(eintraege).toMatchObject([
      { benutzerName: "Test mitarbeiter" },
      { werte: expect.stringContaining('"neu":0') },
    ]);
  });

  test("lässt Gebuchtes unberührt", async () => {
    const id = await konto();
    await buche(heute, [id]);
    const vorher = await verwalter().get(`/abrechnung/faelligkeiten/${id}?status=gebucht`);
    const { json } = await verwalter().post(`/abrechnung/faelligkeiten/${id}?status=gebucht`);
    expect(json).toEqual(vorher.json);
  });
});

describe("die Fälligkeiten aller Konten neu berechnen", () => {
  test("reiht einen Auftrag ein, so oft man ihn auch verlangt", async () => {
    const pfad = "/abrechnung/faelligkeiten/recalculate-all";
    const antworten = await Promise.all([1, 2, 3].map(() => verwalter().post<{ id: string }>(pfad)));
    expect(antworten.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(antworten.map(({ json }) => json.id)).size).toBe(1);
    expect(antworten[0]?.json).toMatchObject({ art: "faelligkeiten", status: "wartend" });
    const jobs = await dienst.owner`select id, state from jobs.job where name = 'faelligkeiten'`;
    expect(jobs).toEqual([{ id: antworten[0]?.json.id, state: "created" }]);
  });
});
