import { expect, test } from "vitest";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

type Grund = { code: string; text: string };

mitDienst({ stammdaten: true });

const gruende = async (id: number): Promise<Grund[]> => {
  const { json } = await verwalter().get<{ data: { gruende: Grund[] }[] }>(
    `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`,
  );
  return json.data[0]?.gruende ?? [];
};
const texte = async (id: number) => (await gruende(id)).map(({ text }) => text);

test("fehlt ein Pächter oder stimmen die Anteile nicht, nennt die Vorschau die Tage", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", verpaechter: [[4, 1, 2]] });
  await dienst.owner`
    update pachtkonto_beteiligter set gueltig_von = '2025-11-01', gueltig_bis = '2026-05-31'
    where pachtkonto_id = ${id} and rolle = 'paechter'`;
  expect(await texte(id)).toEqual([
    "Die Anteile der Verpächter ergeben vom 01.10.2025 bis 30.09.2026 zusammen nicht 1: bitte bei den Beteiligten berichtigen.",
    "Ein Pächter fehlt vom 01.10.2025 bis 31.10.2025 und vom 01.06.2026 bis 30.09.2026: bitte bei den Beteiligten eintragen.",
  ]);
});

test("wem etwas fehlt, nennt die Vorschau beim Namen, auch in den Gruppen und der Liste der Konten", async () => {
  await dienst.owner`update kontakt set ort = null where id in (1, 5)`;
  await dienst.owner`update kontakt set umsatzsteuer_status = null where id = 4`;
  await dienst.owner`update positionsart set weiterleitung = true where id = 2`;
  const id = await konto({
    kontonummer: "G-1",
    pachtbeginn: "2025-10-01",
    verpaechter: [
      [4, 1, 2],
      [5, 1, 2],
    ],
    positionen: [
      { positionsartId: 1, betragCent: 120_000 },
      { positionsartId: 2, betragCent: 10_000 },
    ],
  });
  const alle = await gruende(id);
  expect(alle.map(({ code }) => code)).toEqual(["anschrift_fehlt", "steuerstatus_verpaechter"]);
  expect(alle[0]?.text).toMatch(/^Die Anschrift von Anna Müller und Emil Zander ist unvollständig: /);
  expect(alle[1]?.text).toMatch(/ fehlt der Umsatzsteuerstatus von Dora Wolf, /);
  const gruppen = await verwalter().get<{
    nichtAbrechenbar: { gruende: Grund[] }[];
    nichtAbrechenbarGruende: Grund[];
  }>(`/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${id}`);
  expect(gruppen.json.nichtAbrechenbar[0]?.gruende).toEqual(alle);
  expect(gruppen.json.nichtAbrechenbarGruende[0]?.text).toMatch(/^Die Anschrift eines Empfängers ist unvollständig: /);
  const liste = await verwalter().get<{ data: { gruende: Grund[] }[] }>("/pachtkonten/abrechnung-liste?search=G-1");
  expect(liste.json.data[0]?.gruende).toEqual(alle);
  // A run stays for ten years, and names nobody.
  const lauf = await verwalter().post<{ nichtAbrechenbar: { gruende: Grund[] }[] }>("/abrechnung/buchen", {
    datum: heute,
    auswahl: [id],
  });
  expect(lauf.json.nichtAbrechenbar[0]?.gruende[0]?.text).toMatch(/^Die Anschrift eines Empfängers /);
});

test("eine Hebung ohne Betrag nennt die Vorschau in der Einzahl, zwei in der Mehrzahl", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  const hebe = async (wirksamAb: string): Promise<number> => {
    const [zeile] = await dienst.owner<{ id: number }[]>`
      insert into hebung (pachtkonto_id, art, betrag_cent, wirksam_ab, status)
      values (${id}, 'betrag', 1200, ${wirksamAb}, 'aktiv') returning id`;
    return Number(zeile?.id);
  };
  await dienst.owner`update pachtkonto_position set betrag_cent = 0 where pachtkonto_id = ${id}`;
  const erste = await hebe("2026-01-01");
  const sonst = "gibt es keinen Betrag, der sich ändern ließe, oder der neue wäre größer als 10 Milliarden Euro";
  expect(await texte(id)).toEqual([
    `Für die Hebung ${erste} zum 01.01.2026 ${sonst}: bitte berichtigen oder zurückziehen.`,
  ]);
  const zweite = await hebe("2026-04-01");
  expect(await texte(id)).toEqual([
    `Für die Hebungen ${erste} zum 01.01.2026 und ${zweite} zum 01.04.2026 ${sonst}: bitte berichtigen oder zurückziehen.`,
  ]);
});
