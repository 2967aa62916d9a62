import { expect, test } from "vitest";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const hinweise = async (id: number) => {
  const { json } = await verwalter().get<{ data: { hinweise: { code: string; text: string }[] }[] }>(
    `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`,
  );
  return json.data[0]?.hinweise.map(({ code, text }) => `${code}: ${text}`) ?? [];
};

test("ein Steuersatz, den keine Positionsart hat, fällt in der Vorschau auf", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", positionen: [{ positionsartId: 2, betragCent: 10_000 }] });
  expect(await hinweise(id)).toEqual([]);
  await dienst.owner`
    update pachtkonto_position set steuersatz_bp = 1650, bezeichnung = 'Stellplatz' where pachtkonto_id = ${id}`;
  expect(await hinweise(id)).toEqual([
    expect.stringMatching(/^steuersatz_ungewoehnlich: „Stellplatz“ hat 16,5.% Umsatzsteuer; keine Positionsart/),
  ]);
});

test("eine Minderung über der Pacht fällt in der Vorschau auf", async () => {
  const positionen = [
    { positionsartId: 1, betragCent: 10_000 },
    { positionsartId: 1, betragCent: -12_550 },
  ];
  expect(await hinweise(await konto({ pachtbeginn: "2025-10-01", positionen }))).toEqual([
    expect.stringMatching(/^summe_negativ: Die Pächter schulden für diesen Zeitraum -25,50.€/),
  ]);
});
