import { beforeAll, expect, test } from "vitest";
import { mitDienst } from "../../hilfe/mitDienst.ts";
import { befunde, importiere, kurz, type Mappe, mitWorker, pruefe } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();

const einmalige = (gueltigVon: string, betrag: number) => ({
  importSchluessel: `E-1-${gueltigVon}`,
  pachtkonto: "E-1",
  positionsart: "Pacht",
  intervall: "einmalig",
  gueltigVon,
  gueltigBis: null,
  betrag,
});

beforeAll(() =>
  importiere({
    Pachtkonten: [
      {
        kontonummer: "E-1",
        pachtbeginn: "2026-01-01",
        pachtjahrBeginn: "01-01",
        zahlungsrhythmus: "jaehrlich",
        istVorauszahlend: false,
      },
    ],
    Positionen: [einmalige("2026-07-01", 80), einmalige("2027-10-01", 250)],
  }),
);

const hinweise = async (mappe: Mappe): Promise<string[]> => {
  const { id, fehler } = await pruefe(mappe);
  expect(fehler, (await kurz(id)).join("\n")).toBe(0);
  return (await kurz(id, "hinweis")).filter((hinweis) => hinweis.includes("einmalige_"));
};

const ende = (pachtende: string | null) => ({ Pachtkonten: [{ kontonummer: "E-1", pachtende }] });

test("rückt die Datei Beginn oder Ende, sagt der Import, welche einmalige Position nun außerhalb liegt", async () => {
  expect(await hinweise(ende("2027-10-01"))).toEqual([]);
  const erwartet = ["Pachtkonten 2 pachtende einmalige_nach_ende"];
  expect(await hinweise(ende("2027-09-30"))).toEqual(erwartet);
  const gekuendigt = {
    kontonummer: "E-1",
    status: "gekuendigt",
    gekuendigtAm: "2026-06-01",
    kuendigungZum: "2027-06-30",
  };
  expect(await hinweise({ Pachtkonten: [gekuendigt] })).toEqual(erwartet);
  const beginn = { kontonummer: "E-1", pachtbeginn: "2026-07-02" };
  expect(await hinweise({ Pachtkonten: [beginn] })).toEqual(["Pachtkonten 2 pachtbeginn einmalige_vor_beginn"]);
  const { id } = await pruefe({ Pachtkonten: [beginn] });
  expect((await befunde(id)).find(({ code }) => code === "einmalige_vor_beginn")).toMatchObject({
    text: expect.stringMatching(/^Die einmalige Position „Pacht“ vom 01\.07\.2026 liegt nun vor dem Pachtbeginn/),
    wert: "2026-07-02",
  });
});

test("auch neben ihrer unveränderten Zeile; eine geänderte läge außerhalb und ist falsch", async () => {
  expect(await hinweise({ ...ende("2027-09-30"), Positionen: [einmalige("2027-10-01", 250)] })).toHaveLength(1);
  const { id } = await pruefe({ ...ende("2027-09-30"), Positionen: [einmalige("2027-10-01", 300)] });
  expect(await kurz(id)).toEqual(["Positionen 2 gueltigVon ausserhalb"]);
});

test("beim Ausführen ebenso, und danach nicht noch einmal", async () => {
  const { id } = await importiere(ende("2027-09-30"));
  expect(await kurz(id, "hinweis")).toEqual(["Pachtkonten 2 pachtende einmalige_nach_ende"]);
  expect(await hinweise(ende("2027-09-29"))).toEqual([]);
});
