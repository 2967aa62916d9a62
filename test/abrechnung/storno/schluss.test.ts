import { afterAll, expect, test } from "vitest";
import { tagNach } from "../../../src/kern/kalender/tag.ts";
import { belegeVon, buche, pruefeNummern, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst } from "../../hilfe/mitDienst.ts";
import { exportsumme, kontostand, zeitraeume } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
afterAll(pruefeNummern);

/** 1,200.00 booked a year ahead from 1 October, ended on 31 March: the settlement gives 600.00 back. */
const abgerechnet = async (status: "aktiv" | "gekuendigt" = "aktiv") => {
  const id = await konto({ istVorauszahlend: true, pachtbeginn: "2025-10-01" });
  const jahr = await buche("2025-10-01", [id]);
  await dienst.owner`
    update pachtkonto set pachtende = '2026-03-31', status = ${status},
      gekuendigt_am = ${status === "gekuendigt" ? "2025-12-01" : null}::date,
      kuendigung_zum = ${status === "gekuendigt" ? "2026-03-31" : null}::date
    where id = ${id}`;
  const schluss = await buche("2026-04-01", [id]);
  expect(await kontostand(id)).toEqual({ status: "ausgelaufen", schlussabrechnung: "2026-04-01" });
  const schlussrechnung = (await belegeVon(id, schluss.id)).find((b) => b.belegart === "schlussrechnung");
  expect(schlussrechnung?.nettoCent).toBe(-60_000);
  return { id, jahr, schluss, schlussrechnung };
};

test("solange die Schlussabrechnung steht, ist das Jahr nicht stornierbar, und die Antwort nennt sie", async () => {
  const { id, jahr, schlussrechnung } = await abgerechnet();
  const rechnung = (await belegeVon(id)).find((b) => b.belegart === "rechnung");
  for (const body of [{ buchungslaufId: jahr.id }, { archivIds: [rechnung?.id] }]) {
    const antwort = await storniere(body);
    expect(antwort).toMatchObject({ status: 409, json: { code: "schlussabrechnung_steht", pachtkontoIds: [id] } });
    expect(antwort.json.belegnummern).toContain(schlussrechnung?.belegnummer);
  }
});

test.each(["aktiv", "gekuendigt"] as const)(
  "die Schlussabrechnung storniert: 600,00 zurück, das Konto (%s) bleibt ausgelaufen",
  async (status) => {
    const { id, schluss, schlussrechnung } = await abgerechnet(status);
    const { json } = await storniere({ archivIds: [schlussrechnung?.id] });
    expect(json).toMatchObject({
      laeufe: [{ buchungslaufId: schluss.id, status: "storniert" }],
      konten: [{ pachtkontoId: id, zeitraeume: [{ art: "schlussabrechnung", faelligkeitId: null }] }],
      summen: { paechterNettoCent: 60_000 },
    });
    expect(await kontostand(id)).toEqual({ status: "ausgelaufen", schlussabrechnung: null });
    expect(await exportsumme(schluss.id, "paechter", ["Brutto"])).toEqual([0]);
  },
);

test.each([
  ["aktiv", "2026-11-20"],
  ["gekuendigt", "2026-11-20"],
  ["gekuendigt", "2026-12-31"],
] as const)(
  "vor dem Ende abgerechnet und storniert: das Konto ist wieder %s, auch am letzten Tag (%s)",
  async (status, ende) => {
    const id = await konto({
      pachtbeginn: "2025-10-01",
      pachtende: ende,
      status,
      ...(status === "gekuendigt" && { gekuendigtAm: "2025-12-01", kuendigungZum: ende }),
    });
    const danach = tagNach(ende);
    const lauf = await buche(danach, [id]);
    expect(await kontostand(id)).toEqual({ status: "ausgelaufen", schlussabrechnung: danach });
    await storniere({ buchungslaufId: lauf.id });
    expect(await kontostand(id)).toEqual({ status, schlussabrechnung: null });
  },
);

test.each(["aktiv", "gekuendigt"] as const)(
  "noch einmal abgerechnet und wieder storniert (%s): danach auch das Jahr, ein halbes ist offen",
  async (status) => {
    const { id, jahr, schluss } = await abgerechnet(status);
    await storniere({ buchungslaufId: schluss.id });
    const nochmal = await buche("2026-04-01", [id]);
    const neue = (await belegeVon(id, nochmal.id)).find((b) => b.belegart === "schlussrechnung");
    expect(neue?.nettoCent).toBe(-60_000);
    await storniere({ buchungslaufId: nochmal.id });
    expect((await storniere({ buchungslaufId: jahr.id })).status).toBe(201);
    expect(await zeitraeume(id)).toEqual(["2025-10-01 2026-03-31 offen schlussabrechnung"]);
  },
);

test("Jahr und Schlussabrechnung in einer Anfrage: -1.200,00 und +600,00, alle Belege ergeben 0,00", async () => {
  const { id } = await abgerechnet();
  const { status, json } = await storniere({ archivIds: (await belegeVon(id)).map((b) => b.id) });
  expect(status).toBe(201);
  expect(json.summen.paechterNettoCent).toBe(-60_000);
  expect(await kontostand(id)).toEqual({ status: "ausgelaufen", schlussabrechnung: null });
  expect((await belegeVon(id)).reduce((cent, b) => cent + b.bruttoCent, 0)).toBe(0);
});

test("eine Schlussabrechnung, die das letzte Halbjahr erst abrechnet: es ist wieder offen", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", pachtende: "2026-03-31" });
  const lauf = await buche("2026-04-01", [id]);
  expect(await zeitraeume(id)).toEqual(["2025-10-01 2026-03-31 gebucht schlussabrechnung"]);
  const { json } = await storniere({ buchungslaufId: lauf.id });
  expect(json).toMatchObject({ anzahlZeitraeume: 1, anzahlBelege: 3 });
  expect(await zeitraeume(id)).toEqual(["2025-10-01 2026-03-31 offen schlussabrechnung"]);
  expect(await kontostand(id)).toEqual({ status: "ausgelaufen", schlussabrechnung: null });
});

test("eine Schlussabrechnung, die nichts zu berichtigen fand: ohne Belege, mit ihrem Lauf storniert, erst dann das Jahr", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  const jahr = await buche("2026-10-01", [id]);
  await dienst.owner`update pachtkonto set pachtende = '2026-09-30' where id = ${id}`;
  const lauf = await buche("2026-10-01", [id]);
  const zuFrueh = await storniere({ buchungslaufId: jahr.id });
  expect(zuFrueh).toMatchObject({
    status: 409,
    json: {
      code: "schlussabrechnung_steht",
      detail: expect.stringContaining(
        " beruht auf diesem Zeitraum. Bitte zuerst stornieren, was der Buchungslauf vom 20.11.2026 für dieses Pachtkonto gebucht hat.",
      ),
      belegnummern: [],
      pachtkontoIds: [id],
      buchungslaufIds: [lauf.id],
    },
  });
  const { json } = await storniere({ buchungslaufId: lauf.id });
  expect(json).toMatchObject({ anzahlZeitraeume: 1, anzahlBelege: 0, laeufe: [{ status: "storniert" }] });
  expect(await kontostand(id)).toEqual({ status: "ausgelaufen", schlussabrechnung: null });
  expect((await storniere({ buchungslaufId: jahr.id })).status).toBe(201);
  const schluss = await buche("2026-10-01", [id]);
  expect((await belegeVon(id, schluss.id))[0]).toMatchObject({ belegart: "schlussrechnung", nettoCent: 120_000 });
});
