import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { negiere } from "../../../src/abrechnung/berechnung/storno.ts";
import type { KontoEingabe } from "../../../src/abrechnung/typen.ts";
import { addiereMonate, formatTag, frueherer, parseTag, plusTage } from "../../../src/kalender/tag.ts";
import { beliebigesKonto } from "./beliebig.ts";
import { Buch, salden } from "./buch.ts";

/** Days after `pachtbeginn`: how far is booked before the end is known, and that end. */
const lauf = fc.record({ eingabe: beliebigesKonto, gebuchtBis: fc.nat(900), ende: fc.nat(900) });
const nach = ({ pachtbeginn }: KontoEingabe, tage: number) => formatTag(plusTage(parseTag(pachtbeginn), tage));
const SPAETER = "2031-01-01";

describe("any account", () => {
  test("a settlement leaves each party with the net that a lease whose end was known would have cost", () => {
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

  test("booking month by month = booking late in one go, cent by cent", () => {
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

  test("a settlement adds up: billed pass-on = lessors' shares, corrections are what they say", () => {
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

  test("storno + original = 0, line by line, tax group by tax group", () => {
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

  test("cancelled and booked again gives the same documents", () => {
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

test("a counter document has none of its own", () => {
  const buch = new Buch();
  buch.buche("2025-10-01");
  const [storno] = buch.storniereLetzte();
  expect(storno?.belegart).toBe("stornorechnung");
  if (storno) expect(() => negiere(storno)).toThrow(RangeError);
});
