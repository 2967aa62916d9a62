import { expect, test } from "vitest";
import { protokolliere } from "../../src/technik/auditlog/protokolliere.ts";
import { versiegeleLaufend } from "../../worker/siegel.ts";
import { mitDatenbank, worker } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

const schreibe = () =>
  protokolliere(
    worker,
    { akteur: { id: null, name: "System" }, anfrageId: null },
    { aktion: "anlegen", ressource: "hof" },
  );
const versiegelt = async () => (await worker<{ n: number }[]>`select count(*) as n from siegel_eintrag`)[0]?.n;

test("versiegelt, was kommt, gibt am Tag einen Anker aus, hört auf Verlangen auf und geht nach einem Neustart weiter", async () => {
  const zeilen: string[] = [];
  const fehler: unknown[] = [];
  let jetzt = new Date("2026-11-20T12:00:00Z");
  const starte = () =>
    versiegeleLaufend(
      worker,
      (zeile) => zeilen.push(zeile),
      (grund) => fehler.push(grund),
      () => jetzt,
    );
  const beende = starte();
  await schreibe();
  await expect.poll(versiegelt, { timeout: 60_000 }).toBe(1);
  await expect.poll(() => zeilen, { timeout: 60_000 }).toHaveLength(1);
  await schreibe();
  await expect.poll(versiegelt, { timeout: 60_000 }).toBe(2);
  expect(zeilen).toEqual([expect.stringMatching(/^Anker des Audit-Logs: 2026-11-20 [0-9a-f]{64}$/)]);
  // In Berlin the next day has begun.
  jetzt = new Date("2026-11-20T23:30:00Z");
  await expect.poll(() => zeilen, { timeout: 60_000 }).toHaveLength(2);
  expect(zeilen[1]).toContain("2026-11-21");
  await beende();
  await schreibe();
  expect(await versiegelt()).toBe(2);
  const beendeNeuen = starte();
  await expect.poll(versiegelt, { timeout: 60_000 }).toBe(3);
  await beendeNeuen();
  expect(fehler).toEqual([]);
});

test("ein Fehler wird gemeldet und beendet es nicht", async () => {
  const fehler: unknown[] = [];
  let versuche = 0;
  const weg = () => Promise.reject(new Error("weg"));
  const wackelig = new Proxy(worker, {
    get: (ziel, name) => (name === "begin" && versuche++ === 0 ? weg : Reflect.get(ziel, name)),
  });
  const vorher = Number(await versiegelt());
  await schreibe();
  const beende = versiegeleLaufend(
    wackelig,
    () => {},
    (grund) => fehler.push(grund),
  );
  await expect.poll(versiegelt, { timeout: 60_000 }).toBe(vorher + 1);
  await beende();
  expect(fehler).toEqual([new Error("weg")]);
});
