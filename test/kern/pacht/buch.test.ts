import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addiereMonate, formatTag, frueherer, parseTag, plusTage } from "../../../src/kern/kalender/tag.ts";
import type { BelegZeile, KontoEingabe } from "../../../src/kern/pacht/typen.ts";
import { beliebigesKonto, berechnungsart } from "./beliebig.ts";
import { Buch, salden } from "./buch.ts";
import { negiere } from "./storno.ts";

/** Days after `pachtbeginn`: how far is booked before the end is known, and that end. */
const lauf = fc.record({ eingabe: beliebigesKonto, gebuchtBis: fc.nat(900), ende: fc.nat(900) });
const nach = ({ pachtbeginn }: KontoEingabe, tage: number) => formatTag(plusTage(parseTag(pachtbeginn), tage));
const SPAETER = "2031-01-01";

/** What may be another between a booking and the settlement that corrects it. */
const aenderung = fc.record({
  berechnungsart,
  verwaltungsgebuehrBp: fc.constantFrom(0, 300, 525, 1000),
  gebuehrSteuersatzBp: fc.constantFrom(0, 700, 1900),
});

describe("ein beliebiges Konto", () => {
  test("eine Schlussabrechnung lässt jeder Partei, was eine Pacht mit bekanntem Ende gekostet hätte", () => {
    let korrekturen = 0;
    fc.assert(
      fc.property(lauf, ({ eingabe, gebuchtBis, ende }) => {
        const pachtende = nach(eingabe, ende);
        const bekannt = new Buch({ ...eingabe, pachtende });
        bekannt.buche(SPAETER);
        const buch = new Buch({ ...eingabe, pachtende: null });
        buch.buche(nach(eingabe, gebuchtBis));
        buch.aendere({ pachtende });
        buch.buche(SPAETER);
        const alleZeilen = buch.archiv.flatMap((beleg) => beleg.zeilen);
        korrekturen += alleZeilen.filter((zeile) => zeile.herleitung.korrektur).length;
        expect(salden(buch.archiv)).toEqual(salden(bekannt.archiv));
        expect(buch.konto.schlussabrechnung).toBe(SPAETER);
      }),
      { numRuns: 300 },
    );
    expect(korrekturen).toBeGreaterThan(100);
  });

  test("Monat für Monat gebucht ist auf den Cent wie spät auf einmal gebucht", () => {
    fc.assert(
      fc.property(beliebigesKonto, (eingabe) => {
        const inEinem = new Buch(eingabe);
        inEinem.buche(nach(eingabe, 930));
        const monatlich = new Buch(eingabe);
        const beginn = parseTag(eingabe.pachtbeginn);
        for (let n = 0; n <= 31; n += 1)
          monatlich.buche(formatTag(frueherer(addiereMonate(beginn, n), plusTage(beginn, 930))));
        expect(monatlich.archiv).toEqual(inEinem.archiv);
      }),
      { numRuns: 60 },
    );
  });

  test("eine Schlussabrechnung geht auf: Weitergeleitetes ist, was die Verpächter bekommen, Berichtigungen sind, was sie sagen", () => {
    fc.assert(
      fc.property(lauf, ({ eingabe, gebuchtBis, ende }) => {
        const buch = new Buch({ ...eingabe, pachtende: null });
        buch.buche(nach(eingabe, gebuchtBis));
        buch.aendere({ pachtende: nach(eingabe, ende) });
        for (const { belege } of buch.buche(SPAETER)) {
          const summe = (werte: number[]) => werte.reduce((a, b) => a + b, 0);
          const zeilen = (muster: RegExp) => belege.filter((b) => muster.test(b.belegart)).flatMap((b) => b.zeilen);
          const weitergeleitet = zeilen(/rechnung$/).filter((zeile) => zeile.weiterleitung);
          expect(summe(weitergeleitet.map((z) => z.nettoCent))).toBe(
            summe(zeilen(/^gutschrift$/).map((z) => z.nettoCent)),
          );
          for (const { nettoCent, herleitung } of zeilen(/./)) {
            const { korrektur } = herleitung;
            if (!korrektur) continue;
            expect(nettoCent).not.toBe(0);
            expect(nettoCent).toBe(korrektur.richtigCent - korrektur.gebuchtCent);
            expect(summe(korrektur.segmente.map((s) => s.nettoCent))).toBe(korrektur.richtigCent);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test("Berechnungsart und Gebühr, die sich nach der Buchung ändern, ändern ihre Berichtigung nicht", () => {
    let korrekturen = 0;
    fc.assert(
      fc.property(lauf, aenderung, ({ eingabe, gebuchtBis, ende }, danach) => {
        const schliesse = (mehr: Partial<KontoEingabe>) => {
          const buch = new Buch({ ...eingabe, pachtende: null });
          buch.buche(nach(eingabe, gebuchtBis));
          buch.aendere({ pachtende: nach(eingabe, ende), ...mehr });
          return buch
            .buche(SPAETER)
            .flatMap(({ belege }) =>
              belege.flatMap((b) => b.zeilen.filter((z) => z.herleitung.korrektur).map((z) => [b.kontaktId, z])),
            );
        };
        const berichtigt = schliesse(danach);
        korrekturen += berichtigt.length;
        expect(berichtigt).toEqual(schliesse({}));
      }),
      { numRuns: 150 },
    );
    expect(korrekturen).toBeGreaterThan(50);
  });

  test("die Gebühr jedes Verpächters: die heutige auf Neues, die gebuchte auf Berichtigtes", () => {
    let andere = 0;
    fc.assert(
      fc.property(lauf, fc.nat(300), aenderung, aenderung, ({ eingabe, gebuchtBis, ende }, weitere, erste, zweite) => {
        const buch = new Buch({ ...eingabe, pachtende: null });
        buch.buche(nach(eingabe, gebuchtBis));
        buch.aendere(erste);
        buch.buche(nach(eingabe, gebuchtBis + weitere));
        const gebucht = [...buch.buchungen];
        buch.aendere({ pachtende: nach(eingabe, ende), ...zweite });
        for (const { belege, faelligkeit, bedingungen } of buch.buche(SPAETER)) {
          if (faelligkeit.art !== "schlussabrechnung") continue;
          const satzVon = (z: BelegZeile): string => {
            const id = z.herleitung.korrektur?.faelligkeitId;
            const buchung = id === undefined ? undefined : gebucht.find((b) => b.faelligkeit.id === id);
            const { verwaltungsgebuehrBp: bp, gebuehrSteuersatzBp } = buchung?.bedingungen ?? bedingungen;
            if (bp !== zweite.verwaltungsgebuehrBp) andere += 1;
            return `${bp} ${gebuehrSteuersatzBp}`;
          };
          for (const gutschrift of belege.filter((b) => b.belegart === "gutschrift")) {
            const erwartet = [...Map.groupBy(gutschrift.zeilen, satzVon)].flatMap(([satz, zeilen]) => {
              const [bp = 0, satzBp = 0] = satz.split(" ").map(Number);
              const summe = zeilen.reduce((cent, z) => cent + z.nettoCent, 0);
              const cent = Math.sign(summe) * Math.round((Math.abs(summe) * bp) / 10_000);
              return cent === 0 ? [] : [[cent, satzBp]];
            });
            const gebuehren = belege.filter(
              (b) => b.belegart === "gebuehrenrechnung" && b.kontaktId === gutschrift.kontaktId,
            );
            expect(gebuehren.flatMap((b) => b.zeilen.map((z) => [z.nettoCent, z.steuersatzBp]))).toEqual(erwartet);
            expect(gebuehren).toHaveLength(erwartet.length === 0 ? 0 : 1);
            expect(gutschrift.auszahlungCent).toBe(gutschrift.bruttoCent - (gebuehren[0]?.bruttoCent ?? 0));
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(andere).toBeGreaterThan(50);
  });

  test("Storno und Beleg ergeben 0, Zeile für Zeile, Steuer für Steuer", () => {
    fc.assert(
      fc.property(lauf, ({ eingabe, gebuchtBis, ende }) => {
        const buch = new Buch({ ...eingabe, pachtende: null });
        buch.buche(nach(eingabe, gebuchtBis));
        buch.aendere({ pachtende: nach(eingabe, ende) });
        buch.buche(SPAETER);
        for (const beleg of [...buch.archiv]) {
          const storno = negiere(beleg);
          expect(storno.belegart).toBe(beleg.belegart === "gutschrift" ? "stornogutschrift" : "stornorechnung");
          expect(storno.nettoCent + beleg.nettoCent).toBe(0);
          expect(storno.steuerCent + beleg.steuerCent).toBe(0);
          expect(storno.bruttoCent + beleg.bruttoCent).toBe(0);
          expect((storno.auszahlungCent ?? 0) + (beleg.auszahlungCent ?? 0)).toBe(0);
          expect(storno.zeilen.map((z, i) => z.nettoCent + (beleg.zeilen[i]?.nettoCent ?? 0)).some(Boolean)).toBe(
            false,
          );
          for (const [i, gruppe] of beleg.steuergruppen.entries())
            expect(storno.steuergruppen[i]).toEqual({
              ...gruppe,
              nettoCent: 0 - gruppe.nettoCent,
              steuerCent: 0 - gruppe.steuerCent,
            });
        }
        while (buch.buchungen.length > 0) buch.storniereLetzte();
        expect(salden(buch.archiv)).toEqual({});
      }),
      { numRuns: 60 },
    );
  });

  test("storniert und noch einmal gebucht gibt dieselben Belege", () => {
    fc.assert(
      fc.property(lauf, ({ eingabe, gebuchtBis, ende }) => {
        const buch = new Buch({ ...eingabe, pachtende: null });
        buch.buche(nach(eingabe, gebuchtBis));
        buch.aendere({ pachtende: nach(eingabe, ende) });
        const letzte = buch.buche(SPAETER).at(-1);
        buch.storniereLetzte();
        const ohneNummern = (belege: object[] = []) => belege.map((beleg) => ({ ...beleg, id: 0, belegnummer: "" }));
        expect(ohneNummern(buch.buche(SPAETER).at(-1)?.belege)).toEqual(ohneNummern(letzte?.belege));
      }),
      { numRuns: 60 },
    );
  });
});

test("ein Stornobeleg hat selbst keinen", () => {
  const buch = new Buch();
  buch.buche("2025-10-01");
  const [storno] = buch.storniereLetzte();
  expect(storno?.belegart).toBe("stornorechnung");
  if (storno) expect(() => negiere(storno)).toThrow(RangeError);
});
