import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const wurzel = path.resolve(import.meta.dirname, "..");

const dateien = (ordner: string): string[] =>
  readdirSync(path.join(wurzel, ordner), { recursive: true, withFileTypes: true })
    .filter((eintrag) => eintrag.isFile() && eintrag.name.endsWith(".ts"))
    .map((eintrag) => path.relative(wurzel, path.join(eintrag.parentPath, eintrag.name)));

type Import = { von: string; nach: string };

const importe = (datei: string): Import[] => {
  const text = readFileSync(path.join(wurzel, datei), "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, ziel = ""]) => ({
    von: datei,
    nach: ziel.startsWith(".") ? path.relative(wurzel, path.resolve(wurzel, path.dirname(datei), ziel)) : ziel,
  }));
};

const alle = [...dateien("src"), ...dateien("worker")].flatMap(importe);

describe("Wer wen einbindet", () => {
  test("src bindet weder worker noch test noch sql ein", () => {
    const verstoesse = alle.filter(({ von, nach }) => von.startsWith("src/") && /^(worker|test|sql)\//.test(nach));
    expect(verstoesse).toEqual([]);
  });
});
