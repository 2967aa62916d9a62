import { expect, test } from "vitest";
import { feld } from "../../../../src/technik/database/anweisung/massen.ts";
import { app, mitDatenbank } from "../../../hilfe/mitDatenbank.ts";

mitDatenbank();

test("ein Feld kommt an, wie es war: Zahlen, Tage, Zeitpunkte, Wahrheiten, Zeichen mit Bedeutung, nichts", async () => {
  const zeilen = [
    { zahl: 9_007_199_254_740_991, tag: "2026-10-01", am: "2026-10-01T10:30:00.5Z", wahr: true, wort: 'a"b\\n,{}' },
    { zahl: -1, tag: null, am: null, wahr: false, wort: "null" },
    { zahl: null, tag: "0001-01-01", am: "2026-01-01T00:00:00Z", wahr: null, wort: "" },
  ];
  const gelesen = await app`
    select s.*
    from unnest(${feld(zeilen, (z) => z.zahl)}::bigint[], ${feld(zeilen, (z) => z.tag)}::date[],
      ${feld(zeilen, (z) => z.am)}::timestamptz[], ${feld(zeilen, (z) => z.wahr)}::boolean[],
      ${feld(zeilen, (z) => z.wort)}::text[]) s (zahl, tag, am, wahr, wort)`;
  expect([...gelesen]).toEqual(zeilen);
  expect(feld([], () => 1)).toBe("{}");
});

test("was JSON stumm zu null machte, ist ein Fehler", () => {
  for (const wert of [undefined, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => feld([1, 2], (n) => (n === 2 ? (wert as number) : n))).toThrow(TypeError);
});
