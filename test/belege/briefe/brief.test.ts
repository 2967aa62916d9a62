import { describe, expect, test } from "vitest";
import { layoutBrief } from "../../../src/belege/briefe/brief.ts";
import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import type { Blatt } from "../../../src/belege/briefe/satz/blatt.ts";
import { euro } from "../../../src/belege/briefe/satz/format.ts";
import { layoutKontoauszug } from "../../../src/belege/dokumente/kontoauszug/layout.ts";
import { erechnungVon } from "../../../src/belege/erechnung/bilde.ts";
import { HOECHSTBETRAG_CENT } from "../../../src/kern/pacht/grenzen.ts";
import { aussteller, brief, firma, kontoauszug, person, texte, wortlaut, zeile } from "../../hilfe/musterbrief.ts";

const viele = (anzahl: number, mehr: Partial<BriefDaten> = {}) =>
  brief({ ...mehr, zeilen: Array.from({ length: anzahl }, (_, i) => zeile(10_000 + i)) });

const langerName = "Treuhandgesellschaft für Land- und Forstwirtschaftliche Flächenverwaltung Schleswig-Holstein";

const arten: [string, BriefDaten][] = [
  ["Rechnung", brief()],
  ["drei Seiten", viele(40)],
  ["lange Namen", brief({ empfaenger: firma, aussteller: { ...aussteller, firma: langerName } })],
  ["ein Wort ohne Leerzeichen", brief({ zeilen: [zeile(100, { bezeichnung: "W".repeat(200) })] })],
  ["Ausland", brief({ empfaenger: { ...firma, adresszusatz: "Gebäude C, 3. OG", land: "AT" } })],
  ["große Beträge", brief({ zeilen: [zeile(999_999_999_999), zeile(-99_999_999_999)] })],
  ["leere Angaben", brief({ empfaenger: { ...person, strasse: null, ort: null, plz: null, iban: null } })],
];

/** No text leaves the type area of 25 to 190 mm, on paper or over another's line. */
const pruefeRaender = (blaetter: Blatt[]) => {
  for (const blatt of blaetter)
    for (const { x, y, breite, text } of texte(blatt)) {
      expect(x, text).toBeGreaterThanOrEqual(24.999);
      expect(x + breite, text).toBeLessThanOrEqual(190.001);
      expect(y, text).toBeLessThan(292.5);
      expect(y < 262 || y > 265, text).toBe(true);
    }
};

const pruefeUeberlappung = (blaetter: Blatt[]) => {
  for (const blatt of blaetter) {
    const stuecke = texte(blatt);
    for (const [i, a] of stuecke.entries())
      for (const b of stuecke.slice(i + 1)) {
        if (Math.abs(a.y - b.y) > 0.5) continue;
        expect(a.x + a.breite <= b.x || b.x + b.breite <= a.x, `${a.text} | ${b.text}`).toBe(true);
      }
  }
};

test("der Strich der steuerfreien Zeile steht vom höchsten Betrag so weit ab, dass ihn niemand für ein Minus hält", () => {
  const stuecke = texte(layoutBrief(brief({ zeilen: [zeile(HOECHSTBETRAG_CENT), zeile(-HOECHSTBETRAG_CENT)] }))[0]);
  const striche = stuecke.filter(({ text }) => text === "–");
  expect(striche).toHaveLength(2);
  for (const strich of striche) {
    const betrag = stuecke.find(
      ({ x, y, text }) => y === strich.y && x > strich.x && text.includes("10.000.000.000,00"),
    );
    expect((betrag?.x ?? 0) - (strich.x + strich.breite)).toBeGreaterThan(2.5);
  }
});

describe("Satzspiegel", () => {
  test.each(arten)("%s bleibt im Rand und überlappt nicht", (_, daten) => {
    const blaetter = layoutBrief(daten);
    pruefeRaender(blaetter);
    pruefeUeberlappung(blaetter);
  });

  test.each([0, 6, 60])("Kontoauszug mit %i Belegen", (anzahl) => {
    const blaetter = layoutKontoauszug(kontoauszug(anzahl));
    pruefeRaender(blaetter);
    pruefeUeberlappung(blaetter);
  });

  test("die Anschrift steht im Fenster", () => {
    const daten = brief({ empfaenger: { ...firma, adresszusatz: "Gebäude C", land: "AT" } });
    const zeilen = texte(layoutBrief(daten)[0]).filter(({ x, y }) => x === 25 && y > 62 && y < 100);
    expect(zeilen.map(({ text }) => text).slice(-3)).toEqual([
      "Straße der Einheit 104a",
      "18055 Rostock",
      "ÖSTERREICH",
    ]);
    for (const { y, x, breite } of zeilen) {
      expect(y).toBeLessThan(90);
      expect(x + breite).toBeLessThan(105);
    }
  });
});

describe("Seitenumbruch", () => {
  test("Übertrag auf beiden Seiten, Kopf wiederholt, Seitenzahl auf jeder", () => {
    const daten = viele(40);
    const blaetter = layoutBrief(daten);
    expect(blaetter.length).toBe(3);
    let summe = 0;
    const betraege = daten.zeilen.map(({ nettoCent }) => nettoCent);
    for (const [i, blatt] of blaetter.entries()) {
      const woerter = texte(blatt).map(({ text }) => text);
      expect(woerter).toContain(`Seite ${i + 1} von 3`);
      expect(woerter).toContain("Bezeichnung");
      const uebertraege = texte(blatt)
        .filter(({ text }) => text === "Übertrag")
        .map(({ y }) => texte(blatt).find((stueck) => stueck.y === y && stueck.x > 150)?.text);
      const gedruckt = woerter.filter((wort) => wort === "Grundpacht Freifläche").length;
      const bisher = summe;
      summe += betraege.splice(0, gedruckt).reduce((a, b) => a + b, 0);
      const erwartet = [...(i > 0 ? [bisher] : []), ...(i < 2 ? [summe] : [])];
      expect(uebertraege.map((wert) => `${wert} €`)).toEqual(erwartet.map(euro));
    }
    expect(summe).toBe(daten.nettoCent);
  });

  test.each(Array.from({ length: 30 }, (_, i) => i + 1))("%i Zeilen: keine Seite trägt nur Summen", (anzahl) => {
    for (const blatt of layoutBrief(viele(anzahl)))
      expect(texte(blatt).some(({ text }) => text === "Grundpacht Freifläche")).toBe(true);
  });
});

test("die Nummer einer Zeile steht in einer Zeile, auch die tausendste", () => {
  const nummern = layoutBrief(viele(1000)).flatMap((blatt) =>
    texte(blatt).filter(({ x, text }) => x < 34 && /^\d+$/.test(text)),
  );
  expect(nummern.map(({ text }) => text)).toEqual(Array.from({ length: 1000 }, (_, i) => String(i + 1)));
});

describe("Beträge und Worte", () => {
  test("Rechnung: Summen des Archivs, Steuergruppen mit Grund, Zahlung auf das Treuhandkonto", () => {
    const daten = brief();
    const woerter = wortlaut(layoutBrief(daten));
    for (const cent of [daten.nettoCent, daten.steuerCent, daten.bruttoCent]) expect(woerter).toContain(euro(cent));
    expect(woerter).toContain("19 % USt auf 5.280,00 €");
    expect(woerter).toContain("Auf 1.200,00 € fällt keine Umsatzsteuer an: steuerfrei nach § 4 Nr. 12 Buchst. a UStG.");
    expect(woerter).toContain("Bitte überweisen Sie 7.483,20 € bis zum 04.12.2026.");
    expect(woerter).toContain("DE02 1203 0000 0000 2020 51");
    expect(woerter).toContain("RE-2026-000001 PK-000417");
    expect(woerter).toContain("Sehr geehrter Herr Dr. Wójcik,");
    expect(woerter).not.toContain("Gutschrift");
  });

  test("Lastschrift nennt Mandat und Gläubiger-ID statt zu Überweisung aufzufordern", () => {
    const sepaMandat = { referenz: "MANDAT-17", datum: "2024-03-01" };
    const woerter = wortlaut(layoutBrief(brief({ empfaenger: { ...person, zahlungsart: "lastschrift", sepaMandat } })));
    expect(woerter).toContain("Wir ziehen 7.483,20 € am 04.12.2026 per SEPA-Lastschrift ein.");
    expect(woerter).toContain("MANDAT-17 vom 01.03.2024");
    expect(woerter).toContain("DE98ZZZ09999999999");
    expect(woerter).not.toContain("Bitte überweisen");
  });

  test.each([
    ["ohne Mandat", null],
    ["mit einer Referenz, die SEPA nicht zulässt,", { referenz: "MANDAT_17", datum: "2024-03-01" }],
    ["mit einem Mandat von nach dem Zahltag", { referenz: "MANDAT-17", datum: "2026-12-05" }],
  ])("Lastschrift %s wird zur Überweisung, im Brief wie in der E-Rechnung", (_, sepaMandat) => {
    const daten = brief({ empfaenger: { ...person, zahlungsart: "lastschrift", sepaMandat } });
    expect(wortlaut(layoutBrief(daten))).toContain("Bitte überweisen Sie");
    const xml = erechnungVon(daten);
    expect(xml).toContain("<ram:TypeCode>58</ram:TypeCode>");
    expect(xml).not.toContain("DirectDebitMandateID");
  });

  const steuerfrei = [zeile(120_000)];

  test.each<[string, boolean, Partial<BriefDaten>]>([
    ["Rechnung mit Steuer an eine Privatperson", true, {}],
    ["Schlussrechnung mit Steuer an sie", true, { belegart: "schlussrechnung" }],
    ["Gebührenrechnung mit Steuer an sie", true, { belegart: "gebuehrenrechnung" }],
    [
      "Rechnung an den, dessen Leistung nicht steuerbar ist,",
      true,
      { empfaenger: { ...person, umsatzsteuerStatus: "nicht_steuerbar" } },
    ],
    ["Rechnung ohne Steuer", false, { zeilen: steuerfrei }],
    ["Rechnung an eine Organisation", false, { empfaenger: firma }],
    ["Rechnung an den, der eine USt-IdNr. hat,", false, { empfaenger: { ...person, ustId: "DE987654321" } }],
    [
      "Rechnung an einen Kleinunternehmer",
      false,
      { empfaenger: { ...person, umsatzsteuerStatus: "kleinunternehmer" } },
    ],
    ["Gutschrift", false, { belegart: "gutschrift" }],
    ["Stornorechnung", false, { belegart: "stornorechnung" }],
  ])("%s weist auf zwei Jahre Aufbewahrung hin: %s", (_, mit, daten) => {
    const satz = /zwei Jahre auf \(§ 14b Abs\. 1 Satz 5 UStG\)/;
    expect(satz.test(wortlaut(layoutBrief(brief(daten))))).toBe(mit);
    expect(satz.test(erechnungVon(brief(daten)) ?? "")).toBe(mit);
  });

  const gebuehr = { belegnummer: "GB-2026-000001", bruttoCent: 38_556 };

  test("Gutschrift eines Verpächters mit Umsatzsteuer", () => {
    const empfaenger = firma;
    const daten = brief({ belegart: "gutschrift", belegnummer: "GS-2026-000001", empfaenger, gebuehr });
    const woerter = wortlaut(layoutBrief({ ...daten, auszahlungCent: daten.bruttoCent - gebuehr.bruttoCent }));
    expect(woerter).toContain("Gutschrift GS-2026-000001");
    expect(woerter).toContain("Gutschriftsbetrag 7.483,20 €");
    expect(woerter).toContain("abzgl. Gebührenrechnung GB-2026-000001 −385,56 €");
    expect(woerter).toContain("Auszahlung 7.097,64 €");
    expect(woerter).toContain("DE987654321");
  });

  test.each([
    ["DE987654321", false],
    ["ATU12345678", true],
    [null, true],
  ])("die Gutschrift nennt mit der USt-IdNr. %s die Steuernummer: %s", (ustId, mit) => {
    const daten = brief({ belegart: "gutschrift", empfaenger: { ...firma, ustId } });
    expect(wortlaut(layoutBrief(daten)).includes("Ihre Steuernummer 21/123/45678")).toBe(mit);
    expect(erechnungVon(daten)).toContain("21/123/45678");
  });

  test("ohne Umsatzsteuer heißt sie Auszahlungsmitteilung und nirgends Gutschrift", () => {
    const zeilen = [zeile(120_000, { steuerbefreiungGrund: "nicht steuerbar" })];
    const auszahlungCent = 120_000 - gebuehr.bruttoCent;
    const daten = brief({ belegart: "gutschrift", belegnummer: "GS-2026-000001", zeilen, gebuehr, auszahlungCent });
    const woerter = wortlaut(layoutBrief(daten));
    expect(woerter).toContain("Auszahlungsmitteilung GS-2026-000001");
    expect(woerter).not.toMatch(/gutschrift/i);
    expect(woerter).toContain("Auszahlung 814,44 €");
  });

  test("Gebührenrechnung wird verrechnet, nicht überwiesen", () => {
    const daten = brief({ belegart: "gebuehrenrechnung", gutschrift: { belegnummer: "GS-2026-000001" } });
    expect(wortlaut(layoutBrief(daten))).toContain(
      "wird von Ihrer Auszahlung GS-2026-000001 abgezogen. Sie brauchen nichts zu überweisen.",
    );
  });

  test("negative Rechnung ist ein Guthaben, nie eine Gutschrift", () => {
    const woerter = wortlaut(layoutBrief(brief({ belegart: "schlussrechnung", zeilen: [zeile(-5000)] })));
    expect(woerter).toContain("Rechnungsbetrag −50,00 € Guthaben 50,00 €");
    expect(woerter).toContain("Wir überweisen Ihnen Ihr Guthaben von 50,00 € bis zum 04.12.2026.");
    expect(woerter).not.toMatch(/gutschrift/i);
  });

  test("Storno nennt, was es aufhebt", () => {
    const stornoVon = {
      belegart: "rechnung",
      belegnummer: "RE-2026-000001",
      belegdatum: "2026-11-20",
      grund: null,
    } as const;
    const daten = brief({
      belegart: "stornorechnung",
      belegnummer: "ST-2026-000001",
      zeilen: [zeile(-500)],
      stornoVon,
    });
    expect(wortlaut(layoutBrief(daten))).toContain("stornieren wir die Rechnung RE-2026-000001 vom 20.11.2026");
  });

  test("Kontoauszug nennt alle Belege und die Auszahlung", () => {
    const woerter = wortlaut(layoutKontoauszug(kontoauszug(3)));
    for (const nummer of ["RE-2026-000001", "GS-2026-000002", "GB-2026-000003"]) expect(woerter).toContain(nummer);
    expect(woerter).toContain("Auszahlung 1.360,00 € 1.360,00 € 2.720,00 €");
    expect(woerter).toContain("Vortrag Diese Abrechnung Neuer Stand");
    expect(woerter).toContain("Gebühren brutto −0,06 € 1.428,00 € 1.427,94 €");
  });
});
