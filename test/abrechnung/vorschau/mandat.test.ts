import { beforeEach, expect, test } from "vitest";
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

const glaeubigerId = (glaeubigerId: string | null) =>
  dienst.owner`update firmendaten set ${dienst.owner({ glaeubigerId })}`;

beforeEach(() => glaeubigerId("DE98ZZZ09999999999"));

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

test("ohne Gläubiger-ID wird nichts eingezogen, sagt die Vorschau; wer nicht per Lastschrift zahlt, braucht keine", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  await glaeubigerId(null);
  await mandat("M-1", "2026-01-15");
  const text = expect.stringMatching(
    /^Anna Müller zahlt per Lastschrift, .* fehlt die Gläubiger-Identifikationsnummer: /,
  );
  expect(await hinweise(id)).toEqual([{ code: "glaeubiger_id_fehlt", text }]);
  await dienst.owner`update kontakt set zahlungsart = 'ueberweisung' where id = 1`;
  expect(await hinweise(id)).toEqual([]);
});
