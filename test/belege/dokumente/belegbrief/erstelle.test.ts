import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { erstellePdf, erstellePdfsDesLaufs } from "../../../../src/belege/dokumente/belegbrief/erstelle.ts";
import { ladeBriefe } from "../../../../src/belege/dokumente/belegbrief/lade.ts";
import { erstelleKontoPdf } from "../../../../src/belege/dokumente/kontoauszug/erstelle.ts";
import { type Saatbeleg, saeLauf } from "../../../hilfe/archiv.ts";
import { liesPdf } from "../../../hilfe/liesPdf.ts";
import { mitDatenbank, owner, worker } from "../../../hilfe/mitDatenbank.ts";
import { firma, person } from "../../../hilfe/musterbrief.ts";

mitDatenbank();

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const unlesbar = { ...person, nachname: "山田", anzeigename: "山田" };

const belege: Saatbeleg[] = [
  { belegart: "rechnung", nettoCent: 120_000, steuersatzBp: 1900 },
  {
    belegart: "gutschrift",
    nettoCent: 120_000,
    steuersatzBp: 1900,
    empfaenger: firma,
    gebuehr: 2,
    auszahlungCent: 135_660,
  },
  { belegart: "gebuehrenrechnung", nettoCent: 6_000, steuersatzBp: 1900, empfaenger: firma },
];

describe("ein einzelnes Schreiben", () => {
  test("macht den Brief einmal und liefert dann immer dieselben Bytes", async () => {
    const { belegIds, belegnummern } = await saeLauf(owner, belege);
    const [id = 0] = belegIds;
    const [a, b] = await Promise.all([erstellePdf(worker, id), erstellePdf(worker, id)]);
    expect(a.sha256).toBe(sha256(a.inhalt));
    expect(b.sha256).toBe(a.sha256);
    expect(a.belegnummer).toBe(belegnummern[0]);
    expect((await liesPdf(a.inhalt)).blaetter[0]).toContain(`Rechnung ${belegnummern[0]}`);
    expect(sha256((await erstellePdf(worker, id)).inhalt)).toBe(a.sha256);
    await expect(owner`update archiv_pdf set fehler = null where beleg_id = ${id}`).rejects.toThrow(/unveränderlich/);
  });

  test("liest Gutschrift und Gebührenrechnung mit ihrem Gegenstück", async () => {
    const { belegIds, belegnummern } = await saeLauf(owner, belege);
    const [rechnung, gutschrift, gebuehr] = await ladeBriefe(worker, belegIds);
    expect(rechnung).toMatchObject({ rhythmus: "jaehrlich", gebuehr: null, gutschrift: null, stornoVon: null });
    expect(gutschrift?.gebuehr).toEqual({ belegnummer: belegnummern[2], bruttoCent: 7_140 });
    expect(gebuehr?.gutschrift).toEqual({ belegnummer: belegnummern[1] });
    expect(gutschrift?.steuergruppen).toEqual([
      expect.objectContaining({ steuersatzBp: 1900, nettoCent: 120_000, steuerCent: 22_800 }),
    ]);
  });

  test("404 für einen Beleg, den es nicht gibt", async () => {
    await expect(erstellePdf(worker, 999_999_999)).rejects.toMatchObject({ art: "nichtGefunden" });
  });

  test("ein Brief, der nicht zu drucken ist, wird mit Grund vermerkt, Versuche gezählt", async () => {
    const { belegIds } = await saeLauf(owner, [{ belegart: "rechnung", nettoCent: 100, empfaenger: unlesbar }]);
    const [id = 0] = belegIds;
    for (const versuche of [1, 2]) {
      await expect(erstellePdf(worker, id)).rejects.toMatchObject({ art: "konflikt", code: "pdf_nicht_erstellbar" });
      const [zeile] = await owner`select status, versuche, fehler, inhalt from archiv_pdf where beleg_id = ${id}`;
      expect(zeile).toMatchObject({ status: "fehlgeschlagen", versuche, inhalt: null });
      expect(zeile?.fehler).toContain("U+5C71");
      expect(zeile?.fehler).toContain("ein gebuchter Beleg behält sie bis zu Storno und neuer Buchung");
    }
  });
});

describe("die Schreiben eines Laufs", () => {
  test("ein schlechter Brief hält die anderen nicht auf; ein zweiter Gang macht nur, was fehlt", async () => {
    const gut: Saatbeleg[] = Array.from({ length: 60 }, (_, i) => ({ belegart: "rechnung", nettoCent: 1000 + i }));
    const { laufId, belegIds } = await saeLauf(owner, [
      ...gut.slice(0, 3),
      { belegart: "rechnung", nettoCent: 1, empfaenger: unlesbar },
      ...gut.slice(3),
    ]);
    expect(await erstellePdfsDesLaufs(worker, laufId)).toEqual({ erstellt: 60, fehlgeschlagen: 1 });
    expect(await erstellePdfsDesLaufs(worker, laufId)).toEqual({ erstellt: 0, fehlgeschlagen: 1 });
    const gespeichert = await owner<{ inhalt: Uint8Array; sha256: string }[]>`
      select inhalt, sha256 from archiv_pdf where beleg_id = any(${belegIds}) and status = 'erstellt'`;
    expect(gespeichert.length).toBe(60);
    for (const zeile of gespeichert) expect(sha256(zeile.inhalt)).toBe(zeile.sha256);
  });

  test("abgebrochen bleibt stehen, was fertig ist, und der nächste Gang vollendet", async () => {
    const { laufId } = await saeLauf(owner, belege);
    await expect(erstellePdfsDesLaufs(worker, laufId, { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await erstellePdfsDesLaufs(worker, laufId)).toEqual({ erstellt: 3, fehlgeschlagen: 0 });
  });
});

describe("der Kontoauszug", () => {
  test("nennt alle Belege, zweimal dieselben Bytes", async () => {
    const { archivkontoId, belegnummern } = await saeLauf(owner, belege);
    const erster = await erstelleKontoPdf(worker, archivkontoId);
    const woerter = (await liesPdf(erster.inhalt)).blaetter.flat();
    for (const nummer of belegnummern) expect(woerter).toContain(nummer);
    expect(woerter).toContain("Auszahlung 1.356,60 €");
    expect(sha256((await erstelleKontoPdf(worker, archivkontoId)).inhalt)).toBe(sha256(erster.inhalt));
  });

  test("ein Konto ohne Belege, und 404", async () => {
    const { archivkontoId } = await saeLauf(owner, []);
    const { inhalt } = await erstelleKontoPdf(worker, archivkontoId);
    expect((await liesPdf(inhalt)).blaetter.flat()).toContain("Für diesen Zeitraum gibt es keine Belege.");
    await expect(erstelleKontoPdf(worker, 999_999_999)).rejects.toMatchObject({ art: "nichtGefunden" });
  });
});
