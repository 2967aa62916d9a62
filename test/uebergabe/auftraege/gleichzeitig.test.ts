import { expect, test } from "vitest";
import { mitSandkasten, naechster, umgebung } from "../mitSandkasten.ts";

mitSandkasten(4);

test("Von Aufträgen einer Art, die zugleich angelegt werden, entsteht einer, und die Absagen der anderen nennen ihn", async () => {
  const verwalter = umgebung.dienst.als("verwalter");
  const body = { art: "export", dokumentIds: [naechster()] };
  const antworten = await Promise.all(
    Array.from({ length: 4 }, () => verwalter.post<{ id: number }>("/extaccounting/jobs", body)),
  );
  const [angelegt, ...weitere] = antworten.filter(({ status }) => status === 202);
  const abgelehnt = antworten.filter(({ status }) => status !== 202);
  expect(weitere).toEqual([]);
  for (const { json } of abgelehnt)
    expect(json).toMatchObject({ status: 409, code: "auftrag_aktiv", auftragId: angelegt?.json.id });
});
