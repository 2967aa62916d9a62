import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { wurzel } from "./seiten.ts";

const lies = (pfad: string): string => readFileSync(path.join(wurzel, pfad), "utf8");

test("jede Regel in docs/regeln.md nennt Tests, die es gibt", () => {
  const zeilen = lies("docs/regeln.md")
    .split("\n")
    .filter((zeile) => zeile.startsWith("| ") && !zeile.startsWith("| rule"));
  const genannte = zeilen.map((zeile) => [...zeile.matchAll(/`(test\/[\w/.-]+)` „([^“]+)“/g)]);
  expect(zeilen.filter((_, i) => genannte[i]?.length === 0)).toEqual([]);
  const fehlend = genannte.flat().filter(([, datei = "", titel = ""]) => !lies(datei).includes(`"${titel}"`));
  expect(fehlend.map(([wie]) => wie)).toEqual([]);
});
