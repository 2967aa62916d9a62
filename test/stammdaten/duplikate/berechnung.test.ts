import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kontakte, patchobjekte } from "../../../src/stammdaten/duplikate/arten.ts";
import { abstand, istVertippt } from "../../../src/stammdaten/duplikate/berechnung/abstand.ts";
import { suchePaare, zaehleWorte } from "../../../src/stammdaten/duplikate/berechnung/bestand.ts";
import { falte } from "../../../src/stammdaten/duplikate/berechnung/falte.ts";
import { bildeFirma, vergleicheFirmen } from "../../../src/stammdaten/duplikate/berechnung/firma.ts";
import { haeufigkeitAus } from "../../../src/stammdaten/duplikate/berechnung/gewicht.ts";
import type { KontaktDaten } from "../../../src/stammdaten/duplikate/berechnung/kontakt.ts";
import { bildeName } from "../../../src/stammdaten/duplikate/berechnung/name.ts";
import { phonetik } from "../../../src/stammdaten/duplikate/berechnung/phonetik.ts";
import { istHaeufigerName } from "../../../src/stammdaten/duplikate/berechnung/vornamen.ts";
import { firma, kleinerBestand, objekt, person } from "./muster.ts";

const haeufigkeit = haeufigkeitAus(50_000, new Map(), istHaeufigerName);
const score = (a: KontaktDaten, b: KontaktDaten): number =>
  kontakte.bewerte(kontakte.bilde(a), kontakte.bilde(b), haeufigkeit)?.score ?? 0;

describe("Schreibweisen", () => {
  test.each([
    ["Müller", "muller"],
    ["Mueller", "muller"],
    ["  Groß-Gerau ", "gross gerau"],
    ["Ayşe Yılmaz", "ayse yilmaz"],
    ["Παπαδόπουλος, Γ.", "παπαδοπουλος γ"],
    ["王 小明 😀", "王 小明"],
    ["", ""],
  ])("%s wird %s", (text, gefaltet) => expect(falte(text)).toBe(gefaltet));

  test.each([
    ["mullerludenscheidt", "65752682"],
    ["wikipedia", "3412"],
    ["breschnew", "17863"],
    ["meier", "67"],
    ["mayr", "67"],
    ["heinz", "068"],
    ["", ""],
  ])("%s klingt wie %s", (wort, code) => expect(phonetik(wort)).toBe(code));

  test.each([
    ["abc", "abc", 2, 0],
    ["meier", "meire", 2, 1],
    ["ca", "abc", 3, 3],
    ["meier", "mayer", 2, 2],
    ["meier", "schulze", 2, 3],
    ["", "abcd", 2, 3],
  ])("%s und %s sind höchstens %i: %i auseinander", (a, b, hoechstens, erwartet) => {
    expect(abstand(a, b, hoechstens)).toBe(erwartet);
    expect(abstand(b, a, hoechstens)).toBe(erwartet);
  });

  test("der Abstand ist der kleinste, den man ohne Grenze fände", () => {
    const wort = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(wort, wort, fc.nat(4), (a, b, grenze) => {
        expect(abstand(a, b, grenze)).toBe(Math.min(abstand(a, b, 100), grenze + 1));
      }),
    );
  });

  test.each([
    ["uwe", "ute", false],
    ["anke", "ake", true],
    ["petersen", "pedersenn", true],
  ])("%s und %s: vertippt %s", (a, b, erwartet) => expect(istVertippt(a, b)).toBe(erwartet));

  test.each([
    [
      { vorname: "Dr. Hans-Jürgen", nachname: "von der Heide jun." },
      { vor: "hansjurgen", nach: "heide", generation: "jun" },
    ],
    [
      { vorname: null, nachname: "Müller, Hans" },
      { vor: "hans", nach: "muller" },
    ],
    [
      { vorname: null, nachname: "Hans Müller" },
      { vor: "hans", nach: "muller" },
    ],
    [
      { vorname: "Petra", nachname: "Müller geb. Schmidt" },
      { vor: "petra", nach: "muller" },
    ],
    [{ vorname: "Hans und Petra", nachname: "Müller" }, { gemeinsam: true }],
  ])("ein Name: %o", (daten, erwartet) => expect(bildeName({ anrede: null, ...daten })).toMatchObject(erwartet));

  test.each([
    ["Agrar Nord GmbH & Co. KG", "AGRAR NORD GmbH und Co.KG", "gleich"],
    ["Müller Landtechnik GmbH", "Mueller Landtechnik Gesellschaft mit beschränkter Haftung", "gleich"],
    ["Windpark Molzen", "Windpark Bolzum", "anders"],
    ["Solarpark 1 GmbH", "Solarpark 2 GmbH", "anders"],
    ["Landtechnik Behrens", "Landtechnik Berhens", "aehnlich"],
    ["Behrens", "Behrens Landtechnik", "teilweise"],
  ])("%s und %s: %s", (a, b, erwartet) => {
    expect(vergleicheFirmen(bildeFirma(a), bildeFirma(b))).toBe(erwartet);
    expect(vergleicheFirmen(bildeFirma(b), bildeFirma(a))).toBe(erwartet);
  });

  test("die Rechtsform gehört nicht zum Namen", () => {
    expect(bildeFirma("Agrar Nord GmbH & Co. KG")).toMatchObject({ ganz: "agrarnord", rechtsform: "gmbhcokg" });
    expect(bildeFirma("Reitverein Rosche e. V.")).toMatchObject({ ganz: "reitvereinrosche", rechtsform: "ev" });
    expect(bildeFirma("Ahlers UG (haftungsbeschränkt)")).toMatchObject({ ganz: "ahlers", rechtsform: "ug" });
  });
});

describe("dieselbe Person", () => {
  const hans = person({ anrede: "Herr", vorname: "Hans-Jürgen", nachname: "Wieckhorst", telefon: "0581 123456" });
  test.each<[string, Partial<KontaktDaten>]>([
    ["noch einmal", {}],
    ["mit anderer Schreibweise der Straße", { strasse: "Dorfstr.", hausnummer: "12 A" }],
    ["vertippt", { nachname: "Wiekchorst" }],
    ["ohne Umlaut", { vorname: "Hans-Juergen" }],
    ["gleich klingend", { nachname: "Wikhorst" }],
    ["vertauscht", { vorname: "Wieckhorst", nachname: "Hans-Jürgen" }],
    ["abgekürzt", { vorname: "H.-J." }],
    ["nur mit dem ersten Vornamen", { vorname: "Hans" }],
    ["mit Titel", { vorname: "Dr. Hans-Jürgen" }],
    ["mit anderer Schreibweise der Telefonnummer", { telefon: "+49 (0) 581 / 12 34 56" }],
    ["umgezogen, mit derselben Nummer", { strasse: "Am Deich", hausnummer: "3", plz: "26725", ort: "Emden" }],
  ])("%s", (_, felder) => {
    expect(score(hans, { ...hans, id: 2, ...felder })).toBeGreaterThanOrEqual(50);
  });

  test("ohne Vornamen, beide Male: an einer Anschrift eher eine als zwei, aber nicht so sicher, dass es gemeldet wird", () => {
    const ohne = person({ vorname: null, nachname: "Wieckhorst" });
    expect(score(ohne, { ...ohne, id: 2 })).toBeGreaterThanOrEqual(50);
    expect(score(ohne, { ...ohne, id: 2 })).toBeLessThan(85);
    for (const anders of [
      { vorname: "Hans" },
      { nachname: "Schmidt" },
      { nachname: "Wieckhorst jun." },
      { strasse: "Am Deich", plz: "26725", ort: "Emden" },
      { strasse: null, plz: null, ort: null },
    ])
      expect(score(ohne, { ...ohne, id: 2, ...anders }), JSON.stringify(anders)).toBeLessThan(50);
    for (const [eines, anderes] of [
      [{ anrede: "Herr" }, { anrede: "Frau" }],
      [{ email: "eins@post.example" }, { email: "zwei@post.example" }],
    ])
      expect(score({ ...ohne, ...eines }, { ...ohne, ...anderes, id: 2 })).toBeLessThan(50);
  });

  test.each([
    [
      { vorname: "Иван", nachname: "Петров" },
      { vorname: "ИВАН", nachname: "ПЕТРОВ" },
    ],
    [
      { vorname: "Γιώργος", nachname: "Παπαδόπουλος" },
      { vorname: "ΓΙΩΡΓΟΣ", nachname: "ΠΑΠΑΔΟΠΟΥΛΟΣ" },
    ],
    [
      { vorname: "小明", nachname: "王" },
      { vorname: "小明", nachname: "王" },
    ],
  ])("in anderer Schrift: %o", (eins, zwei) => {
    expect(score(person(eins), person({ id: 2, ...zwei }))).toBeGreaterThanOrEqual(85);
    expect(score(person(eins), person({ id: 2, ...zwei, vorname: "Ольга" }))).toBe(0);
  });
});

describe("zwei", () => {
  const gemeinsam = { iban: "DE02120300000000202051", email: "familie@post.example", telefon: "0581 123456" };
  const mann = person({ anrede: "Herr", vorname: "Andreas", nachname: "Wieckhorst", ...gemeinsam });
  test.each<[string, Partial<KontaktDaten>]>([
    ["Eheleute mit gemeinsamem Konto", { anrede: "Frau", vorname: "Sabine" }],
    ["Eheleute mit ähnlichen Vornamen", { anrede: "Frau", vorname: "Andrea" }],
    ["Eheleute ohne Anrede", { anrede: null, vorname: "Andrea" }],
    ["Geschwister mit ähnlichen Vornamen", { vorname: "Andre" }],
    ["Vater und Sohn", { nachname: "Wieckhorst jun." }],
    ["die Eheleute zusammen und einer von ihnen", { vorname: "Andreas und Sabine" }],
  ])("%s", (_, felder) => expect(score(mann, { ...mann, id: 2, ...felder })).toBeLessThan(50));

  test("Namensvetter an verschiedenen Orten", () => {
    const einer = person({ vorname: "Thomas", nachname: "Schmidt" });
    expect(score(einer, { ...einer, id: 2, strasse: "Am Deich", plz: "26725", ort: "Emden" })).toBeLessThan(50);
  });

  test("eine Firma und ihr Inhaber", () => {
    const inhaber = person({ vorname: "Hans", nachname: "Ahlers", ...gemeinsam });
    expect(score(inhaber, firma({ id: 2, firma: "Hans Ahlers", ...gemeinsam }))).toBe(0);
  });

  test("Firmen eines Hauses", () => {
    const eine = firma({ firma: "Solar Rosche GmbH & Co. KG", ...gemeinsam });
    expect(score(eine, { ...eine, id: 2, firma: "Solar Rosche Verwaltungs GmbH" })).toBeLessThan(50);
  });
});

test("ein seltener Name sagt mehr als ein häufiger", () => {
  const paar = (name: string): number => {
    const a = kontakte.bilde(person({ vorname: "Focko", nachname: name }));
    const b = {
      ...kontakte.bilde(person({ id: 2, vorname: "Focko", nachname: name, strasse: "Am Deich", plz: "26725" })),
    };
    const oft = new Map([["haufig", 5_000]]);
    return kontakte.bewerte(a, b, haeufigkeitAus(50_000, oft, istHaeufigerName))?.score ?? 0;
  };
  expect(paar("Selten")).toBeGreaterThan(paar("Häufig"));
});

describe("Patchobjekte", () => {
  const wert = (felder: object): number =>
    patchobjekte.bewerte(patchobjekte.bilde(objekt({})), patchobjekte.bilde(objekt({ id: 2, ...felder })), haeufigkeit)
      ?.score ?? 0;
  test.each([
    ["dasselbe", {}],
    ["mit führenden Nullen", { flur: "003", flurstueckZaehler: "012" }],
    ["mit dem Nenner im Zähler", { flurstueckZaehler: "12/4", flurstueckNenner: null }],
    ["mit anders geschriebener Gemarkung", { gemarkung: "Veersen", bezeichnung: "Acker" }],
    ["ohne Gemarkung", { gemarkung: null }],
  ])("eines: %s", (_, felder) => expect(wert(felder)).toBeGreaterThanOrEqual(50));

  test.each([
    ["das Nachbarflurstück", { flurstueckZaehler: "13" }],
    ["dieselbe Nummer in einer anderen Flur", { flur: "4" }],
    ["dieselbe Nummer in einer anderen Gemarkung", { gemarkung: "Molzen" }],
    ["ein anderer Stellplatz", { bezeichnung: "Im Felde 2" }],
  ])("zwei: %s", (_, felder) => expect(wert(felder)).toBeLessThan(50));
});

describe("der Vergleich eines Bestands", () => {
  const finde = (daten: KontaktDaten[]) => {
    const bilder = daten.map(kontakte.bilde).sort((a, b) => a.id - b.id);
    const worte = haeufigkeitAus(bilder.length, zaehleWorte(bilder, kontakte), istHaeufigerName);
    const suche = suchePaare(bilder, kontakte, worte);
    let schritt = suche.next();
    while (!schritt.done) schritt = suche.next();
    return schritt.value.paare.sort((x, y) => x.a - y.a || x.b - y.b);
  };

  test("verliert nichts, wenn er einen Datensatz verdichtet und wieder entfaltet", () => {
    const hinUndHer = <B>(verdichtet: unknown, entfalte: (werte: never) => B): B =>
      entfalte(JSON.parse(JSON.stringify(verdichtet)) as never);
    fc.assert(
      fc.property(kleinerBestand, (daten) => {
        for (const bild of daten.map(kontakte.bilde))
          expect(hinUndHer(kontakte.verdichte(bild), kontakte.entfalte)).toEqual(bild);
      }),
    );
    for (const flaecheQm of [null, 950]) {
      const bild = patchobjekte.bilde(objekt({ flaecheQm, bezeichnung: "Garten 12 am Deich", flur: "3" }));
      expect(hinUndHer(patchobjekte.verdichte(bild), patchobjekte.entfalte)).toEqual(bild);
    }
  });

  test("bewertet gleich herum wie verkehrt herum", () => {
    fc.assert(
      fc.property(kleinerBestand, (daten) => {
        const bilder = daten.map(kontakte.bilde);
        for (const a of bilder)
          for (const b of bilder)
            expect(kontakte.bewerte(a, b, haeufigkeit)).toEqual(kontakte.bewerte(b, a, haeufigkeit));
      }),
      { numRuns: 30 },
    );
  });

  test("findet unter denen mit gemeinsamem Schlüssel genau die ähnlichen, in jeder Ordnung", () => {
    fc.assert(
      fc.property(kleinerBestand, (daten) => {
        const bilder = daten.map(kontakte.bilde).sort((a, b) => a.id - b.id);
        const worte = haeufigkeitAus(bilder.length, zaehleWorte(bilder, kontakte), istHaeufigerName);
        const erwartet = bilder.flatMap((a, i) =>
          bilder.slice(i + 1).flatMap((b) => {
            const schluessel = kontakte.schluessel(a);
            if (!kontakte.schluessel(b).some((einer) => schluessel.includes(einer))) return [];
            const bewertung = kontakte.bewerte(a, b, worte);
            return bewertung ? [{ a: a.id, b: b.id, ...bewertung }] : [];
          }),
        );
        expect(finde(daten)).toEqual(erwartet);
        expect(finde([...daten].reverse())).toEqual(erwartet);
      }),
      { numRuns: 50 },
    );
  });

  test("übergeht einen Schlüssel, den zu viele teilen", () => {
    const mit = (n: number) =>
      Array.from({ length: n }, (_, i) =>
        person({
          id: i + 1,
          vorname: null,
          nachname: "X",
          plz: null,
          ort: null,
          strasse: null,
          hausnummer: null,
          mobil: "0171 1234567",
        }),
      );
    expect(finde(mit(60)).length).toBe((60 * 59) / 2);
    expect(finde(mit(61))).toEqual([]);
  });
});
