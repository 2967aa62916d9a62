import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Indexaenderung,
  indexfaktor,
  indexverhaeltnis,
} from "../../../../src/kern/pacht/hebung/indexaenderung.ts";

const aenderung = (mehr: Partial<Indexaenderung> = {}): Indexaenderung => ({
  indexBasis: "105.1",
  indexNeu: "119.3",
  weitergabeBp: null,
  obergrenzeBp: null,
  verkettung: null,
  ...mehr,
});

/** What 10,000.00 become, in cents. */
const aus10000 = (mehr: Partial<Indexaenderung>): number | null => {
  const faktor = indexfaktor(aenderung(mehr));
  return faktor && Math.round((1_000_000 * Number(faktor.zaehler)) / Number(faktor.nenner));
};

describe("Was 10.000,00 nach einem Index werden", () => {
  test.each<[string, Partial<Indexaenderung>, number | null]>([
    // 119.3 / 105.1 = 1.135109...
    ["die ganze Änderung", {}, 1_135_109],
    // Half of 13.5109 % is 6.7555 %
    ["die halbe Änderung", { weitergabeBp: 5000 }, 1_067_555],
    ["mehr als die Änderung", { weitergabeBp: 12_000 }, 1_162_131],
    ["höchstens 10 %", { obergrenzeBp: 1000 }, 1_100_000],
    ["höchstens 10 % der halben Änderung, die darunter bleibt", { weitergabeBp: 5000, obergrenzeBp: 1000 }, 1_067_555],
    ["ein Fall", { indexBasis: "119.3", indexNeu: "105.1" }, 880_972],
    ["ein Fall um höchstens 5 %", { indexBasis: "119.3", indexNeu: "105.1", obergrenzeBp: 500 }, 950_000],
    // 95.0 x 127.2 / (105.1 x 100.3) = 1.146323...
    ["über das Ende einer Reihe", { indexNeu: "95.0", verkettung: { alt: "127.2", neu: "100.3" } }, 1_146_323],
    ["keine Änderung", { indexNeu: "105.1" }, 1_000_000],
    // 3 x 60 % off is more than everything
    ["dreifach weitergegebener Fall", { indexBasis: "100.0", indexNeu: "40.0", weitergabeBp: 30_000 }, null],
    ["ohne Ausgangsstand", { indexBasis: "0.0" }, null],
  ])("%s", (_, mehr, erwartet) => expect(aus10000(mehr)).toBe(erwartet));

  const stand = fc.integer({ min: 1, max: 9999 }).map((zehntel) => (zehntel / 10).toFixed(1));
  const klausel = fc.record({
    indexBasis: stand,
    indexNeu: stand,
    weitergabeBp: fc.constantFrom(null, 2500, 5000, 10_000),
    obergrenzeBp: fc.option(fc.integer({ min: 1, max: 3000 })),
    verkettung: fc.option(fc.record({ alt: stand, neu: stand })),
  });

  test("nie mehr als die Obergrenze, nach oben wie nach unten, und immer in der Richtung des Index", () => {
    fc.assert(
      fc.property(klausel, (eine) => {
        const { zaehler, nenner } = indexfaktor(eine) ?? { zaehler: 0n, nenner: 1n };
        const voll = indexverhaeltnis(eine) ?? { zaehler: 0n, nenner: 1n };
        const richtung = zaehler > nenner ? 1 : zaehler < nenner ? -1 : 0;
        expect(richtung).toBe(voll.zaehler > voll.nenner ? 1 : voll.zaehler < voll.nenner ? -1 : 0);
        const abstand = zaehler > nenner ? zaehler - nenner : nenner - zaehler;
        if (eine.obergrenzeBp !== null) expect(abstand * 10_000n <= BigInt(eine.obergrenzeBp) * nenner).toBe(true);
      }),
    );
  });

  test("eine Verkettung mit gleichen Ständen ändert nichts", () => {
    fc.assert(
      fc.property(klausel, stand, (eine, gleich) => {
        const ohne = indexfaktor({ ...eine, verkettung: null });
        const mit = indexfaktor({ ...eine, verkettung: { alt: gleich, neu: gleich } });
        expect(ohne && mit && ohne.zaehler * mit.nenner === mit.zaehler * ohne.nenner).toBe(true);
      }),
    );
  });
});
