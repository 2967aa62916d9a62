import { beforeAll, describe, expect, test } from "vitest";
import { saeLauf } from "../../hilfe/archiv.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";
import { jedeOrdnung, lehntUnbekanntesAb, type Sortierbar } from "../../hilfe/sortieren.ts";

mitDienst();

const tage = ["2025-12-31", "2026-11-20", "2027-01-04"];

beforeAll(async () => {
  for (let lauf = 0; lauf < 4; lauf += 1)
    await saeLauf(
      dienst.owner,
      [0, 1, 2, 3, 4].map((i) => ({
        belegart: i % 2 ? "gutschrift" : "rechnung",
        nettoCent: [119_900, 84_000, -5_000][(lauf + i) % 3] ?? 0,
        belegdatum: tage[(lauf * 2 + i) % 3] ?? "",
      })),
    );
});

describe("Liste der Belege", () => {
  test("nach jedem Feld auf- und absteigend, auch nach Jahr gefiltert", async () => {
    const belege = [
      ...(await dienst.owner<(Sortierbar & { belegdatum: string })[]>`
        select id, belegdatum, belegnummer, brutto_cent from archiv_beleg`),
    ];
    const felder = ["belegdatum", "belegnummer", "bruttoCent", "id"];
    const aus2026 = belege.filter(({ belegdatum }) => belegdatum.startsWith("2026"));
    expect(aus2026.length).toBeGreaterThan(3);
    await jedeOrdnung("/abrechnung/archiv", felder, "-belegdatum", belege);
    await jedeOrdnung("/abrechnung/archiv?year=2026", felder, "-belegdatum", aus2026);
    await lehntUnbekanntesAb("/abrechnung/archiv");
  });
});
