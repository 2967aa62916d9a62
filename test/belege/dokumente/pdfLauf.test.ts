import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PdfLauf, pdfNachtrag, sendePdfLauf } from "../../../src/abrechnung/buchung/jobs.ts";
import { geteilteFaeden } from "../../../src/belege/dokumente/belegbrief/zeichner.ts";
import { system } from "../../../src/technik/auditlog/protokolliere.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import { arbeitePdfLaufAb } from "../../../worker/pdfLauf.ts";
import { arbeitePdfNachtragAb } from "../../../worker/pdfNachtrag.ts";
import { saeLauf } from "../../hilfe/archiv.ts";
import { mitDatenbank, owner, worker } from "../../hilfe/mitDatenbank.ts";

let boss: PgBoss;

mitDatenbank();

beforeAll(async () => {
  boss = await starteBoss(worker, "worker");
});

afterAll(async () => {
  await boss.stop({ close: false, graceful: false });
});

test("der Worker macht die Briefe des Laufs, der mit der Buchung gesendet wurde", async () => {
  const { laufId, belegIds } = await saeLauf(owner, [
    { belegart: "rechnung", nettoCent: 120_000, steuersatzBp: 1900 },
    { belegart: "rechnung", nettoCent: 5_000 },
  ]);
  await arbeitePdfLaufAb(boss, worker);
  const job = await worker.begin((tx) => sendePdfLauf(tx, laufId, system.akteur));
  await expect
    .poll(() => worker`select state, output from jobs.job where id = ${String(job?.jobId)}`, { timeout: 20_000 })
    .toEqual([{ state: "completed", output: { erstellt: 2, fehlgeschlagen: 0 } }]);
  expect(await owner`select status from archiv_pdf where beleg_id = any(${belegIds})`).toEqual([
    { status: "erstellt" },
    { status: "erstellt" },
  ]);
});

test("Fäden zeichnen viele Briefe; ein gescheiterter ist vermerkt, und der Nachtrag macht ihn gut", async () => {
  const briefe = Array.from({ length: 60 }, (_, i) => ({ belegart: "rechnung" as const, nettoCent: 1000 + i }));
  const { laufId, belegIds } = await saeLauf(owner, briefe);
  const gescheitert = Number(belegIds[7]);
  await owner`insert into archiv_pdf (beleg_id, status, fehler) values (${gescheitert}, 'fehlgeschlagen', 'Grund')`;
  const stand = () => owner`select pdf_erstellt, pdf_fehlgeschlagen from buchungslauf where id = ${laufId}`;
  expect(await stand()).toEqual([{ pdfErstellt: 0, pdfFehlgeschlagen: 1 }]);
  await arbeitePdfNachtragAb(boss, worker, { faeden: geteilteFaeden(2) });
  const id = await boss.send(pdfNachtrag, {});
  await expect
    .poll(() => worker`select state, output from jobs.job where id = ${id}`, { timeout: 20_000 })
    .toEqual([{ state: "completed", output: { erstellt: 60, fehlgeschlagen: 0 } }]);
  expect(await stand()).toEqual([{ pdfErstellt: 60, pdfFehlgeschlagen: 0 }]);
  expect(await owner`select status, versuche, fehler from archiv_pdf where beleg_id = ${gescheitert}`).toEqual([
    { status: "erstellt", versuche: 2, fehler: null },
  ]);
});

test("die Briefe eines Laufs warten nicht hinter fünfzig kleinen Aufträgen", async () => {
  const kleine = await Promise.all(
    Array.from({ length: 50 }, () => saeLauf(owner, [{ belegart: "rechnung", nettoCent: 4_711 }])),
  );
  const { laufId } = await saeLauf(
    owner,
    Array.from({ length: 60 }, (_, i) => ({ belegart: "rechnung" as const, nettoCent: 1000 + i })),
  );
  await worker.begin(async (tx) => {
    for (const { laufId: kleiner } of kleine) await sendePdfLauf(tx, kleiner, system.akteur);
    await sendePdfLauf(tx, laufId, system.akteur);
  });
  const fertige = async () => {
    const [zeile] = await owner`select pdf_erstellt from buchungslauf where id = ${laufId}`;
    return zeile?.pdfErstellt ?? 0;
  };
  // Left to its polls, the worker would take minutes; how fast it draws is the machine's business.
  await expect.poll(fertige, { timeout: 45_000 }).toBe(60);
}, 60_000);

test("ein Auftrag ohne Lauf wird nicht angenommen", () => {
  expect(PdfLauf.safeParse({}).success).toBe(false);
  expect(PdfLauf.safeParse({ buchungslaufId: "x" }).success).toBe(false);
});
