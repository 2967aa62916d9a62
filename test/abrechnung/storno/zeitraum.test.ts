import { afterAll, expect, test } from "vitest";
import { belegeVon, buche, pruefeNummern, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst } from "../../hilfe/mitDienst.ts";
import { exportsumme, laufstatus, zeitraeume } from "./handgriffe.ts";

// 1,200.00 a year from 1 October 2024, billed afterwards, unless stated.
mitDienst({ stammdaten: true });
afterAll(pruefeNummern);

test("die Gutschrift für April bis September storniert alles dieses Halbjahres, 600,00, und nur das", async () => {
  const id = await konto({ zahlungsrhythmus: "halbjaehrlich" });
  const lauf = await buche("2026-10-01", [id, await konto()]);
  const gutschrift = (await belegeVon(id)).find((b) => b.belegart === "gutschrift" && b.zeitraumVon === "2025-04-01");
  const { json } = await storniere({ archivIds: [gutschrift?.id] });
  expect(json).toMatchObject({
    anzahlBelege: 3,
    konten: [{ pachtkontoId: id, zeitraeume: [{ zeitraumVon: "2025-04-01", zeitraumBis: "2025-09-30" }] }],
    laeufe: [{ buchungslaufId: lauf.id, status: "abgeschlossen" }],
    summen: { paechterNettoCent: -60_000, verpaechterBruttoCent: -60_000 },
  });
  expect(await zeitraeume(id)).toEqual([
    "2024-10-01 2025-03-31 gebucht regulaer",
    "2025-04-01 2025-09-30 offen regulaer",
    "2025-10-01 2026-03-31 gebucht regulaer",
    "2026-04-01 2026-09-30 gebucht regulaer",
    "2026-10-01 2027-03-31 offen regulaer",
  ]);
  expect(await laufstatus(lauf.id)).toBe("abgeschlossen");
});

test("der Rest des Laufs: drei Halbjahre und zwei Jahre, danach ist er storniert und ergibt 0,00", async () => {
  const id = await konto({ zahlungsrhythmus: "halbjaehrlich" });
  const lauf = await buche("2026-10-01", [id, await konto()]);
  const rechnung = (await belegeVon(id)).find((b) => b.zeitraumVon === "2025-04-01");
  await storniere({ archivIds: [rechnung?.id] });
  const rest = await storniere({ buchungslaufId: lauf.id });
  expect(rest.json).toMatchObject({ anzahlZeitraeume: 5, laeufe: [{ status: "storniert" }] });
  expect(await exportsumme(lauf.id, "paechter", ["Brutto"])).toEqual([0]);
});

test("Rechnungen aus zwei Läufen in einer Anfrage: beide Läufe sind storniert", async () => {
  const id = await konto({ pachtbeginn: "2023-10-01" });
  const laeufe = [await buche("2024-10-01", [id]), await buche("2025-10-01", [id])];
  const rechnungen = (await belegeVon(id)).filter((b) => b.belegart === "rechnung");
  const { json } = await storniere({ archivIds: rechnungen.map((b) => b.id) });
  expect(json.laeufe).toEqual(laeufe.map(({ id: buchungslaufId }) => ({ buchungslaufId, status: "storniert" })));
});

test("seither endet die Pacht am 31. März: das stornierte Jahr ist bis dahin wieder offen", async () => {
  const id = await konto({ istVorauszahlend: true, pachtbeginn: "2025-10-01" });
  const lauf = await buche("2025-10-01", [id]);
  await dienst.owner`update pachtkonto set pachtende = '2026-03-31' where id = ${id}`;
  await storniere({ buchungslaufId: lauf.id });
  expect(await zeitraeume(id)).toEqual(["2025-10-01 2026-03-31 offen schlussabrechnung"]);
});

test("ein Jahr ohne Positionen hat keine Belege und ist mit seinem Lauf storniert", async () => {
  const id = await konto({ positionen: [] });
  const lauf = await buche("2025-10-01", [id]);
  const { json } = await storniere({ buchungslaufId: lauf.id });
  expect(json).toMatchObject({ anzahlZeitraeume: 1, anzahlBelege: 0, laeufe: [{ status: "storniert" }] });
  expect(await zeitraeume(id)).toContain("2024-10-01 2025-09-30 offen regulaer");
});
