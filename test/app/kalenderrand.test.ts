import { beforeAll, expect, test } from "vitest";
import { administrator, dienst, mitarbeiter, mitDienst, verwalter } from "../hilfe/mitDienst.ts";
import { musterwert } from "../hilfe/musterwert.ts";

mitDienst({ stammdaten: true });

const konten: number[] = [];

const legeAn = async (konto: object): Promise<void> => {
  const { status, json, text } = await mitarbeiter().post<{ id: number }>("/pachtkonten", {
    bezeichnung: `Randkonto ${konten.length}`,
    zahlungsrhythmus: "jaehrlich",
    istVorauszahlend: true,
    beteiligte: [
      { kontaktId: 1, rolle: "paechter" },
      { kontaktId: 4, rolle: "verpaechter" },
    ],
    ...konto,
  });
  expect(status, text).toBe(201);
  await mitarbeiter().post("/patchobjekte", { bezeichnung: "Feld", objektart: "acker", pachtkontoId: json.id });
  const position = { positionsartId: 1, betragCent: 120_000, intervall: "jaehrlich" };
  const { status: neu, text: warum } = await mitarbeiter().post(`/pachtkonten/${json.id}/positionen`, position);
  expect(neu, warum).toBe(201);
  konten.push(json.id);
};

const letzter = "9998-12-31";
const prozent = { art: "prozent", wertBp: 100, alleMonate: 1200 };
const staffel = { art: "staffel", stufen: [{ ab: letzter, prozentBp: 100 }] };

/** Days at both ends of what can be entered, with the longest steps that there are. */
beforeAll(async () => {
  await legeAn({ pachtbeginn: letzter });
  await legeAn({ pachtbeginn: "9998-02-01", pachtende: letzter, wertsicherung: prozent });
  await legeAn({ pachtbeginn: "2026-10-01", pachtende: letzter, vertragsart: "landpacht", verlaengerungMonate: 24 });
  await legeAn({ pachtbeginn: "2026-10-01", pachtende: letzter, verlaengerungMonate: 1200, wertsicherung: staffel });
  await legeAn({ pachtbeginn: "2026-10-01", pachtende: letzter, vertragsschlussAm: letzter, pachtjahrBeginn: "02-01" });
  await legeAn({
    pachtbeginn: "2026-10-01",
    vertragsschlussAm: "1900-01-01",
    kuendigungsregel: { monate: 36, zum: "pachtjahr" },
  });
  await legeAn({ pachtbeginn: "1900-01-01", pachtende: "1903-06-30", istVorauszahlend: false });
  await legeAn({ pachtbeginn: "1900-01-01", pachtende: "1900-01-01", vertragsform: "muendlich" });
  await legeAn({ pachtbeginn: "1900-01-01", wertsicherung: prozent, zahlungsrhythmus: "monatlich" });
  await legeAn({ pachtbeginn: "1960-10-01", pachtende: letzter, zahlungsrhythmus: "vierteljaehrlich" });
});

test("Kein Konto am Rand des Kalenders bringt eine Liste, eine Summe oder sich selbst zu Fall", async () => {
  const wege = Object.entries(dienst.dokument.paths).flatMap(([muster, { get }]) => {
    if (!get || /\{(?!id\})/.test(muster)) return [];
    const pflicht = (get.parameters ?? []).filter((parameter) => parameter.in === "query" && parameter.required);
    const query = pflicht.map(({ name, schema }) => `${name}=${musterwert(dienst.dokument, schema)}`).join("&");
    const ids = muster.includes("{id}") ? (muster.startsWith("/pachtkonten/") ? konten : []) : [0];
    return ids.map((id) => `${muster.replace("{id}", String(id))}?${query}`);
  });
  expect(wege.filter((weg) => weg.startsWith("/pachtkonten/")).length).toBeGreaterThan(4 * konten.length);
  for (const weg of wege) {
    const { status, text } = await administrator().get(weg);
    expect(status, `${weg} ${text.slice(0, 300)}`).not.toBe(500);
  }
}, 120_000);

test.each(["berufsunfaehigkeit", "tod", "verzug", "fortsetzung"])(
  "ein Ereignis am letzten Tag: %s",
  async (ereignis) => {
    for (const id of konten) {
      const { status, text } = await mitarbeiter().get(
        `/pachtkonten/${id}/sonderfristen?ereignis=${ereignis}&tag=${letzter}`,
      );
      expect([200, 409], text).toContain(status);
    }
  },
);

test("Vorschau, Termine und Vorschläge bis zum letzten Tag, den man nennen kann", async () => {
  for (const weg of [
    `/abrechnung/vorschau?datum=${letzter}`,
    "/abrechnung/vorschau?datum=1900-01-01",
    `/abrechnung/hebungsvorschlaege?bis=${letzter}`,
    `/abrechnung/naechste-termine?bis=${letzter}`,
  ]) {
    const { status, text } = await administrator().get(weg);
    expect(status, `${weg} ${text.slice(0, 300)}`).not.toBe(500);
  }
});

test("eine Fassung gilt vom ersten Tag an, den man nennen kann, und wieder von jeher", async () => {
  for (const id of konten) {
    const pfad = `/pachtkonten/${id}/positionen`;
    const [position] = (await mitarbeiter().get<{ id: number }[]>(pfad)).json;
    for (const gueltigVon of ["1900-01-01", null]) {
      const { status, text } = await mitarbeiter().put(`${pfad}/${position?.id}`, { gueltigVon });
      expect(status, text).toBe(200);
    }
  }
});

test("gekündigt wird auch am letzten Tag, verlängert nicht darüber hinaus", async () => {
  for (const id of konten) {
    const kuendigung = { status: "gekuendigt", gekuendigtAm: letzter, kuendigungZum: letzter };
    const { status, text } = await verwalter().put(`/pachtkonten/${id}`, kuendigung);
    expect([200, 400, 409], text).toContain(status);
    expect((await mitarbeiter().get(`/pachtkonten/${id}`)).status).toBe(200);
  }
});
