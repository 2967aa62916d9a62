import { afterAll, expect, test } from "vitest";
import type { ArchivEintragDetail } from "../../../src/belege/archiv/schema.ts";
import { belegeVon, buche, pruefeNummern, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { zweiUndZwei } from "../../hilfe/saat.ts";
import { betraege, exportsumme, laufstatus, zeitraeume } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
afterAll(pruefeNummern);

/**
 * Booked on 1 October 2026 for the year before, and cancelled: 1,200.00 that are passed on, 100.00 + 19.00 that are
 * kept; lessees by 1/3 and 2/3, lessors by halves, of whom each pays 30.00 + 5.70 as a fee of 5 %.
 */
const storniertesJahr = async () => {
  const id = await konto(zweiUndZwei);
  const lauf = await buche("2026-10-01", [id]);
  const gebucht = await belegeVon(id);
  const antwort = await storniere({ buchungslaufId: lauf.id });
  expect(antwort.status, antwort.text).toBe(201);
  const alle = await belegeVon(id);
  return {
    id,
    laufId: lauf.id,
    antwort: antwort.json,
    gebucht,
    originale: alle.filter((beleg) => beleg.stornoVonId === null),
    stornos: alle.filter((beleg) => beleg.stornoVonId !== null),
  };
};

test("zu jedem Beleg ein Storno mit eigener Nummer, auf den Cent und mit umgekehrtem Vorzeichen", async () => {
  const { gebucht, stornos } = await storniertesJahr();
  expect(betraege(gebucht)).toEqual([
    ["rechnung", 1, 43_333, 43_966, null],
    ["rechnung", 2, 86_667, 87_934, null],
    ["gutschrift", 4, 60_000, 60_000, 56_430],
    ["gebuehrenrechnung", 4, 3_000, 3_570, null],
    ["gutschrift", 5, 60_000, 60_000, 56_430],
    ["gebuehrenrechnung", 5, 3_000, 3_570, null],
  ]);
  expect(betraege(stornos)).toEqual([
    ["stornorechnung", 1, -43_333, -43_966, null],
    ["stornorechnung", 2, -86_667, -87_934, null],
    ["stornogutschrift", 4, -60_000, -60_000, -56_430],
    ["stornorechnung", 4, -3_000, -3_570, null],
    ["stornogutschrift", 5, -60_000, -60_000, -56_430],
    ["stornorechnung", 5, -3_000, -3_570, null],
  ]);
  expect(stornos.map((b) => b.belegnummer)).toEqual([
    "ST-2026-000001",
    "ST-2026-000002",
    "SG-2026-000001",
    "ST-2026-000003",
    "SG-2026-000002",
    "ST-2026-000004",
  ]);
});

test("ein Storno ist für die Zeit seines Originals, auch wo die kürzer ist als der Zeitraum des Kontos", async () => {
  const id = await konto({
    pachtbeginn: "2025-10-01",
    positionen: [{ positionsartId: 1, betragCent: 120_000, gueltigVon: "2026-03-01" }],
  });
  const { id: laufId } = await buche("2026-10-01", [id]);
  await storniere({ buchungslaufId: laufId });
  const belege = await belegeVon(id);
  expect(belege.filter(({ stornoVonId }) => stornoVonId !== null).length).toBe(belege.length / 2);
  for (const { belegart, zeitraumVon, zeitraumBis, leistungVon, leistungBis } of belege)
    expect([zeitraumVon, zeitraumBis, leistungVon, leistungBis], belegart).toEqual([
      "2025-10-01",
      "2026-09-30",
      "2026-03-01",
      "2026-09-30",
    ]);
});

test("die Antwort nennt Lauf, Zeitraum und Belege; die Pächter bekommen 1.319,00 gutgeschrieben", async () => {
  const { id, laufId, gebucht, antwort } = await storniertesJahr();
  expect(antwort).toMatchObject({
    belegdatum: heute,
    grund: "Falscher Stichtag",
    laeufe: [{ buchungslaufId: laufId, status: "storniert" }],
    anzahlKonten: 1,
    anzahlZeitraeume: 1,
    anzahlBelege: 6,
    summen: {
      paechterNettoCent: -130_000,
      paechterSteuerCent: -1_900,
      paechterBruttoCent: -131_900,
      verpaechterBruttoCent: -120_000,
      gebuehrBruttoCent: -7_140,
      auszahlungCent: -112_860,
    },
    konten: [{ pachtkontoId: id, zeitraeume: [{ zeitraumVon: "2025-10-01", zeitraumBis: "2026-09-30" }] }],
    extern: [],
    zahlungsdateien: [],
  });
  expect(antwort.belege.map(({ stornoVonId }) => stornoVonId)).toEqual(gebucht.map((beleg) => beleg.id));
});

test("Beleg und Storno nennen einander, die Gutschrift auch den Storno ihrer Gebührenrechnung", async () => {
  const { laufId, originale, stornos } = await storniertesJahr();
  expect(stornos[2]?.gebuehrBelegId).toBe(stornos[3]?.id);
  expect(stornos).toHaveLength(6);
  for (const storno of stornos)
    expect(storno).toMatchObject({ buchungslaufId: laufId, stornoVonBuchungslaufId: laufId });
  expect(originale).toHaveLength(6);
  for (const original of originale)
    expect(original.storniertDurchId).toBe(stornos.find((s) => s.stornoVonId === original.id)?.id);
});

test("jede Zeile und jede Steuer kehrt ihr Vorzeichen um; der Grund steht beim Storno allein", async () => {
  const { gebucht, stornos } = await storniertesJahr();
  const lies = async (id: number | undefined) =>
    (await verwalter().get<ArchivEintragDetail>(`/abrechnung/archiv/${id}`)).json;
  const [original, storno] = [await lies(gebucht[0]?.id), await lies(stornos[0]?.id)];
  expect(storno.zeilen).toEqual(original.zeilen.map((z) => ({ ...z, nettoCent: -z.nettoCent })));
  expect(storno.steuergruppen).toEqual(
    original.steuergruppen.map((g) => ({ ...g, nettoCent: -g.nettoCent, steuerCent: 0 - g.steuerCent })),
  );
  expect([original.stornoGrund, storno.stornoGrund]).toEqual([null, "Falscher Stichtag"]);
});

test("der Lauf ist storniert, seine Exporte ergeben 0,00, das Jahr ist wieder offen", async () => {
  const { id, laufId } = await storniertesJahr();
  expect(await laufstatus(laufId)).toBe("storniert");
  expect(await exportsumme(laufId, "paechter", ["Netto", "Steuer", "Brutto"])).toEqual([0, 0, 0]);
  expect(await exportsumme(laufId, "verpaechter", ["Netto", "Steuer", "Brutto", "Auszahlung"])).toEqual([0, 0, 0, 0]);
  expect(await zeitraeume(id)).toContain("2025-10-01 2026-09-30 offen regulaer");
});

test("noch einmal gebucht sind es dieselben Cent unter neuen Nummern, und auch sie sind stornierbar", async () => {
  const { id, gebucht } = await storniertesJahr();
  const zweiter = await buche("2026-10-01", [id]);
  const neue = (await belegeVon(id)).filter((beleg) => beleg.buchungslaufId === zweiter.id);
  expect(betraege(neue)).toEqual(betraege(gebucht));
  const alteNummern = gebucht.map((b) => b.belegnummer);
  expect(neue.filter((b) => alteNummern.includes(b.belegnummer))).toEqual([]);
  expect((await storniere({ archivIds: [neue[0]?.id] })).status).toBe(201);
});

test("der Grund steht im Audit-Log, und der Worker schreibt die Stornobelege", async () => {
  const lauf = await buche("2025-10-01", [await konto()]);
  await storniere({ buchungslaufId: lauf.id });
  const [eintrag] = await dienst.owner<{ werte: string }[]>`
    select werte
    from auditlog left join auditwert on auditlog_id = id
    where aktion = 'stornieren' and ressource_id = ${lauf.id}`;
  expect(JSON.parse(String(eintrag?.werte))).toContainEqual({ feld: "grund", alt: null, neu: "Falscher Stichtag" });
  const auftraege = await dienst.owner`
    select from jobs.job where name = 'pdf-lauf' and data ->> 'buchungslaufId' = ${lauf.id}`;
  expect(auftraege).toHaveLength(2);
});

test("zweimal unter einem Idempotency-Key gesendet ist es ein Storno", async () => {
  const lauf = await buche("2025-10-01", [await konto()]);
  const kopf = { "Idempotency-Key": `storno-${lauf.id}` };
  const erste = await storniere({ buchungslaufId: lauf.id }, kopf);
  const zweite = await storniere({ buchungslaufId: lauf.id }, kopf);
  expect([erste.status, zweite.status]).toEqual([201, 201]);
  expect(zweite.json).toEqual(erste.json);
});
