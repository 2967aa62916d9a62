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

const src = dateien("src");
const worker = dateien("worker");
const alle = [...src, ...worker].flatMap(importe);

/** The slice of a file in src: its folder, or the file itself at the top. */
const scheibe = (datei: string): string => datei.split("/")[1] ?? "";
const technik = new Set([
  "database",
  "http",
  "auth",
  "geld",
  "kalender",
  "auditlog",
  "app.ts",
  "config.ts",
  "kontext.ts",
]);

const verstoesse = (regel: (i: Import) => boolean) => alle.filter(regel).map(({ von, nach }) => `${von} -> ${nach}`);

describe("Wer wen einbindet", () => {
  test("src bindet weder worker noch test noch sql ein", () => {
    expect(verstoesse(({ von, nach }) => von.startsWith("src/") && /^(worker|test|sql)\//.test(nach))).toEqual([]);
  });

  test("geld und kalender binden nur sich selbst ein", () => {
    for (const kern of ["src/geld/", "src/kalender/"])
      expect(verstoesse(({ von, nach }) => von.startsWith(kern) && !nach.startsWith(kern))).toEqual([]);
  });

  test("eine Berechnung bindet nur geld, kalender, ihresgleichen und Typen ein", () => {
    const erlaubt = /^src\/(geld|kalender)\/|\/berechnung(\/|\.ts$)|\/typen\.ts$/;
    expect(verstoesse(({ von, nach }) => /\/berechnung(\/|\.ts$)/.test(von) && !erlaubt.test(nach))).toEqual([]);
  });

  test("Routen werden nur von app.ts und Routen desselben Fachs eingebunden", () => {
    const erlaubt = ({ von, nach }: Import) =>
      von === "src/app.ts" || (/[rR]outes\.ts$/.test(von) && scheibe(von) === scheibe(nach));
    expect(verstoesse((i) => /[rR]outes\.ts$/.test(i.nach) && !erlaubt(i))).toEqual([]);
  });

  test("fremde queries bleiben fremd", () => {
    const fremd = ({ von, nach }: Import) =>
      von.startsWith("src/") && /[qQ]ueries\.ts$/.test(nach) && scheibe(von) !== scheibe(nach);
    expect(verstoesse(fremd)).toEqual([]);
  });

  test("der Worker bindet weder Routen noch Hono ein", () => {
    const verboten = ({ von, nach }: Import) =>
      von.startsWith("worker/") &&
      (/[rR]outes\.ts$/.test(nach) || /^(hono|@hono)\b/.test(nach) || nach === "src/app.ts");
    expect(verstoesse(verboten)).toEqual([]);
  });

  test("app und worker binden nichts ein, was nur der lokale Start braucht", () => {
    const lokal = ({ von, nach }: Import) => nach.startsWith("worker/lokal/") && !von.startsWith("worker/lokal/");
    expect(verstoesse(lokal)).toEqual([]);
  });

  test("keine Kreise zwischen Fachordnern", () => {
    const kanten = new Map<string, Set<string>>();
    for (const { von, nach } of alle) {
      if (!von.startsWith("src/") || !nach.startsWith("src/")) continue;
      // Types and pure calculation lie below all slices, as the rule above holds.
      if (/\/typen\.ts$|\/berechnung\//.test(nach)) continue;
      const [a, b] = [scheibe(von), scheibe(nach)];
      if (a === b || technik.has(a) || technik.has(b)) continue;
      kanten.set(a, (kanten.get(a) ?? new Set()).add(b));
    }
    const kreis = (start: string, ort: string, weg: string[]): string[] | undefined => {
      for (const naechster of kanten.get(ort) ?? []) {
        if (naechster === start) return [...weg, naechster];
        if (!weg.includes(naechster)) {
          const gefunden = kreis(start, naechster, [...weg, naechster]);
          if (gefunden) return gefunden;
        }
      }
      return undefined;
    };
    const kreise = [...kanten.keys()]
      .map((ordner) => kreis(ordner, ordner, [ordner]))
      .filter((weg) => weg !== undefined);
    expect(kreise.map((weg) => weg.join(" -> "))).toEqual([]);
  });

  test("nur config.ts liest die Umgebung, die Uhr steht an den Rändern", () => {
    const liestUmgebung = src.filter((datei) =>
      /process\.env|Deno\.env/.test(readFileSync(path.join(wurzel, datei), "utf8")),
    );
    expect(liestUmgebung).toEqual(["src/config.ts"]);
    const liestUhr = src.filter((datei) =>
      /\bnew Date\(\)|Date\.now\(\)/.test(readFileSync(path.join(wurzel, datei), "utf8")),
    );
    expect(liestUhr.filter((datei) => !["src/main.ts", "src/auth/sitzung.ts"].includes(datei))).toEqual([]);
  });

  test("process und Buffer kommen aus node:, damit beide Laufzeiten sie haben", () => {
    const ohne = [...src, ...worker].filter((datei) => {
      const text = readFileSync(path.join(wurzel, datei), "utf8");
      return (
        (/\bBuffer\./.test(text) && !text.includes('"node:buffer"')) ||
        (/\bprocess\./.test(text) && !text.includes('"node:process"'))
      );
    });
    expect(ohne).toEqual([]);
  });
});
