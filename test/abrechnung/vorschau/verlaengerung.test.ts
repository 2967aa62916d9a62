import { expect, test } from "vitest";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const hinweise = async (id: number) => {
  const { json } = await verwalter().get<{ data: { hinweise: { code: string }[] }[] }>(
    `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`,
  );
  return json.data.flatMap(({ hinweise: hier }) => hier.map(({ code }) => code));
};

test("wird ein Vertrag abgerechnet, der sich ohne Kündigung verlängert, sagt es die Vorschau", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", pachtende: "2026-10-31", istVorauszahlend: false });
  expect(await hinweise(id)).toEqual([]);
  await dienst.owner`update pachtkonto set verlaengerung_monate = 12 where id = ${id}`;
  expect(await hinweise(id)).toEqual(["verlaengert_sich"]);
  await dienst.owner`
    update pachtkonto set status = 'gekuendigt', gekuendigt_am = '2026-04-01', kuendigung_zum = '2026-10-31'
    where id = ${id}`;
  expect(await hinweise(id)).toEqual([]);
});
