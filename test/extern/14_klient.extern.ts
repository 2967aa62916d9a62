import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTagen } from "../../src/kern/kalender/tag.ts";
import { meldeAn } from "./hilfe/anmelden.ts";
import { oeffneKontext, starteBrowser } from "./hilfe/browser.ts";
import { fuehreAus, type Klon, kloneMitPaketen, type Lauf, starte } from "./hilfe/klon.ts";

const medientypen: Record<string, string> = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };

/** The written package as any web server would serve it, on an origin that the local start allows. */
const serviere = (ordner: string): Server =>
  createServer((anfrage, antwort) => {
    const { pathname } = new URL(anfrage.url ?? "/", "http://127.0.0.1");
    const datei = path.join(ordner, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    antwort.setHeader("Content-Type", `${medientypen[path.extname(datei)]}; charset=utf-8`);
    antwort.end(readFileSync(datei));
  }).listen(5173, "127.0.0.1");

let klon: Klon;
let lauf: Lauf;
let browser: Browser;
let server: Server;
let seite: Page;
const fehler: string[] = [];
beforeAll(async () => {
  klon = kloneMitPaketen();
  lauf = await starte(klon);
  fuehreAus("npm", ["run", "-s", "klient"], { cwd: klon.ordner });
  server = serviere(path.join(klon.ordner, "klient-ausgabe"));
  browser = await starteBrowser();
  seite = await (await oeffneKontext(browser, { viewport: { width: 1100, height: 900 }, locale: "de-DE" })).newPage();
  seite.on("pageerror", (grund) => fehler.push(String(grund)));
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  await lauf?.beende();
  klon.loesche();
});

const start = () => `http://127.0.0.1:5173/beispiel/?dienst=${encodeURIComponent(lauf.basis)}`;
const zeilen = () => seite.locator("tbody tr");
const meldung = (text: string) => seite.getByRole("status").filter({ hasText: text }).waitFor();

test("die Seite einer anderen Herkunft meldet an und kommt zurück", async () => {
  await seite.goto(start());
  await seite.getByRole("link", { name: "Anmelden" }).click();
  await seite.locator('button[value="verwalter"]').click();
  await seite.getByText("Thomas Ahlers (verwalter)").waitFor();
  expect(seite.url()).toBe(start());
});

test("die Liste blättert weiter, sucht und filtert", async () => {
  await meldung("20 Pachtkonten, es gibt weitere.");
  expect(await zeilen().count()).toBe(20);
  await seite.getByRole("button", { name: "Weitere anzeigen" }).click();
  await meldung("40 Pachtkonten, es gibt weitere.");
  await seite.getByLabel("Status").selectOption("gekuendigt");
  await seite.getByLabel("Suche").press("Enter");
  await expect
    .poll(() => zeilen().locator("td:nth-child(4)").allInnerTexts(), { timeout: 60_000 })
    .not.toContain("aktiv");
  await seite.getByLabel("Status").selectOption("");
  await seite.getByLabel("Suche").fill("PK-000007");
  await seite.getByLabel("Suche").press("Enter");
  await meldung("1 Pachtkonten.");
});

test("wer zu spät speichert, sieht beide Fassungen und entscheidet", async () => {
  const mitarbeiterin = await meldeAn(lauf.basis, "mitarbeiter");
  const aendere = (bemerkung: string) =>
    mitarbeiterin("/pachtkonten/7", {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ bemerkung }),
    });
  const gespeichert = async () => (await (await mitarbeiterin("/pachtkonten/7")).json()).bemerkung;

  await seite.getByRole("link", { name: "PK-000007" }).click();
  await seite.getByRole("heading", { name: /^PK-000007/ }).waitFor();
  expect(await seite.locator("h1").evaluate((titel) => titel === document.activeElement)).toBe(true);
  await seite.getByLabel("Bemerkung").fill("Grenzstein fehlt");
  expect((await aendere("Zaun erneuert")).status).toBe(200);
  await seite.getByRole("button", { name: "Speichern", exact: true }).click();
  const kasten = seite.locator(".kasten");
  await kasten.getByRole("heading", { name: /Inzwischen hat jemand/ }).waitFor();
  expect(await kasten.locator("tbody tr").allInnerTexts()).toEqual(["Bemerkung\tZaun erneuert\tGrenzstein fehlt"]);
  expect(await gespeichert()).toBe("Zaun erneuert");
  await kasten.getByRole("button", { name: "Meine Eingabe speichern" }).click();
  await meldung("Gespeichert.");
  expect(await gespeichert()).toBe("Grenzstein fehlt");

  await seite.getByLabel("Bemerkung").fill("Hecke geschnitten");
  expect((await aendere("Brunnen versiegt")).status).toBe(200);
  await seite.getByRole("button", { name: "Speichern", exact: true }).click();
  await kasten.getByRole("button", { name: "Gespeichertes übernehmen" }).click();
  await meldung("Es gilt, was gespeichert war.");
  expect(await seite.getByLabel("Bemerkung").inputValue()).toBe("Brunnen versiegt");
});

test("gebucht wird, was die Vorschau zeigt; die Schreiben kommen mit Fortschritt und lassen sich laden", async () => {
  await seite.getByRole("link", { name: "Abrechnung" }).click();
  const stichtag = seite.getByLabel("Stichtag");
  const inEinemMonat = inTagen(await stichtag.inputValue(), 31);
  await stichtag.fill(inEinemMonat);
  await seite.getByRole("button", { name: "Vorschau" }).click();
  // Looked for before it can have come: on a fast machine it does not stay for long.
  const fortschritt = seite.getByRole("progressbar", { name: "Fertige Schreiben" }).waitFor();
  await Promise.all([fortschritt, seite.getByRole("button", { name: "Genau das buchen" }).click()]);
  await seite
    .getByRole("status")
    .filter({ hasText: /^\d+ Belege gebucht, \d+ Schreiben fertig\.$/ })
    .waitFor({ timeout: 150_000 });

  const brief = seite.waitForEvent("download");
  await zeilen()
    .first()
    .getByRole("button", { name: /laden$/ })
    .click();
  expect((await brief).suggestedFilename()).toMatch(/^[A-Z]{2}-\d{4}-\d{6}\.pdf$/);
  expect(readFileSync(await (await brief).path(), "latin1")).toMatch(/^%PDF-1\.7/);

  const alle = seite.waitForEvent("download", { timeout: 150_000 });
  await seite.getByRole("button", { name: "Alle Schreiben laden" }).click();
  expect(readFileSync(await (await alle).path(), "latin1")).toMatch(/^%PDF-/);
});

test("jedes Feld hat einen Namen, auf schmalem Schirm rollt nichts zur Seite, und kein Skript scheitert", async () => {
  await seite.setViewportSize({ width: 360, height: 740 });
  const ansichten = { "#/konten": "Pachtkonten", "#/konto/7": /^PK-000007/, "#/abrechnung": "Abrechnung" };
  for (const [adresse, name] of Object.entries(ansichten)) {
    await seite.goto(start() + adresse);
    await seite.getByRole("heading", { name, level: 1 }).waitFor();
    const ohneNamen = await seite
      .locator("input, select, textarea, button")
      .evaluateAll((felder) =>
        felder
          .filter((eines) => !(eines as HTMLInputElement).labels?.length && !eines.textContent)
          .map(({ outerHTML }) => outerHTML),
      );
    expect(ohneNamen, adresse).toEqual([]);
    expect(await seite.evaluate(() => document.documentElement.scrollWidth <= innerWidth), adresse).toBe(true);
  }
  expect(fehler).toEqual([]);
});
