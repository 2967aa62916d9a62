import { expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import type { Replik } from "../../src/technik/database/replik.ts";
import { dienst, konto, mitDienst, verwalter } from "../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

/** A copy that is there and never far enough: what matters here is how far it is said that it must be. */
const kopie = { hatErreicht: async () => false, holtAuf: async () => false } as unknown as Replik;

/** Whether the session remembers, once this is answered, how far the database has written. */
const vermerkt = async (pfad: string): Promise<boolean> => {
  await dienst.owner`update sitzung set geschrieben_bis = '0/0'`;
  const app = buildApp({ ...dienst.deps, replik: kopie });
  const { status } = await app.request(`/api${pfad}`, { headers: { cookie: "service.sid=sitzung-verwalter" } });
  expect(status, pfad).toBe(200);
  const [zeile] = await dienst.owner<{ n: number }[]>`
    select count(*)::int n from sitzung where geschrieben_bis > '0/0'`;
  return zeile?.n === 1;
};

test("wer sieht, dass ein Auftrag fertig ist, findet danach auch in der Lesekopie, was er tat", async () => {
  await konto();
  const { json: lauf } = await verwalter().post<{ id: string }>("/abrechnung/buchen", { datum: "2026-11-20" });
  const { json: auftraege } = await verwalter().get<{ data: { id: number }[] }>("/betrieb/auftraege");
  const zeigen = [
    "/betrieb/auftraege",
    `/betrieb/auftraege/${auftraege.data[0]?.id}`,
    "/betrieb/zeitplaene",
    "/extaccounting/jobs",
    `/abrechnung/buchungslaeufe/${lauf.id}`,
  ];
  for (const pfad of zeigen) expect(await vermerkt(pfad), pfad).toBe(true);
  expect(await vermerkt("/kontakte")).toBe(false);
});
