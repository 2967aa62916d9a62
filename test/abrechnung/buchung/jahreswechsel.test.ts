import { expect, test } from "vitest";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const nummern = async (id: number) =>
  (await belegeVon(id)).map(({ belegnummer, belegdatum }) => `${belegnummer} vom ${belegdatum}`).sort();

test("um Mitternacht in Berlin wechselt das Jahr der Nummern, nicht um Mitternacht in Greenwich", async () => {
  const saat = { pachtbeginn: "2025-10-01", verpaechter: [] };
  const [alt, neu] = [
    await konto({ ...saat, positionen: [{ positionsartId: 2, betragCent: 10_000 }] }),
    await konto({ ...saat, positionen: [{ positionsartId: 2, betragCent: 10_000 }] }),
  ];
  dienst.stelle("2026-12-31", "22:59");
  const { id: laufId } = await buche("2026-10-01", [alt]);
  expect(await nummern(alt)).toEqual(["RE-2026-000001 vom 2026-12-31"]);
  dienst.stelle("2026-12-31", "23:00");
  await buche("2026-10-01", [neu]);
  expect(await nummern(neu)).toEqual(["RE-2027-000001 vom 2027-01-01"]);
  await storniere({ buchungslaufId: laufId });
  expect(await nummern(alt)).toEqual(["RE-2026-000001 vom 2026-12-31", "ST-2027-000001 vom 2027-01-01"]);
  // The day of the run gives number and archive their year, and nothing else of the document.
  const [a, b] = [(await belegeVon(alt))[0], (await belegeVon(neu))[0]];
  expect([a?.zeitraumVon, a?.zeitraumBis, a?.bruttoCent]).toEqual([b?.zeitraumVon, b?.zeitraumBis, b?.bruttoCent]);
  const jahr = async (year: number) =>
    (await verwalter().get<{ pagination: { total: number } }>(`/abrechnung/archiv?year=${year}`)).json.pagination.total;
  expect([await jahr(2026), await jahr(2027)]).toEqual([1, 2]);
});
