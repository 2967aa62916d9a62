import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuehreAus, type Klon, klone, type Lauf, rufe, starte, werkzeug } from "./hilfe/klon.ts";

let klon: Klon;
beforeAll(() => {
  klon = klone();
});
afterAll(() => klon.loesche());

const ausgabe = () => path.join(klon.ordner, "demo-ausgabe");
const dateien = (endung: string): string[] =>
  readdirSync(ausgabe(), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(endung))
    .map((name) => path.join(ausgabe(), name));

const wandere = async (lauf: Lauf, befehl: string[]): Promise<string> => {
  const demo = rufe(klon.ordner, [...befehl, lauf.basis], {});
  const code = await demo.ende;
  expect(code, demo.ausgabe()).toBe(0);
  return demo.ausgabe();
};

test("auf Node: der Gang durch die Hauptaufgabe, zweimal", async () => {
  const lauf = await starte(klon);
  expect(await wandere(lauf, ["npm", "run", "demo", "--"])).toMatch(/stimm/);
  await wandere(lauf, ["npm", "run", "demo", "--"]);
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
  const ziel = path.join(klon.ordner, "umgewandelt");
  mkdirSync(ziel);
  const tabellen = dateien(".xlsx");
  expect(tabellen.length).toBeGreaterThan(1);
  const profil = deutschesProfil(path.join(klon.ordner, "profil"));
  for (const tabelle of tabellen) {
    // Semicolon, UTF-8, cells as shown: German dates and amounts prove that the cells are typed.
    fuehreAus("soffice", [
      profil,
      "--headless",
      "--convert-to",
      "csv:Text - txt - csv (StarCalc):59,34,76,1,,1031,false,true",
      "--outdir",
      ziel,
      tabelle,
    ]);
    const umgewandelt = path.join(ziel, `${path.basename(tabelle, ".xlsx")}.csv`);
    expect(existsSync(umgewandelt), tabelle).toBe(true);
    const csv = tabelle.replace(/\.xlsx$/, ".csv");
    expect(summen(readFileSync(umgewandelt, "utf8"))).toEqual(summen(readFileSync(csv, "utf8")));
  }
});

/** A LibreOffice as a German office has it: dates and amounts are shown the German way. */
const deutschesProfil = (ordner: string): string => {
  mkdirSync(path.join(ordner, "user"), { recursive: true });
  writeFileSync(
    path.join(ordner, "user/registrymodifications.xcu"),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>de-DE</value></prop></item>
</oor:items>`,
  );
  return `-env:UserInstallation=file://${ordner}`;
};

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
  const lauf = await starte(klon, { befehl: [deno, "run", "-A", "worker/lokal/start.ts"] });
  await wandere(lauf, [deno, "run", "-A", "worker/lokal/demo.ts"]);
  expect(await lauf.beende()).toBe(0);
});
