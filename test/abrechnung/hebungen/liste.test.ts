import { describe, expect, test } from "vitest";
import { dienst, konto, pruefer } from "../../hilfe/mitDienst.ts";
import { jedeOrdnung, lehntUnbekanntesAb, type Sortierbar } from "../../hilfe/sortieren.ts";
import { abgeschlossen, geplant, mitUmlage } from "./handgriffe.ts";

mitUmlage();

describe("Liste der Hebungen", () => {
  test("nach jedem Feld auf- und absteigend, auch gefiltert, Leeres zuletzt", async () => {
    const konten = [await konto(), await konto(), await konto(), await konto()];
    const [erstes = 0] = konten;
    for (const [i, id] of konten.entries()) {
      await abgeschlossen(id, { wirksamAb: i % 2 ? "2027-04-01" : "2026-12-01" });
      await geplant(id, { wirksamAb: "2028-04-01" });
      await geplant(id, { wirksamAb: i % 2 ? "2028-10-01" : "2029-04-01" });
    }
    const zeilen = [
      ...(await dienst.owner<(Sortierbar & { status: string; pachtkontoId: number })[]>`
        select id, wirksam_ab, abgeschlossen_am, status, pachtkonto_id from hebung`),
    ];
    const felder = ["wirksamAb", "abgeschlossenAm", "id"];
    const geplante = zeilen.filter(({ status }) => status === "geplant");
    const desErsten = zeilen.filter(({ pachtkontoId }) => pachtkontoId === erstes);
    await jedeOrdnung("/abrechnung/hebungen", felder, "-wirksamAb", zeilen);
    await jedeOrdnung("/abrechnung/hebungen?status=geplant", felder, "-wirksamAb", geplante);
    await jedeOrdnung(`/abrechnung/hebungen?pachtkontoId=${erstes}`, felder, "-wirksamAb", desErsten);
    await lehntUnbekanntesAb("/abrechnung/hebungen");
  });

  test("zeigt jede Hebung so, wie sie sich einzeln liest", async () => {
    await geplant(await konto(), { art: "index", wertBp: undefined, indexBasis: "100.0", indexNeu: "119.3" });
    const { json } = await pruefer().get<{ data: { id: number }[] }>("/abrechnung/hebungen?limit=500");
    expect(json.data.length).toBeGreaterThan(0);
    for (const eine of json.data) expect((await pruefer().get(`/abrechnung/hebungen/${eine.id}`)).json).toEqual(eine);
  });
});
