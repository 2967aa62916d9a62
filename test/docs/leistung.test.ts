import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { alsTabelle, type Messwert } from "../bench/bericht.ts";
import { wurzel } from "./seiten.ts";

const seite = readFileSync(path.join(wurzel, "docs/leistung.md"), "utf8");

const zeile = (messwert: Partial<Messwert>): string =>
  alsTabelle([{ was: "Vorschau", umfang: "45,823 accounts", wert: 2.904, einheit: "s", ...messwert }]).split("\n")[2] ??
  "";

test("eine Zeile des Berichts sagt Wert, Verhältnis, Ziel und Grenze", () => {
  expect(zeile({ verhaeltnis: { wert: 1.8, zu: "the fetch", ziel: { hoechstens: 2.5 } }, grenze: "computing" })).toBe(
    "| Vorschau | 45,823 accounts | 2.90 s | 1.80 × the fetch | ≤ 2.50 × | computing |",
  );
  expect(zeile({})).toBe("| Vorschau | 45,823 accounts | 2.90 s |  |  |  |");
});

test("ein verfehltes Ziel steht in der Zeile", () => {
  expect(zeile({ ziel: { hoechstens: 2 } })).toContain("| ≤ 2 s (missed) |");
  expect(zeile({ verhaeltnis: { wert: 13, zu: "row by row", ziel: { mindestens: 25 } } })).toContain("≥ 25 × (missed)");
});

test("wo Anweisungen gemessen sind, nennt die Zeile die drei langsamsten mit ihrem Anteil", () => {
  const anweisungen = [2, 0.5, 0.2, 0.1].map((sekunden, i) => ({ text: `insert ${i}`, sekunden, zeilen: 1 }));
  expect(zeile({ wert: 4, anweisungen })).toContain("| 50 % `insert 0`, 13 % `insert 1`, 5 % `insert 2` |");
});

test("die Seite hat die Tabellen des Berichts", () => {
  const [kopf = ""] = alsTabelle([]).split("\n");
  expect(seite.split(kopf).length - 1).toBeGreaterThanOrEqual(8);
});
