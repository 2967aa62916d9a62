import { describe, expect, test } from "vitest";
import { hebungsverluste, verlustInWorten } from "../../../../src/kern/pacht/hebung/hebungsverlust.ts";
import type { AktiveHebung, PositionVersion } from "../../../../src/kern/pacht/typen.ts";
import { hebung, position } from "../muster.ts";

// 1,200.00 a year; 10 % more from 1 April 2025 unless another increase is named.

const verluste = (nachher: PositionVersion[], hebungen: AktiveHebung[] = [hebung()], vorher = [position()]) =>
  hebungsverluste(vorher, nachher, hebungen, 1).map(({ code, hebung: { id } }) => [code, id]);

const andere = position({ id: 2, ursprungId: 2 });

describe("was eine Änderung einer Position aktiven Hebungen nimmt", () => {
  test.each<[string, PositionVersion[], string | undefined]>([
    ["nichts, wenn der Betrag nur ein anderer wird", [position({ betragCent: 90_000 })], undefined],
    ["nichts, wenn sie nach der Hebung endet", [position({ gueltigBis: "2025-12-31" })], undefined],
    ["nichts, wenn sie am Tag der Hebung endet", [position({ gueltigBis: "2025-04-01" })], undefined],
    ["ihre Wirkung, wenn die Position 0 wird", [position({ betragCent: 0 })], "hebung_ohne_wirkung"],
    [
      "ihre letzte Position, wenn sie vor der Hebung endet",
      [position({ gueltigBis: "2025-03-31" })],
      "hebung_ohne_position",
    ],
    [
      "ihre Wirkung, wenn sie vor der Hebung endet, aber eine andere bleibt",
      [position({ gueltigBis: "2025-03-31" }), andere],
      "hebung_ohne_wirkung",
    ],
    [
      "ihre Wirkung, wenn ab dem Tag der Hebung eine Fassung über 0 gilt",
      [
        position({ gueltigBis: "2025-03-31" }),
        position({ id: 3, ursprungId: 1, gueltigVon: "2025-04-01", betragCent: 0 }),
      ],
      "hebung_ohne_wirkung",
    ],
  ])("%s", (_, nachher, code) => {
    const vorher = nachher.includes(andere) ? [position(), andere] : [position()];
    expect(verluste(nachher, [hebung()], vorher)).toEqual(code === undefined ? [] : [[code, 1]]);
  });

  test("einer Hebung um einen Betrag fehlt, was sie verteilt, wenn alles 0 ist", () => {
    const umBetrag = hebung({ art: "betrag", wertBp: null, betragCent: 12_000 });
    expect(verluste([position({ betragCent: 0 })], [umBetrag])).toEqual([["hebung_ohne_basis", 1]]);
  });

  test("was schon so war, wird nicht noch einmal gesagt, und von mehreren jede für sich", () => {
    const null_ = [position({ betragCent: 0 })];
    expect(verluste(null_, [hebung()], null_)).toEqual([]);
    const zweite = hebung({ id: 2, wirksamAb: "2026-04-01" });
    const endet = [position({ gueltigBis: "2025-12-31" })];
    expect(verluste(endet, [hebung(), zweite])).toEqual([["hebung_ohne_position", 2]]);
    expect(verluste(null_, [hebung(), zweite])).toEqual([
      ["hebung_ohne_wirkung", 1],
      ["hebung_ohne_wirkung", 2],
    ]);
  });

  test("eine Hebung, die diese Position nicht nennt, verliert nichts", () => {
    const nurAndere = hebung({ positionIds: [2] });
    expect(verluste([position({ betragCent: 0 }), andere], [nurAndere], [position(), andere])).toEqual([]);
  });

  test("in Worten nennt sie Nummer und Tag", () => {
    expect(verlustInWorten({ code: "hebung_ohne_wirkung", hebung: hebung({ id: 7 }) })).toBe(
      "Die aktive Hebung 7 ändert diese Position nicht mehr: Am 01.04.2025 ist sie 0 oder gilt nicht.",
    );
  });
});
