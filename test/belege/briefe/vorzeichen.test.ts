import { describe, expect, test } from "vitest";
import { layoutBrief, layoutEntwurf } from "../../../src/belege/briefe/brief.ts";
import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import { zahlungsblock } from "../../../src/belege/briefe/zahlung.ts";
import { erechnungVon } from "../../../src/belege/erechnung/bilde.ts";
import type { Belegart } from "../../../src/kern/pacht/typen.ts";
import { brief, firma, person, wortlaut, zeile } from "../../hilfe/musterbrief.ts";

const mitSteuer = { steuersatzBp: 1900, steuerbefreiungGrund: null };

const betraege: Record<string, BriefDaten["zeilen"]> = {
  plus: [zeile(120_000, mitSteuer)],
  minus: [zeile(-120_000, mitSteuer)],
  null: [zeile(120_000, mitSteuer), zeile(-120_000, mitSteuer)],
  "gemischt, im Plus": [zeile(200_000), zeile(-50_000, mitSteuer)],
  "gemischt, im Minus": [zeile(-200_000), zeile(50_000, mitSteuer)],
};

const original: Partial<Record<Belegart, Belegart[]>> = {
  stornorechnung: ["rechnung", "schlussrechnung", "gebuehrenrechnung"],
  stornogutschrift: ["gutschrift"],
};

/** A lessor's documents with and without a fee, which has the sign of the document or the other one. */
const gebuehren = (belegart: Belegart): BriefDaten["gebuehr"][] =>
  belegart === "gutschrift" || belegart === "stornogutschrift"
    ? [null, { belegnummer: "GB-2026-000007", bruttoCent: 7_140 }, { belegnummer: "GB-2026-000007", bruttoCent: -6 }]
    : [null];

const alle: [string, BriefDaten][] = (
  ["rechnung", "schlussrechnung", "gutschrift", "gebuehrenrechnung", "stornorechnung", "stornogutschrift"] as const
).flatMap((belegart) =>
  Object.entries(betraege).flatMap(([name, zeilen]) =>
    [person, firma, { ...person, iban: null }].flatMap((empfaenger) =>
      gebuehren(belegart).flatMap((gebuehr) =>
        (original[belegart] ?? [null]).map((von): [string, BriefDaten] => {
          const daten = brief({
            belegart,
            belegnummer: "XX-2026-000001",
            zeilen,
            empfaenger,
            gebuehr,
            stornoVon: von && {
              belegart: von,
              belegnummer: "YY-2026-1",
              belegdatum: "2026-11-20",
              grund: "Tippfehler",
            },
          });
          const anVerpaechter = belegart === "gutschrift" || belegart === "stornogutschrift";
          const auszahlungCent = anVerpaechter ? daten.bruttoCent - (gebuehr?.bruttoCent ?? 0) : null;
          const wer = empfaenger.iban ? empfaenger.anzeigename : "ohne Bankverbindung";
          return [
            `${belegart}, ${name}, ${von ?? ""} ${gebuehr?.bruttoCent ?? ""} ${wer}`,
            { ...daten, auszahlungCent },
          ];
        }),
      ),
    ),
  ),
);

const centVon = (text: string): number => Number(text.replace(/[.,]/g, "").replace("−", "-"));

/** What is added and taken off, in cents. */
const zuUndAb = (woerter: string): [string, number][] =>
  [...woerter.matchAll(/(zzgl|abzgl)\. \D.*? (−?[\d.]+,\d\d) €/g)].map(([, wort = "", cent = ""]) => [
    wort,
    centVon(cent),
  ]);

describe("jede Art von Brief mit Plus, Minus, null und gemischt", () => {
  test.each(alle)("%s: Worte, Zeitraum und Vorzeichen stimmen", (_, daten) => {
    const woerter = wortlaut(layoutBrief(daten));
    expect(woerter, "Bindestrich statt Minus").not.toMatch(/(^|\s)-\d/);
    expect(woerter).not.toMatch(/(Guthaben|Forderung an Sie|Guthaben von|Forderung von|Betrag von) −/);
    expect(woerter).toContain("01.10.2026–30.09.2027");
    const { satz } = zahlungsblock(daten);
    expect(satz, "ein Satz sagt mit Worten, was ein Minus meint").not.toContain("−");
    const zeilen = zuUndAb(woerter);
    expect(zeilen.length).toBe(daten.gebuehr ? 1 : 0);
    for (const [wort, cent] of zeilen) expect(wort).toBe(cent > 0 ? "zzgl" : "abzgl");
    expect(woerter).toContain(
      daten.stornoVon ? "in voller Höhe. Grund: Tippfehler." : "die Zeit vom 01.10.2026 bis 30.09.2027",
    );
    expect(erechnungVon(daten) ?? "").not.toMatch(/(über|von) [−-]\d/);
    // The word makes a document the lessor's own invoice (§ 14c UStG): what a lessee gets back is a Guthaben.
    if (!daten.belegart.endsWith("gutschrift")) expect(woerter).not.toContain("Gutschrift");
  });

  test.each(alle)("%s: auch als Entwurf", (_, daten) => {
    const { id: __, belegnummer: ___, gebuehr, gutschrift: ____, stornoVon, ...rest } = daten;
    if (stornoVon) return;
    const woerter = wortlaut(layoutEntwurf({ ...rest, gebuehrBruttoCent: gebuehr?.bruttoCent ?? null }));
    const fordert = daten.bruttoCent > 0 && (daten.belegart === "rechnung" || daten.belegart === "schlussrechnung");
    expect(woerter.includes("Bitte zahlen Sie erst")).toBe(fordert);
  });
});

describe("was unter null liegt, hat einen Namen", () => {
  const anVerpaechter = (mehr: Partial<BriefDaten>) =>
    wortlaut(layoutBrief(brief({ belegart: "gutschrift", belegnummer: "GS-2026-000001", ...mehr })));

  test("eine Auszahlung unter null ist eine Forderung, und der Brief sagt, wie sie beglichen wird", () => {
    const woerter = anVerpaechter({
      zeilen: [zeile(-10_000)],
      gebuehr: { belegnummer: "GB-2026-000001", bruttoCent: 595 },
      auszahlungCent: -10_595,
    });
    expect(woerter).toContain("Summe −100,00 € abzgl. Gebührenrechnung GB-2026-000001 −5,95 € Saldo −105,95 €");
    expect(woerter).toContain("Forderung an Sie 105,95 €");
    expect(woerter).toContain("Wir haben eine Forderung von 105,95 € an Sie.");
    expect(woerter).toContain("klären, ob Sie überweisen oder wir mit einer späteren Auszahlung verrechnen");
  });

  test("eine Gebühr unter null kommt hinzu", () => {
    const gebuehr = { belegnummer: "GB-2026-000001", bruttoCent: -6 };
    const woerter = anVerpaechter({ zeilen: [zeile(10_000)], gebuehr, auszahlungCent: 10_006 });
    expect(woerter).toContain("zzgl. Gebührenguthaben GB-2026-000001 0,06 € Auszahlung 100,06 €");
    const xml = erechnungVon(brief({ belegart: "gutschrift", empfaenger: firma, gebuehr, auszahlungCent: 748_326 }));
    expect(xml).toContain("Gebührenguthaben GB-2026-000001 von 0,06 €");
  });

  test("eine Gebührenrechnung unter null ist ein Guthaben, das mit der Auszahlung verrechnet wird, auch wo die eine Forderung ist", () => {
    const daten = brief({ belegart: "gebuehrenrechnung", zeilen: [zeile(-6)], gutschrift: { belegnummer: "GS-1" } });
    expect(wortlaut(layoutBrief(daten))).toContain("Rechnungsbetrag −0,06 € Guthaben 0,06 €");
    expect(wortlaut(layoutBrief(daten))).toContain(
      "Das Guthaben von 0,06 € wird mit Ihrer Auszahlung GS-1 verrechnet.",
    );
  });

  test.each<[number, string]>([
    [1, "berechnen wir Ihnen für die Zeit"],
    [0, "rechnen wir für die Zeit"],
    [-1, "rechnen wir für die Zeit"],
  ])("wer nichts zu zahlen hat, dem wird nichts berechnet: %i Cent", (cent, satz) => {
    expect(wortlaut(layoutBrief(brief({ zeilen: [zeile(cent)] })))).toContain(satz);
  });

  test("ohne Gebühr endet eine Auszahlungsmitteilung mit der Auszahlung", () => {
    const woerter = anVerpaechter({ zeilen: [zeile(2_176)], auszahlungCent: 2_176 });
    expect(woerter).toContain("Summe netto 21,76 € keine USt auf 21,76 € 0,00 € Auszahlung 21,76 €");
  });

  test.each<[Belegart, Belegart]>([
    ["stornorechnung", "rechnung"],
    ["stornogutschrift", "gutschrift"],
  ])("%s über 0 spricht von keinem Geld, das geflossen wäre", (belegart, von) => {
    const stornoVon = { belegart: von, belegnummer: "RE-2026-000001", belegdatum: "2026-11-20", grund: null };
    const daten = brief({ belegart, zeilen: [zeile(0)], stornoVon, auszahlungCent: von === "gutschrift" ? 0 : null });
    const { satz } = zahlungsblock(daten);
    expect(satz).toBe("Der Beleg kam auf 0,00 €. Es ist nichts zu zahlen und nichts zu erstatten.");
  });

  test("wer Geld bekommt und keine Bankverbindung angab, liest zuerst, dass er sie nennen muss", () => {
    const daten = brief({ belegart: "gutschrift", empfaenger: { ...person, iban: null }, auszahlungCent: 5_000 });
    expect(zahlungsblock(daten)).toEqual({
      satz: "Bitte teilen Sie uns Ihre Bankverbindung mit. Sobald wir sie haben, überweisen wir Ihnen den Betrag von 50,00 €.",
      angaben: [],
      hinweise: [],
    });
  });

  test.each<[string, Partial<BriefDaten>, Partial<BriefDaten["empfaenger"]>]>([
    ["der Auszahlung", { belegart: "gutschrift", auszahlungCent: 5_000 }, {}],
    ["des Guthabens", { zeilen: [zeile(-5_000)] }, {}],
    ["der Lastschrift", {}, { zahlungsart: "lastschrift", sepaMandat: { referenz: "M-1", datum: "2024-03-01" } }],
  ])("Kontoinhaber %s ist, wer am Konto steht, sonst der Empfänger", (_, mehr, zahlung) => {
    const inhaber = (kontoinhaber: string | null) =>
      new Map(zahlungsblock(brief({ ...mehr, empfaenger: { ...person, ...zahlung, kontoinhaber } })).angaben).get(
        "Kontoinhaber",
      );
    expect(inhaber("Hof Wójcik GbR")).toBe("Hof Wójcik GbR");
    expect(inhaber(null)).toBe("Dr. Łukasz Wójcik");
  });
});
