import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuehreAus, type Klon, kloneMitPaketen, type Lauf, rufe, starte, werkzeug } from "./hilfe/klon.ts";
import { zeigeTabellen } from "./hilfe/libreoffice.ts";

let klon: Klon;
beforeAll(() => {
  klon = kloneMitPaketen();
});
afterAll(() => klon.loesche());

const ausgabe = () => path.join(klon.ordner, "demo-ausgabe");
const dateien = (endung: string): string[] =>
  readdirSync(ausgabe(), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(endung) && !/^(jahr|import)/.test(name))
    .map((name) => path.join(ausgabe(), name));

const wandere = async (lauf: Lauf, befehl: string[]): Promise<string> => {
  const demo = rufe(klon.ordner, [...befehl, lauf.basis], {});
  const code = await demo.ende;
  expect(code, demo.ausgabe()).toBe(0);
  return demo.ausgabe();
};

test("auf Node: der Gang durch die Hauptaufgabe, zweimal, der Einzug und der durch das Jahr", {
  timeout: 1_200_000,
}, async () => {
  const lauf = await starte(klon);
  expect(await wandere(lauf, ["npm", "run", "demo", "--"])).toMatch(/stimm/);
  await wandere(lauf, ["npm", "run", "demo", "--"]);
  expect(await wandere(lauf, ["npm", "run", "demo", "--", "import"])).toContain("auf den Cent mit der Mappe überein.");
  expect(await wandere(lauf, ["npm", "run", "demo", "--", "jahr"])).toContain("Alle Summen und Fristen stimmen.");
  expect(await lauf.beende()).toBe(0);
});

test("die Briefe öffnen sich und nennen ihre Nummer", () => {
  const briefe = dateien(".pdf");
  expect(briefe.length).toBeGreaterThan(100);
  for (const brief of briefe.slice(0, 40)) {
    const text = fuehreAus("pdftotext", ["-layout", brief, "-"]);
    expect(text, brief).toMatch(/(RE|GS|GB|SR)-\d{4}-\d{6}/);
    expect(text, brief).toMatch(/Seite 1 von \d+/);
  }
});

test("die XLSX öffnen sich in LibreOffice mit denselben Summen wie die CSV", () => {
  const tabellen = dateien(".xlsx");
  expect(tabellen.length).toBeGreaterThan(1);
  for (const [i, umgewandelt] of zeigeTabellen(klon.ordner, tabellen).entries()) {
    const csv = (tabellen[i] ?? "").replace(/\.xlsx$/, ".csv");
    expect(summen(readFileSync(umgewandelt, "utf8"))).toEqual(summen(readFileSync(csv, "utf8")));
  }
});

const felder = (zeile: string): string[] => zeile.split(";").map((feld) => feld.replace(/^"|"$/g, ""));
const alsCent = (text: string): number => Math.round(Number(text.replace(/[^\d,-]/g, "").replace(",", ".")) * 100);

/** Sums of the amount columns over the rows that are documents, and how many those are. */
const summen = (text: string): Record<string, number> => {
  const [kopf = "", ...zeilen] = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter(Boolean);
  const spalten = felder(kopf);
  const belege = zeilen
    .map(felder)
    .filter((zeile) => /^[A-Z]{2}-\d{4}-\d{6}$/.test(zeile[spalten.indexOf("Belegnummer")] ?? ""));
  const betraege = ["Netto", "Steuer", "Brutto"].filter((spalte) => spalten.includes(spalte));
  expect(betraege).toHaveLength(3);
  for (const beleg of belege) expect(beleg[spalten.indexOf("Belegdatum")]).toMatch(/^\d{2}\.\d{2}\.\d{4}$/);
  const summe = (spalte: string) =>
    belege.reduce((bisher, beleg) => bisher + alsCent(beleg[spalten.indexOf(spalte)] ?? "0"), 0);
  return { belege: belege.length, ...Object.fromEntries(betraege.map((spalte) => [spalte, summe(spalte)])) };
};

test("auf Deno: Server, Worker und derselbe Gang", async () => {
  const deno = werkzeug("@deno/linux-x64-glibc/deno");
  const lauf = await starte(klon, { befehl: [deno, "run", "-A", "src/lokal/start.ts"] });
  await wandere(lauf, [deno, "run", "-A", "src/lokal/demo.ts"]);
  expect(await lauf.beende()).toBe(0);
});
