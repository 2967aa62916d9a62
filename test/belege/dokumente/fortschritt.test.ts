import { expect, test } from "vitest";
import { saeLauf } from "../../hilfe/archiv.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";
import { person } from "../../hilfe/musterbrief.ts";

mitDienst();

type Stand = { id: string; pdfErstellt: number; pdfFehlgeschlagen: number; schreiben: object };

test("ein Lauf zählt seine Schreiben: jedes einmal, auch wenn zwei es zugleich abrufen oder es wieder scheitert", async () => {
  const unlesbar = { ...person, nachname: "山田", anzeigename: "山田" };
  const { laufId, belegIds } = await saeLauf(dienst.owner, [
    { belegart: "rechnung", nettoCent: 100 },
    { belegart: "rechnung", nettoCent: 200, empfaenger: unlesbar },
    { belegart: "rechnung", nettoCent: 300 },
  ]);
  const pruefer = dienst.als("pruefer");
  const hole = async (id: number | undefined) => (await pruefer.get(`/abrechnung/archiv/${id}/pdf`)).status;
  const [gut, schlecht] = belegIds;
  expect(await Promise.all([hole(gut), hole(gut), hole(schlecht), hole(schlecht)])).toEqual([200, 200, 409, 409]);
  const { json } = await pruefer.get<Stand>(`/abrechnung/buchungslaeufe/${laufId}`);
  expect(json).toMatchObject({
    pdfErstellt: 1,
    pdfFehlgeschlagen: 1,
    schreiben: { anzahl: 3, erstellt: 1, fehlgeschlagen: 1, offen: 1 },
  });
  const liste = await pruefer.get<Stand[]>("/abrechnung/buchungslaeufe");
  expect(liste.json.find(({ id }) => id === laufId)).toMatchObject({ pdfErstellt: 1, pdfFehlgeschlagen: 1 });
});
