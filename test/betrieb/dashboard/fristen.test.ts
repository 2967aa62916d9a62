import { beforeAll, expect, test } from "vitest";
import type { DashboardSummary } from "../../../src/betrieb/dashboard/schema.ts";
import { dienst, heute, mitarbeiter, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

let landpacht: number;

const legeAn = async (konto: object): Promise<number> => {
  const { status, json, text } = await mitarbeiter().post<{ id: number }>("/pachtkonten", {
    pachtbeginn: "2020-10-01",
    pachtjahrBeginn: "10-01",
    zahlungsrhythmus: "jaehrlich",
    istVorauszahlend: false,
    ...konto,
  });
  expect(status, text).toBe(201);
  await mitarbeiter().post("/patchobjekte", { bezeichnung: "Feld", objektart: "acker", pachtkontoId: json.id });
  return json.id;
};

beforeAll(async () => {
  // 29, 30, 31, 90, 365 and 366 days after today; none of them can be terminated before.
  for (const pachtende of ["2026-12-19", "2026-12-20", "2026-12-21", "2027-02-18", "2027-11-20", "2027-11-21"])
    await legeAn({ pachtende });
  landpacht = await legeAn({});
  // By 31 December 2026 to 30 June 2027, and 12 months before 30 September 2028.
  await legeAn({ kuendigungsregel: { monate: 6, zum: "quartal" } });
  await legeAn({
    pachtende: "2028-09-30",
    verlaengerungMonate: 12,
    kuendigungsregel: { monate: 12, zum: "pachtjahr" },
  });
  await legeAn({ vertragsschlussAm: "2026-08-01" });
  await legeAn({ vertragsschlussAm: "2026-11-20" });
});

const fristen = async (): Promise<DashboardSummary["fristen"]> =>
  (await pruefer().get<DashboardSummary>("/dashboard/summary")).json.fristen;

test("zählt, was in 30, 90 und 365 Tagen endet, zu kündigen und anzuzeigen ist", async () => {
  expect(await fristen()).toEqual({
    enden: { in30Tagen: 2, in90Tagen: 4, in365Tagen: 5 },
    // The three farm leases without an end: by 4 October 2027.
    kuendbar: { in30Tagen: 0, in90Tagen: 1, in365Tagen: 5 },
    anzuzeigen: { in30Tagen: 2, in90Tagen: 2, in365Tagen: 2 },
  });
});

test("geht mit dem Tag und folgt jeder Änderung sofort", async () => {
  dienst.stelle("2026-12-01");
  expect((await fristen()).kuendbar).toEqual({ in30Tagen: 1, in90Tagen: 1, in365Tagen: 5 });
  dienst.stelle(heute);
  await mitarbeiter().put(`/pachtkonten/${landpacht}`, {
    status: "gekuendigt",
    gekuendigtAm: "2026-10-02",
    kuendigungZum: "2028-09-30",
  });
  expect((await fristen()).kuendbar).toEqual({ in30Tagen: 0, in90Tagen: 1, in365Tagen: 4 });
});
