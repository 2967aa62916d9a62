import { describe, expect, test } from "vitest";
import { angabenVon, layoutBrief, layoutEntwurf } from "../../../src/belege/briefe/brief.ts";
import type { BriefDaten, EntwurfDaten } from "../../../src/belege/briefe/daten.ts";
import { beginneDatei, zeichneBlaetter } from "../../../src/belege/briefe/pdf/zeichne.ts";
import { alsLogo, jpeg, logo, png } from "../../hilfe/bilder.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { aussteller, brief, person, texte, wortlaut, zeile } from "../../hilfe/musterbrief.ts";

const entwurf = (mehr: Partial<BriefDaten> = {}): EntwurfDaten => {
  const { id: _, belegnummer: __, gebuehr, gutschrift: ___, stornoVon: ____, ...rest } = brief(mehr);
  return { ...rest, gebuehrBruttoCent: gebuehr?.bruttoCent ?? null };
};

const viele = Array.from({ length: 20 }, (_, i) => zeile(10_000 + i));

describe("Entwurf", () => {
  const blaetter = layoutEntwurf(entwurf({ zeilen: viele }));

  test("ENTWURF auf jedem Blatt, keine Nummer, kein GiroCode", () => {
    expect(blaetter.length).toBe(2);
    for (const { elemente } of blaetter) {
      expect(elemente.filter(({ art }) => art === "wasserzeichen")).toMatchObject([{ text: "ENTWURF" }]);
      expect(elemente.some(({ art }) => art === "raster")).toBe(false);
    }
    const woerter = wortlaut(blaetter);
    expect(woerter).toContain("Entwurf: Rechnung");
    expect(woerter).not.toMatch(/RE-\d|Rechnungsnummer/);
    expect(woerter).toContain("Bitte zahlen Sie erst, wenn Sie die Rechnung haben.");
  });

  test("das Wasserzeichen steht auf dem Blatt", () => {
    for (const element of blaetter.flatMap(({ elemente }) => elemente)) {
      if (element.art !== "wasserzeichen") continue;
      expect(element.x).toBeGreaterThan(10);
      expect(element.y).toBeLessThan(287);
    }
  });

  test("der Entwurf eines Verpächters verrechnet die Gebühr ohne Nummer", () => {
    const daten = entwurf({ belegart: "gutschrift", gebuehr: { belegnummer: "", bruttoCent: 7_140 } });
    const woerter = wortlaut(layoutEntwurf({ ...daten, auszahlungCent: daten.bruttoCent - 7_140 }));
    expect(woerter).toContain("abzgl. Gebührenrechnung −71,40 €");
    expect(woerter).toContain("Verwendungszweck folgt mit der Belegnummer");
  });

  test("das Wasserzeichen gehört zum Text", async () => {
    const bytes = await zeichneBlaetter(blaetter, angabenVon(brief()));
    for (const blatt of (await liesPdf(bytes)).blaetter) expect(blatt.at(-1)).toBe("ENTWURF");
  });
});

describe("warum der Betrag fällig ist", () => {
  test.each<[Partial<BriefDaten>, string]>([
    [{ vertragsart: "landpacht" }, "Nachträglich fällig am ersten Werktag nach dem 30.09.2026 (§ 587 Abs. 1 BGB)."],
    [{}, "Nachträglich fällig am ersten Werktag nach dem 30.09.2026 gemäß Vertrag."],
    [{ istVorauszahlend: true, vertragsart: "landpacht" }, "Im Voraus fällig am 01.10.2026 gemäß Vertrag."],
    [{ belegart: "schlussrechnung" }, "Fällig am 01.10.2026 mit dem Ende des Vertragsverhältnisses."],
  ])("%o: %s", (mehr, satz) => {
    const woerter = wortlaut(layoutBrief(brief(mehr)));
    expect(woerter).toContain(satz);
    expect(woerter.includes("§ 587")).toBe(satz.includes("§ 587"));
  });

  test("nichts, wo es nicht bekannt ist", () => {
    expect(wortlaut(layoutBrief(brief({ istVorauszahlend: null })))).not.toMatch(/fällig/i);
  });
});

test.each([
  ["miete", "regelbesteuert", "über Ihre Vermietung im Pachtkonto"],
  ["miete", "nicht_steuerbar", "aus der Vermietung im Pachtkonto"],
  ["landpacht", "regelbesteuert", "über Ihre Verpachtung im Pachtkonto"],
  ["sonstige", "nicht_steuerbar", "aus der Verpachtung im Pachtkonto"],
] as const)("an den Verpächter, %s, %s: %s", (vertragsart, umsatzsteuerStatus, worte) => {
  const gruppe = { steuersatzBp: 0, nettoCent: 120_000, steuerCent: 0, steuerbefreiungGrund: "§ 4 Nr. 12 UStG" };
  const daten = brief({ belegart: "gutschrift", vertragsart, steuergruppen: [gruppe] });
  const empfaenger = { ...daten.empfaenger, umsatzsteuerStatus };
  expect(wortlaut(layoutBrief({ ...daten, empfaenger }))).toContain(worte);
});

describe("Storno", () => {
  const von = (belegart: BriefDaten["belegart"], belegnummer: string) => ({
    belegart,
    belegnummer,
    belegdatum: "2026-11-20",
    grund: "Flurstück verwechselt",
  });

  test.each<[string, Partial<BriefDaten>, string]>([
    [
      "Forderung",
      { belegart: "stornorechnung", zeilen: [zeile(-120_000)], stornoVon: von("rechnung", "RE-2026-000001") },
      "Die Forderung von 1.200,00 € entfällt.",
    ],
    [
      "Guthaben",
      { belegart: "stornorechnung", zeilen: [zeile(5_000)], stornoVon: von("schlussrechnung", "SR-2026-000001") },
      "Das Guthaben von 50,00 € entfällt.",
    ],
    [
      "Gebühr",
      { belegart: "stornorechnung", zeilen: [zeile(-6_000)], stornoVon: von("gebuehrenrechnung", "GB-2026-000001") },
      "Die Verrechnung mit Ihrer Auszahlung wird zurückgenommen.",
    ],
  ])("%s", (_, mehr, satz) => {
    const woerter = wortlaut(layoutBrief(brief({ belegnummer: "ST-2026-000001", ...mehr })));
    expect(woerter).toContain(satz);
    expect(woerter).toContain(`Storno zu ${mehr.stornoVon?.belegnummer}`);
    expect(woerter).toContain("in voller Höhe. Grund: Flurstück verwechselt.");
  });

  test("einer Auszahlung nimmt Gebühr und Auszahlung zurück", () => {
    const daten = brief({
      belegart: "stornogutschrift",
      belegnummer: "SG-2026-000001",
      zeilen: [zeile(-120_000)],
      gebuehr: { belegnummer: "ST-2026-000002", bruttoCent: -7_140 },
      auszahlungCent: -112_860,
      stornoVon: von("gutschrift", "GS-2026-000001"),
    });
    const woerter = wortlaut(layoutBrief(daten));
    expect(woerter).toContain("Storno der Auszahlungsmitteilung SG-2026-000001");
    expect(woerter).toContain("zzgl. Storno der Gebühr ST-2026-000002 71,40 €");
    expect(woerter).toContain("Änderung der Auszahlung −1.128,60 €");
    expect(woerter).toContain("Die Auszahlung von 1.128,60 € wird zurückgenommen.");
    expect(woerter).not.toMatch(/gutschrift/i);
  });
});

describe("mit Logo", () => {
  const bilderVon = (daten: BriefDaten) =>
    layoutBrief(daten).map(({ elemente }) => elemente.filter((element) => element.art === "bild"));

  test.each([
    ["breit", logo, 52],
    ["hoch", alsLogo(png(10, 40, [1, 2, 3]), "image/png", 10, 40), 5.5],
  ])("%s: rechtsbündig in seinem Feld, unverzerrt, auf den Folgeseiten kleiner", (_, bild, breite) => {
    const blaetter = bilderVon(brief({ logo: bild, zeilen: viele }));
    expect(blaetter.map((bilder) => bilder.length)).toEqual([1, 1]);
    const [[erstes], [zweites]] = blaetter as [[(typeof blaetter)[0][0]], [(typeof blaetter)[0][0]]];
    expect(erstes?.breite).toBeCloseTo(breite, 5);
    for (const element of [erstes, zweites]) {
      expect((element?.x ?? 0) + (element?.breite ?? 0)).toBeCloseTo(190, 5);
      expect((element?.breite ?? 0) / (element?.hoehe ?? 1)).toBeCloseTo(bild.breite / bild.hoehe, 5);
    }
    expect(zweites?.breite).toBeLessThan(erstes?.breite ?? 0);
  });

  test("ohne Logo steht dort der Firmenname, ganz, so lang er ist", () => {
    const firma = "Treuhandgesellschaft für Land- und Forstwirtschaftliche Flächenverwaltung Schleswig-Holstein";
    for (const blatt of layoutBrief(brief({ aussteller: { ...aussteller, firma }, zeilen: viele }))) {
      const oben = texte(blatt).filter(({ y, farbe, x }) => y < 35 && farbe === "akzent" && x > 100);
      expect(oben.map(({ text }) => text).join(" ")).toBe(`${firma} GmbH`);
    }
  });

  test.each([
    ["PNG", logo],
    ["JPEG", alsLogo(jpeg, "image/jpeg", 17, 17)],
  ])("%s: jedes Mal dieselben Bytes, einmal in einer Datei aus vielen Seiten", async (_, bild) => {
    const daten = brief({ logo: bild, zeilen: viele });
    const male = () => zeichneBlaetter(layoutBrief(daten), angabenVon(daten));
    const bytes = await male();
    expect(await male()).toEqual(bytes);
    expect((await liesPdf(bytes)).bilder).toBe(bild === logo ? 2 : 1);
  });
});

describe("neben der Anschrift", () => {
  const block = (mehr: Partial<BriefDaten>) => wortlaut(layoutBrief(brief(mehr)));

  // § 14 (4) No. 2 UStG: the tax number of the one who supplies, and that is the lessor.
  test.each(["gutschrift", "stornogutschrift"] as const)(
    "%s: Kreditor und Steuernummer des Verpächters",
    (belegart) => {
      const woerter = block({ belegart });
      expect(woerter).toContain("Kreditorennummer K-30000");
      expect(woerter).toContain("Ihre Steuernummer 21/123/45678");
      expect(woerter).not.toContain("Kundennummer");
      const mitUstId = block({ belegart, empfaenger: { ...person, ustId: "DE987654321" } });
      expect(mitUstId).toContain("Ihre USt-IdNr. DE987654321");
      expect(mitUstId).not.toContain("Ihre Steuernummer");
    },
  );

  test.each(["rechnung", "schlussrechnung", "stornorechnung"] as const)(
    "%s: die Kundennummer, nicht die Steuernummer des Pächters",
    (belegart) => {
      const woerter = block({ belegart });
      expect(woerter).toContain("Kundennummer D-70000");
      expect(woerter).toContain("Leistungszeitraum 01.10.2026–30.09.2027");
      expect(woerter).not.toContain("Ihre Steuernummer");
    },
  );

  test.each([
    ["rechnung", "Rechnungsnummer"],
    ["schlussrechnung", "Rechnungsnummer"],
    ["gebuehrenrechnung", "Rechnungsnummer"],
    ["gutschrift", "Gutschriftsnummer"],
    ["stornorechnung", "Belegnummer"],
    ["stornogutschrift", "Belegnummer"],
  ] as const)("%s: die Nummer heißt %s", (belegart, wort) => {
    expect(block({ belegart, belegnummer: "X-1" })).toContain(`${wort} X-1`);
  });

  test("eine Auszahlungsmitteilung hat eine Belegnummer, und die Zeilen sind von 1 an gezählt", () => {
    const [blatt] = layoutBrief(brief({ belegart: "gutschrift", belegnummer: "X-1", zeilen: [zeile(1), zeile(2)] }));
    expect(wortlaut(blatt ? [blatt] : [])).toContain("Belegnummer X-1");
    const nummern = texte(blatt).filter(({ x, y, text }) => x < 30 && y > 120 && /^\d+$/.test(text));
    expect(nummern.map(({ text }) => text)).toEqual(["1", "2"]);
  });

  test("eine Auszahlungsmitteilung hat einen Zeitraum, eine Gutschrift als Rechnung einen Leistungszeitraum", () => {
    expect(block({ belegart: "gutschrift", zeilen: [zeile(120_000)] })).not.toContain("Leistungszeitraum");
    expect(block({ belegart: "gutschrift" })).toContain("Leistungszeitraum 01.10.2026–30.09.2027");
  });
});

describe("eine Datei aus vielen Schreiben", () => {
  test("enthält alle in ihrer Folge, mit einem Satz Schriften; ein missratenes hinterlässt keine Spur", async () => {
    const nummern = ["RE-2026-000001", "RE-2026-000002", "RE-2026-000003"];
    const mache = async (schlechte: boolean) => {
      const datei = await beginneDatei(angabenVon(brief()));
      for (const belegnummer of nummern) {
        if (schlechte)
          expect(() => datei.fuegeHinzu(layoutBrief(brief({ empfaenger: { ...person, nachname: "山田" } })))).toThrow(
            "U+5C71",
          );
        datei.fuegeHinzu(layoutBrief(brief({ belegnummer, zeilen: viele })));
      }
      return datei.schliesse();
    };
    const bytes = await mache(false);
    const { blaetter, schriften } = await liesPdf(bytes);
    expect(blaetter.length).toBe(6);
    expect(schriften.length).toBe(2);
    for (const [i, nummer] of nummern.entries()) expect(blaetter[2 * i]).toContain(`Rechnung ${nummer}`);
    expect(await mache(true)).toEqual(bytes);
  });
});
