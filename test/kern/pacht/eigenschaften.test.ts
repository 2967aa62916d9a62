import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTag } from "../../../src/kern/kalender/tag.ts";
import { wendeHebungenAn } from "../../../src/kern/pacht/hebung/hebung.ts";
import { berechneKonto } from "../../../src/kern/pacht/konto.ts";
import { MONATE } from "../../../src/kern/pacht/perioden.ts";
import type { BelegEntwurf, BelegZeile, KontoEingabe } from "../../../src/kern/pacht/typen.ts";
import { beliebigesKonto, berechnungsart, kostenNachTagen, pachtjahrBeginn, rhythmus } from "./beliebig.ts";
import { konto, netto, perioden, position } from "./muster.ts";

const summe = (zahlen: number[]) => zahlen.reduce((a, b) => a + b, 0);
const nettoSumme = (zeilen: BelegZeile[]) => summe(zeilen.map((zeile) => zeile.nettoCent));
const jeKonto = (pruefe: (eingabe: KontoEingabe) => void) =>
  fc.assert(fc.property(beliebigesKonto, pruefe), { numRuns: 150 });

describe("ein beliebiges Konto", () => {
  test("jede Position kostet in jedem Zeitraum, was ihre Tage wiegen, einmal gerundet", () => {
    jeKonto((eingabe) => {
      const { versionen } = wendeHebungenAn(eingabe.positionen, eingabe.hebungen);
      for (const { faelligkeit, belege } of perioden(eingabe)) {
        const zeilen = belege.filter((b) => b.belegart === "rechnung").flatMap((b) => b.zeilen);
        for (const ursprungId of new Set(eingabe.positionen.map((p) => p.ursprungId))) {
          const [von, bis] = [parseTag(faelligkeit.zeitraumVon), parseTag(faelligkeit.zeitraumBis)];
          const erwartet = kostenNachTagen(eingabe, versionen, ursprungId, von, bis);
          expect(nettoSumme(zeilen.filter((zeile) => zeile.ursprungId === ursprungId))).toBe(erwartet);
        }
      }
    });
  });

  test("Belege gehen auf, haben keine leeren Zeilen, und die Zeilen stehen in ihrer Folge", () => {
    jeKonto((eingabe) => {
      for (const beleg of perioden(eingabe).flatMap((p) => p.belege)) {
        expect(beleg.zeilen.length).toBeGreaterThan(0);
        expect(beleg.zeilen.every((zeile) => zeile.nettoCent !== 0)).toBe(true);
        expect(beleg.nettoCent).toBe(nettoSumme(beleg.zeilen));
        expect(beleg.nettoCent).toBe(summe(beleg.steuergruppen.map((g) => g.nettoCent)));
        expect(beleg.steuerCent).toBe(summe(beleg.steuergruppen.map((g) => g.steuerCent)));
        expect(beleg.bruttoCent).toBe(beleg.nettoCent + beleg.steuerCent);
        const ordnung = beleg.zeilen.map((z) => `${z.ursprungId} ${z.zeitraumVon}`);
        expect(ordnung).toEqual([...new Set(ordnung)].toSorted());
      }
    });
  });

  test("die Anteile eines Abschnitts ergeben ihn, und Restcent sind 1, 0 oder -1", () => {
    jeKonto((eingabe) => {
      for (const { belege } of perioden(eingabe)) {
        for (const belegart of ["rechnung", "gutschrift"]) {
          const zeilen = belege.filter((b) => b.belegart === belegart).flatMap((b) => b.zeilen);
          const segmente = Map.groupBy(zeilen, (z) => `${z.ursprungId} ${z.zeitraumVon}`);
          for (const teile of segmente.values()) expect(nettoSumme(teile)).toBe(teile[0]?.herleitung.segmentCent);
          for (const { herleitung } of zeilen) {
            expect(Math.abs(herleitung.restCentSegment)).toBeLessThanOrEqual(1);
            expect(Math.abs(herleitung.restCentAnteil)).toBeLessThanOrEqual(1);
          }
        }
      }
    });
  });

  test("die Verpächter bekommen das weitergeleitete Netto; Auszahlung ist Brutto weniger Gebühr", () => {
    jeKonto((eingabe) => {
      for (const { belege } of perioden(eingabe)) {
        const art = (belegart: string) => belege.filter((b) => b.belegart === belegart);
        const billed = art("rechnung").flatMap((b) => b.zeilen.filter((zeile) => zeile.weiterleitung));
        expect(nettoSumme(billed)).toBe(nettoSumme(art("gutschrift").flatMap((b) => b.zeilen)));
        for (const gutschrift of art("gutschrift")) {
          const gebuehren = art("gebuehrenrechnung").filter((b) => b.kontaktId === gutschrift.kontaktId);
          expect(gebuehren.length).toBeLessThanOrEqual(1);
          expect(gutschrift.auszahlungCent).toBe(gutschrift.bruttoCent - (gebuehren[0]?.bruttoCent ?? 0));
        }
      }
    });
  });

  test("weder die Folge der Eingaben noch der Tag der Abrechnung ändert etwas", () => {
    jeKonto((eingabe) => {
      const verkehrt: KontoEingabe = {
        ...eingabe,
        beteiligte: eingabe.beteiligte.toReversed(),
        positionen: eingabe.positionen.toReversed(),
        hebungen: eingabe.hebungen.toReversed(),
        faelligkeiten: eingabe.faelligkeiten.toReversed(),
      };
      expect(perioden(verkehrt)).toEqual(perioden(eingabe));
      const offen = { ...eingabe, schlussabrechnung: "2020-01-01" };
      expect(berechneKonto(offen, "2099-12-31")).toEqual(berechneKonto(eingabe, "2000-01-01"));
    });
  });

  test("Beträge mit anderem Vorzeichen geben Belege mit anderem Vorzeichen", () => {
    const minus = (n: number) => 0 - n;
    const negiert = (beleg: BelegEntwurf) => ({
      zeilen: beleg.zeilen.map((z) => [
        minus(z.nettoCent),
        minus(z.herleitung.segmentCent),
        minus(z.herleitung.restCentSegment),
        minus(z.herleitung.restCentAnteil),
      ]),
      gruppen: beleg.steuergruppen.map((g) => [minus(g.nettoCent), minus(g.steuerCent)]),
      summen: [minus(beleg.nettoCent), minus(beleg.steuerCent), minus(beleg.bruttoCent)],
    });
    const wieIst = (beleg: BelegEntwurf) => ({
      zeilen: beleg.zeilen.map((z) => [
        z.nettoCent,
        z.herleitung.segmentCent,
        z.herleitung.restCentSegment,
        z.herleitung.restCentAnteil,
      ]),
      gruppen: beleg.steuergruppen.map((g) => [g.nettoCent, g.steuerCent]),
      summen: [beleg.nettoCent, beleg.steuerCent, beleg.bruttoCent],
    });
    jeKonto((eingabe) => {
      const positionen = eingabe.positionen.map((p) => ({ ...p, betragCent: minus(p.betragCent) }));
      const gespiegelt = perioden({ ...eingabe, positionen }).map((p) => p.belege.map(wieIst));
      expect(gespiegelt).toEqual(perioden(eingabe).map((p) => p.belege.map(negiert)));
    });
  });
});

describe("eine Position, die sich nie ändert", () => {
  const betrag = fc.integer({ min: -1_000_000, max: 1_000_000 });

  test("kostet in jedem ganzen Zeitraum ihren vollen Betrag, bei jeder Berechnungsart und Zahl der Tage", () => {
    const laengeres = fc.tuple(rhythmus, rhythmus).filter(([r, i]) => MONATE[r] >= MONATE[i]);
    fc.assert(
      fc.property(betrag, laengeres, berechnungsart, pachtjahrBeginn, (betragCent, [r, intervall], art, beginn) => {
        const pachtbeginn = `2023-${beginn}`;
        const positionen = [position({ betragCent, intervall })];
        const mehr = { zahlungsrhythmus: r, berechnungsart: art, pachtjahrBeginn: beginn, pachtbeginn, positionen };
        const voll = (betragCent * MONATE[r]) / MONATE[intervall];
        const zeilen = netto(konto(mehr, "2025-12-01"));
        if (betragCent === 0) expect(zeilen).toEqual([]);
        else expect(zeilen.every((zeile) => zeile === voll)).toBe(true);
      }),
    );
  });

  test("ergibt über ein Pachtjahr das Gleiche, in jedem Rhythmus, Intervall und jeder Berechnungsart", () => {
    fc.assert(
      fc.property(
        betrag,
        rhythmus,
        rhythmus,
        berechnungsart,
        pachtjahrBeginn,
        (betragCent, r, intervall, art, beginn) => {
          const pachtbeginn = `2023-${beginn}`;
          const positionen = [position({ betragCent, intervall })];
          const mehr = { zahlungsrhythmus: r, berechnungsart: art, pachtjahrBeginn: beginn, pachtbeginn, positionen };
          const jahr = perioden(konto(mehr, "2026-01-01")).filter((p) => p.faelligkeit.zeitraumVon < `2024-${beginn}`);
          expect(jahr).toHaveLength(12 / MONATE[r]);
          expect(summe(jahr.flatMap((p) => p.belege.map((b) => b.nettoCent)))).toBe(
            (betragCent * 12) / MONATE[intervall],
          );
        },
      ),
    );
  });
});
