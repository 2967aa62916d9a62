import { mkdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { passwoerter, urlFuer } from "../../src/lokal/postgres/zugang.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { oeffneKontext, starteBrowser } from "./hilfe/browser.ts";
import { type Klon, kloneMitPaketen, type Lauf, starte } from "./hilfe/klon.ts";

let klon: Klon;
let lauf: Lauf;
let browser: Browser;
let sql: Sql;

/** A thousand jobs, one of them failed, nights with their outcomes, and hours in which something was answered. */
const saeBetrieb = async (): Promise<void> => {
  await sql`
    insert into auftrag (art, daten, job_id, benutzer_name, angelegt_am, begonnen_am, beendet_am, status, ergebnis)
    select 'sammeldatei', '{}', gen_random_uuid(), 'Julia Mertens', am, am, am + interval '9 seconds', 'fertig', '{"schreiben": 12}'
    from generate_series(1, 1000) n, lateral (select now() - make_interval(mins => n) am) z
    order by am`;
  await sql`
    insert into auftrag (art, daten, job_id, benutzer_name, angelegt_am, begonnen_am, beendet_am, status)
    select 'faelligkeiten', '{}', gen_random_uuid(), 'Zeitplan', am, am, am + interval '3 seconds', 'fertig'
    from generate_series(2, 13) n, lateral (select now() - make_interval(days => n) am) z
    order by am`;
  await sql`
    insert into auftrag (art, daten, job_id, benutzer_name, begonnen_am, beendet_am, status, ursache)
    values ('hebungsbriefe', '{}', gen_random_uuid(), 'Zeitplan', now(), now(), 'fehlgeschlagen',
      'Der Worker ist nicht fertig geworden; warum, ist nicht festgehalten.')`;
  await sql`
    insert into betriebsverlauf (minute, prozess, art, stufen, fehler, hoechste_ms)
    select date_trunc('minute', now()) - make_interval(mins => n), '00000000-0000-4000-8000-000000000001', 'server',
      array[40 + n % 60, 20, 30, 9, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0], n % 90 / 89, 230
    from generate_series(2, 350) n`;
};

beforeAll(async () => {
  klon = kloneMitPaketen();
  lauf = await starte(klon);
  const port = /PostgreSQL auf Port (\d+)/.exec(lauf.ausgabe())?.[1];
  const ordner = path.join(klon.ordner, ".data");
  const url = `postgres://postgres@127.0.0.1:${port}/pachtverwaltung`;
  sql = verbinde(urlFuer(url, "pacht_owner", passwoerter(ordner).pacht_owner), "pacht_owner", { max: 1 });
  await saeBetrieb();
  browser = await starteBrowser();
});
afterAll(async () => {
  await browser?.close();
  await sql?.end();
  await lauf?.beende();
  klon.loesche();
});

/** A page that remembers what its console complained about: also what the policy of the page forbids. */
const neueSeite = async (wahl: BrowserContextOptions = {}): Promise<{ seite: Page; fehler: string[] }> => {
  const seite = await (await oeffneKontext(browser, { viewport: { width: 1360, height: 900 }, ...wahl })).newPage();
  const fehler: string[] = [];
  seite.on("console", (meldung) => {
    if (meldung.type() === "error" || meldung.type() === "warning") fehler.push(meldung.text());
  });
  seite.on("pageerror", (grund) => fehler.push(String(grund)));
  return { seite, fehler };
};

const meldeAn = async (seite: Page, login: string): Promise<void> => {
  await seite.goto(`${lauf.basis}/leitstand`);
  await seite.locator("#anmelden").getByRole("link", { name: "Anmelden" }).click();
  await seite.locator(`button[value="${login}"]`).click();
  await seite.waitForURL(`${lauf.basis}/leitstand`);
};

const oeffne = async (wahl: BrowserContextOptions = {}) => {
  const { seite, fehler } = await neueSeite(wahl);
  await meldeAn(seite, "verwalter");
  await seite.locator("#auftraege tr").first().waitFor();
  await seite.locator("#anfragen canvas").first().waitFor();
  return { seite, fehler };
};

/** Each part of the page asks for itself, and is drawn when its answer is there. */
const frist = { timeout: 60_000 };

/** BILDER=<folder> keeps pictures, to be looked at by people. */
const halteFest = async (seite: Page, name: string): Promise<void> => {
  if (!process.env.BILDER) return;
  mkdirSync(process.env.BILDER, { recursive: true });
  await seite.screenshot({ path: path.join(process.env.BILDER, `leitstand-${name}.png`), fullPage: true });
};

test("ohne Anmeldung wird sie angeboten und führt zurück; ohne das Recht sagt die Seite es", async () => {
  const { seite, fehler } = await neueSeite();
  await meldeAn(seite, "mitarbeiter");
  await seite.getByRole("heading", { name: "Ihre Rolle erlaubt diese Seite nicht" }).waitFor();
  expect(await seite.locator("#leitstand").isVisible()).toBe(false);
  await seite.getByRole("button", { name: "Abmelden" }).click();
  await seite.getByRole("heading", { name: "Bitte melden Sie sich an" }).waitFor();
  expect(fehler).toEqual([]);
});

test("die Leiste der Swagger UI führt hin, wer darf", async () => {
  const { seite } = await neueSeite();
  await meldeAn(seite, "administrator");
  await seite.goto(`${lauf.basis}/docs`);
  await seite.getByRole("link", { name: "Leitstand" }).click();
  await seite.waitForURL(`${lauf.basis}/leitstand`);
  await seite.getByRole("heading", { name: "Aufträge", exact: true }).waitFor();
});

test("tausend Aufträge: seitenweise, und was steht, bleibt beim nächsten Abruf dasselbe Element", async () => {
  const { seite, fehler } = await oeffne();
  expect(await seite.locator("#auftraege tr").count()).toBe(15);
  await seite.locator("#auftragsseite", { hasText: /1\.\d{3} Aufträge, Seite 1 von/ }).waitFor();
  await seite.getByLabel("Je Seite").selectOption("500");
  await expect.poll(() => seite.locator("#auftraege tr").count(), { timeout: 120_000 }).toBe(500);
  await seite.evaluate(() => document.querySelector("#auftraege tr:nth-child(20)")?.setAttribute("data-gemerkt", ""));
  const abruf = () => seite.waitForResponse((antwort) => antwort.url().includes("/betrieb/auftraege?page="));
  await abruf();
  await abruf();
  expect(await seite.locator("#auftraege tr[data-gemerkt]").count()).toBe(1);
  await seite.getByRole("button", { name: "Ältere" }).click();
  await seite.locator("#auftragsseite", { hasText: "Seite 2 von" }).waitFor();
  await seite.getByLabel("fehlgeschlagene").check();
  await seite.locator("#auftragsseite", { hasText: /^\d+ Auftr(ag|äge), Seite 1 von 1$/ }).waitFor();
  await expect.poll(() => seite.locator("#auftraege .status").allInnerTexts(), frist).toContain("fehlgeschlagen");
  expect(fehler).toEqual([]);
});

test("mit der Tastatur allein: zum Inhalt springen, anhalten, einen Auftrag wiederholen", async () => {
  const { seite, fehler } = await oeffne();
  await seite.keyboard.press("Tab");
  expect(await seite.evaluate(() => document.activeElement?.textContent)).toBe("Zum Inhalt");
  await seite.keyboard.press("Enter");
  await seite.keyboard.press("Tab");
  await seite.keyboard.press("Space");
  expect(await seite.locator("#anhalten").getAttribute("aria-pressed")).toBe("true");
  await seite.keyboard.press("Space");
  await seite.locator("#meldung", { hasText: "Die Anzeige läuft wieder." }).waitFor();
  const anliegen = seite.locator("#anliegen li", { hasText: "Schreiben zu Hebungen" });
  await anliegen.getByRole("button").focus();
  await seite.keyboard.press("Enter");
  await seite.locator("#meldung", { hasText: /Auftrag \d+/ }).waitFor();
  await anliegen.waitFor({ state: "detached" });
  await seite.locator("#auftraege", { hasText: /wiederholt durch Auftrag \d+/ }).waitFor();
  expect(fehler).toEqual([]);
});

test("für den Bildschirmleser: Bereiche, Überschriften der Reihe nach, Tabellen mit Namen, Kurven mit Tabelle", async () => {
  const { seite } = await oeffne();
  for (const rolle of ["banner", "main"] as const) expect(await seite.getByRole(rolle).count()).toBe(1);
  const stufen = await seite
    .locator("h1:visible, h2:visible, h3:visible, h4:visible")
    .evaluateAll((alle) => alle.map((eine) => Number(eine.tagName.slice(1))));
  expect(stufen[0]).toBe(1);
  expect(stufen.filter((stufe, nr) => nr > 0 && stufe > (stufen[nr - 1] ?? 0) + 1)).toEqual([]);
  const ohneNamen = await seite.evaluate(() => ({
    tabellen: [...document.querySelectorAll("main table:not(.u-legend)")].filter(
      (tabelle) => !tabelle.querySelector("caption")?.textContent,
    ).length,
    knoepfe: [...document.querySelectorAll("button")].filter(
      (knopf) => !knopf.textContent && !knopf.getAttribute("aria-label"),
    ).length,
  }));
  expect(ohneNamen).toEqual({ tabellen: 0, knoepfe: 0 });
  await expect.poll(() => seite.locator("#ausblickszeilen tr").count(), frist).toBe(12);
  const kurve = seite.locator("#anfragen [role=img]").first();
  expect(await kurve.getAttribute("aria-label")).toContain("dieselben Zahlen stehen in der Tabelle");
  await seite.locator("#anfragen summary").click();
  await expect.poll(() => seite.locator("#anfragen details tbody tr:visible").count(), frist).toBe(12);
  await expect.poll(() => seite.locator("#zeitplaene .streifen").first().locator("li").count(), frist).toBe(14);
  const streifen = seite.getByRole("list", { name: "Fälligkeiten, die letzten 14 Tage" });
  expect(await streifen.locator("li.fertig").count()).toBeGreaterThanOrEqual(10);
});

test("ist der Dienst nicht zu erreichen, sagt die Seite es, und danach geht es weiter", async () => {
  const { seite } = await oeffne();
  await seite.context().setOffline(true);
  await seite.locator("#meldung", { hasText: "Der Dienst ist nicht erreichbar. Nächster Versuch in" }).waitFor();
  await seite.context().setOffline(false);
  await seite.locator("#meldung", { hasText: "Der Dienst antwortet wieder." }).waitFor();
});

test.each(["light", "dark"] as const)(
  "breit und schmal, %s: nichts ragt hinaus, und die Farben sind die des Browsers",
  async (farben) => {
    const { seite, fehler } = await oeffne({ colorScheme: farben });
    const grund = await seite.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(grund).toBe(farben === "dark" ? "rgb(28, 32, 34)" : "rgb(247, 248, 245)");
    await halteFest(seite, `breit-${farben}`);
    for (const width of [1360, 800, 390]) {
      await seite.setViewportSize({ width, height: 900 });
      const zuBreit = () => seite.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(zuBreit, { timeout: 60_000 }).toBeLessThanOrEqual(0);
    }
    await halteFest(seite, `schmal-${farben}`);
    expect(fehler).toEqual([]);
  },
);
