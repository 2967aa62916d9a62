import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { erfindeBuero, vertippe } from "../../src/lokal/demo/import/buero.ts";
import { fuelle, liesBlaetter, verbessere } from "../../src/lokal/demo/import/mappe.ts";
import { rechneAus } from "../../src/lokal/demo/import/soll.ts";
import { oeffneKontext, starteBrowser } from "./hilfe/browser.ts";
import { type Klon, kloneMitPaketen, type Lauf, starte } from "./hilfe/klon.ts";

let klon: Klon;
let lauf: Lauf;
let browser: Browser;
let seite: Page;

beforeAll(async () => {
  klon = kloneMitPaketen();
  lauf = await starte(klon);
  browser = await starteBrowser();
  seite = await (await oeffneKontext(browser, { viewport: { width: 1280, height: 900 } })).newPage();
});
afterAll(async () => {
  await browser?.close();
  await lauf?.beende();
  klon.loesche();
});

type Eingabe = { felder?: Record<string, string | number>; koerper?: object; datei?: Uint8Array };

/** Opens an operation, fills its form in and executes it, as somebody with a mouse does. */
const fuehreAus = async (tag: string, operationId: string, { felder = {}, koerper, datei }: Eingabe = {}) => {
  const operation = seite.locator(`#operations-${tag.replaceAll(" ", "_")}-${operationId}`);
  if (!(await operation.isVisible())) await seite.locator(`.opblock-tag[data-tag="${tag}"]`).click();
  if (!(await operation.getByRole("button", { name: "Execute" }).isVisible())) {
    await operation.locator(".opblock-summary-control").click();
    await operation.getByRole("button", { name: "Try it out" }).click();
  }
  for (const [name, wert] of Object.entries(felder))
    await operation.locator(`tr[data-param-name="${name}"] input`).fill(String(wert));
  if (koerper) await operation.locator("textarea.body-param__text").fill(JSON.stringify(koerper));
  if (datei)
    await operation
      .locator('input[type="file"]')
      .setInputFiles({ name: "buero.xlsx", mimeType: "application/octet-stream", buffer: Buffer.from(datei) });
  const antwort = seite.waitForResponse((eine) => eine.url().includes("/api/") && !eine.url().includes("/docs"));
  await operation.getByRole("button", { name: "Execute" }).click();
  const gekommen = await antwort;
  const gezeigt = operation.locator(".live-responses-table .response").first();
  await gezeigt.waitFor();
  expect(await gezeigt.locator(".response-col_status").innerText()).toContain(String(gekommen.status()));
  return { operation, status: gekommen.status(), json: () => gekommen.json() };
};

/** The file that the answer offers to save. */
const lade = async (tag: string, operationId: string, felder: Eingabe["felder"] = {}): Promise<Uint8Array> => {
  const { operation, status } = await fuehreAus(tag, operationId, { felder });
  expect(status).toBe(200);
  const geladen = seite.waitForEvent("download");
  await operation.locator("a[download]").click();
  return readFileSync(await (await geladen).path());
};

/** Executes until the import is no longer under way. */
const warteAuf = async (id: number) => {
  for (;;) {
    const { json } = await fuehreAus("Import und Bestand", "getImport", { felder: { id } });
    const stand = await json();
    if (!stand.status.startsWith("wird_")) return stand;
  }
};

const ladeHoch = async (datei: Uint8Array) => {
  const { status, json } = await fuehreAus("Import und Bestand", "createImport", { datei });
  expect(status).toBe(202);
  return warteAuf((await json()).id);
};

test("ein Büro zieht in der Swagger UI ein: Vorlage, Befunde, verbesserte Mappe, erster Zeitraum", {
  timeout: 900_000,
}, async () => {
  await seite.goto(`http://127.0.0.1:${lauf.port}/`);
  await seite.getByRole("link", { name: "Anmelden", exact: true }).click();
  await seite.locator('button[value="verwalter"]').click();
  await seite.waitForURL(/\/api\/docs/);

  const heute = tagInBerlin(new Date());
  const buero = erfindeBuero("CHROM", heute);
  const tippfehler = vertippe(buero, "CHROM");
  const vorlage = await lade("Import und Bestand", "getImportVorlage");
  const erster = await ladeHoch(await verbessere(await fuelle(vorlage, buero), tippfehler));
  expect(erster).toMatchObject({ status: "geprueft", fehler: tippfehler.length });
  const befunde = await fuehreAus("Import und Bestand", "listImportBefunde", { felder: { id: erster.id } });
  const { data } = await befunde.json();
  const codes = data.filter(({ schwere }: { schwere: string }) => schwere === "fehler");
  expect(codes.map(({ code }: { code: string }) => code).sort()).toEqual(tippfehler.map(({ code }) => code).sort());

  const mitBefunden = await lade("Import und Bestand", "exportImportBefunde", { id: erster.id });
  const richtige = tippfehler.map((fehler) => ({ ...fehler, wert: fehler.richtig }));
  const mappe = await verbessere(mitBefunden, richtige);
  const zweiter = await ladeHoch(mappe);
  expect(zweiter).toMatchObject({ status: "geprueft", fehler: 0 });
  await fuehreAus("Import und Bestand", "executeImport", { felder: { id: zweiter.id }, koerper: {} });
  expect(await warteAuf(zweiter.id)).toMatchObject({ status: "ausgefuehrt" });

  const konten = await fuehreAus("Pachtkonten", "listPachtkonten", { felder: { search: "CHROM", limit: 500 } });
  const auswahl = (await konten.json()).data.map(({ id }: { id: number }) => id);
  expect(auswahl).toHaveLength(buero.Pachtkonten?.length ?? 0);
  const vorschau = await fuehreAus("Vorschau und Buchung", "getAbrechnungVorschauGruppen", {
    felder: { datum: heute, auswahl: auswahl.join(",") },
  });
  const { vorschauHash, summen } = await vorschau.json();
  const firma = await (await fuehreAus("Einstellungen", "getFirmendaten")).json();
  const soll = rechneAus(await liesBlaetter(mappe), firma.verwaltungsgebuehrSteuersatzBp / 100);
  expect(summen).toMatchObject(soll);
  const gebucht = await fuehreAus("Vorschau und Buchung", "bucheAbrechnung", {
    koerper: { datum: heute, auswahl, vorschauHash },
  });
  expect(gebucht.status).toBe(201);
  expect(await gebucht.json()).toMatchObject({ anzahlKonten: auswahl.length, ...soll });
});
