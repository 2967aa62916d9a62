import { expect, test } from "vitest";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const hinweise = async (id: number) => {
  const { json } = await verwalter().get<{ data: { hinweise: { code: string; text: string }[] }[] }>(
    `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`,
  );
  return json.data[0]?.hinweise ?? [];
};
const mandat = (sepaMandatReferenz: string, sepaMandatDatum: string) =>
  dienst.owner`
    update kontakt
    set ${dienst.owner({ zahlungsart: "lastschrift", iban: "DE02120300000000202051", sepaMandatReferenz, sepaMandatDatum })}
    where id = 1`;

test("ein Mandat, mit dem sich nicht einziehen lässt, nennt die Vorschau", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  await mandat("M-1", "2026-01-15");
  expect(await hinweise(id)).toEqual([]);
  // Signed after the amount was due, but before it is collected.
  await mandat("M/1 (neu)", heute);
  expect(await hinweise(id)).toEqual([]);
  await mandat("Müller_1", "2024-01-15");
  const referenz = expect.stringContaining("„Müller_1“ von Anna Müller hat eine Referenz, die SEPA nicht zulässt");
  expect(await hinweise(id)).toEqual([{ code: "mandat_unbrauchbar", text: referenz }]);
  await mandat("M-1", "2028-01-01");
  const kuenftig = expect.stringMatching(/ist vom \d\d\.\d\d\.\d{4}: Was vorher zu zahlen ist, wird nicht eingezogen/);
  expect(await hinweise(id)).toEqual([{ code: "mandat_unbrauchbar", text: kuenftig }]);
});
