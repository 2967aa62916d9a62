import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oeffneKontext, starteBrowser } from "./hilfe/browser.ts";
import { type Klon, kloneMitPaketen, type Lauf, starte } from "./hilfe/klon.ts";

let klon: Klon;
let lauf: Lauf;
let browser: Browser;
beforeAll(async () => {
  klon = kloneMitPaketen();
  lauf = await starte(klon);
  browser = await starteBrowser();
});
afterAll(async () => {
  await browser?.close();
  await lauf?.beende();
  klon.loesche();
});

/** A page that remembers what its console complained about. */
const neueSeite = async (): Promise<{ seite: Page; fehler: string[] }> => {
  const seite = await (await oeffneKontext(browser, { viewport: { width: 1280, height: 900 } })).newPage();
  const fehler: string[] = [];
  seite.on("console", (meldung) => {
    if (meldung.type() === "error" || meldung.type() === "warning") fehler.push(meldung.text());
  });
  seite.on("pageerror", (grund) => fehler.push(String(grund)));
  return { seite, fehler };
};

test("Swagger UI lädt ohne Fehler, bietet die Anmeldung an und ruft GET /pachtkonten auf", async () => {
  const { seite, fehler } = await neueSeite();
  await seite.goto(`http://127.0.0.1:${lauf.port}/`);
  await seite.getByRole("link", { name: "Anmelden", exact: true }).click();
  await seite.locator('button[value="verwalter"]').click();
  await seite.waitForURL(/\/api\/docs/);
  await seite.locator(".opblock-tag", { hasText: "Pachtkonten" }).click();
  const operation = seite.locator("#operations-Pachtkonten-listPachtkonten");
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  const antwort = operation.locator(".live-responses-table .response").first();
  await antwort.waitFor();
  expect(await antwort.locator(".response-col_status").innerText()).toContain("200");
  const inhalt = await antwort.locator(".microlight, .highlight-code").first().innerText();
  expect(inhalt).toContain("PK-");
  expect(fehler).toEqual([]);
});

test("die Anmeldung kehrt zur Operation zurück, ein Schreiben lässt sich speichern, und man sieht, wer man ist", async () => {
  const { seite, fehler } = await neueSeite();
  await seite.goto(`${lauf.basis}/docs#/Archiv%20und%20Schreiben/getArchivPdf`);
  await seite.getByRole("link", { name: "Anmelden", exact: true }).click();
  await seite.locator('button[value="verwalter"]').click();
  await seite.waitForURL(/docs#\/Archiv%20und%20Schreiben\/getArchivPdf$/);
  await seite.locator("#wer", { hasText: "(Verwalter)" }).waitFor();
  const operation = seite.locator("#operations-Archiv_und_Schreiben-getArchivPdf");
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  const geladen = seite.waitForEvent("download");
  await operation.locator("a[download]").click();
  const datei = await geladen;
  expect(datei.suggestedFilename()).toMatch(/^RE-\d{4}-\d{6}\.pdf$/);
  expect(readFileSync(await datei.path(), "latin1")).toMatch(/^%PDF-1\.7/);
  await seite.getByRole("button", { name: "Abmelden" }).click();
  await seite.getByRole("link", { name: "Anmelden", exact: true }).waitFor();
  expect(fehler).toEqual([]);
});

test("geht das Abmelden nicht, steht es da, und man bleibt zu sehen", async () => {
  const { seite } = await neueSeite();
  await seite.goto(`${lauf.basis}/auth/login?returnTo=/api/docs`);
  await seite.locator('button[value="verwalter"]').click();
  await seite.locator("#wer", { hasText: "(Verwalter)" }).waitFor();
  const abmelden = seite.getByRole("button", { name: /abmelden/i });
  for (const scheitere of [(route: Route) => route.fulfill({ status: 503 }), (route: Route) => route.abort()]) {
    await seite.route("**/auth/logout", scheitere, { times: 1 });
    await abmelden.click();
    await seite.locator("#wer", { hasText: "Noch angemeldet: erneut abmelden" }).waitFor();
    expect(await seite.locator("#wer").innerText()).toContain("(Verwalter)");
  }
  await abmelden.click();
  await seite.getByRole("link", { name: "Anmelden", exact: true }).waitFor();
});

test("eine Seite einer freigegebenen Oberfläche meldet an, liest und schreibt mit dem Cookie", async () => {
  const html = "<!doctype html><meta charset=utf-8><title>Oberfläche</title><link rel=icon href=data:,>";
  const oberflaeche: Server = createServer((_, antwort) => antwort.end(html)).listen(5173, "127.0.0.1");
  try {
    const { seite } = await neueSeite();
    const start = "http://127.0.0.1:5173/start";
    await seite.goto(`${lauf.basis}/auth/login?returnTo=${encodeURIComponent(start)}`);
    await seite.locator('button[value="mitarbeiter"]').click();
    await seite.waitForURL(start);
    const ergebnis = await seite.evaluate(async (basis: string) => {
      const hole = (pfad: string, init: RequestInit = {}) => fetch(basis + pfad, { credentials: "include", ...init });
      const liste = await (await hole("/kontakte?limit=1")).json();
      const kontakt = await hole(`/kontakte/${liste.data[0].id}`);
      const etag = kontakt.headers.get("etag") ?? "";
      const antwort = await hole(`/kontakte/${liste.data[0].id}`, {
        method: "PUT",
        headers: { "Content-Type": "application/json", "If-Match": etag },
        body: JSON.stringify({ bemerkung: "aus der Oberfläche" }),
      });
      return { lesen: kontakt.status, etag, schreiben: antwort.status, bemerkung: (await antwort.json()).bemerkung };
    }, lauf.basis);
    expect(ergebnis).toMatchObject({ lesen: 200, schreiben: 200, bemerkung: "aus der Oberfläche" });
    expect(ergebnis.etag).toMatch(/^"\d+"$/);
  } finally {
    oberflaeche.close();
  }
});
