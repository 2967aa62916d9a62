import { expect, test } from "vitest";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const suche = async (search: string): Promise<number[]> => {
  const { json } = await verwalter().get<{ data: { id: number }[]; pagination: { total: number } }>(
    `/abrechnung/archiv?search=${encodeURIComponent(search)}&sort=id`,
  );
  expect(json.pagination.total, search).toBe(json.data.length);
  return json.data.map(({ id }) => id);
};

const ids = (belege: { id: number }[]) => belege.map(({ id }) => id).sort((a, b) => a - b);

test("jedes Wort steht in der Nummer oder bei Empfänger und Konto, auch ein kurzes, auch bei einem Storno", async () => {
  const id = await konto({ kontonummer: "WEST-81" });
  const anderes = await konto({ kontonummer: "OST-82" });
  await buche("2025-10-01", [id, anderes]);
  const [rechnung] = await belegeVon(id);
  const { buchungslaufId = "", belegnummer = "" } = rechnung ?? {};
  expect((await storniere({ buchungslaufId, pachtkontoIds: [id] })).status).toBe(201);

  const belege = await belegeVon(id);
  const storno = belege.filter(({ stornoVonId }) => stornoVonId !== null);
  expect(storno).toHaveLength(3);
  expect(await suche("west-81")).toEqual(ids(belege));
  expect(await suche("-81 West")).toEqual(ids(belege));
  expect(await suche("81")).toEqual(ids(belege));
  expect(await suche(`${belegnummer} west`)).toEqual([rechnung?.id]);
  expect(await suche(`${belegnummer} ost-82`)).toEqual([]);
  expect(await suche(belegnummer.slice(3))).toContain(rechnung?.id);
  expect(await suche("sg- west-81")).toEqual(ids(storno.filter(({ belegart }) => belegart === "stornogutschrift")));
});

test("wer umbenannt wird, wird auf jedem Beleg so gefunden, wie er damals hieß", async () => {
  const id = await konto({
    kontonummer: "DAUER-9",
    pachtbeginn: "2024-10-01",
    istVorauszahlend: true,
    paechter: [[1, null, null]],
  });
  await buche("2024-10-01", [id]);
  const erste = await belegeVon(id);
  await buche("2025-10-01", [id]);
  expect(await suche("mueller dauer-9")).toHaveLength(2);

  expect((await verwalter().put("/kontakte/1", { nachname: "Zinnober" })).status).toBe(200);
  await buche("2026-10-01", [id]);
  expect(await suche("mueller dauer-9")).toHaveLength(2);
  expect(await suche("zinnober dauer-9")).toHaveLength(1);
  expect(await suche("dauer-9")).toEqual(ids(await belegeVon(id)));
  expect((await belegeVon(id)).length).toBeGreaterThan(2 * erste.length);
});
