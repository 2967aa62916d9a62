import { describe, expect, test } from "vitest";
import { berechneKonto } from "../../../src/kern/pacht/konto.ts";
import { anteil, gruende, hebung, konto, paechter, position, verpaechter } from "./muster.ts";

/** Would make the yearly sum negative. */
const unterNull = (wirksamAb = "2025-04-01") =>
  hebung({ art: "neuer_betrag", wertBp: null, betragCent: -1, wirksamAb });

describe("warum ein Konto nicht abrechenbar ist", () => {
  test.each([
    ["nichts spricht dagegen", {}, []],
    ["inaktiv", { status: "inaktiv" }, ["inaktiv"]],
    [
      "ein öffentlicher Pächter, und niemand für seine Fragen",
      { beteiligte: [paechter(1, { ohneAnsprechpartner: true })] },
      ["ansprechpartner_fehlt"],
    ],
    ["ein Pächter ohne Anschrift", { beteiligte: [paechter(1, { hatAnschrift: false })] }, ["anschrift_fehlt"]],
    [
      "einer ohne Anschrift, der in diesem Zeitraum keinen Beleg bekommt",
      {
        beteiligte: [
          paechter(1, { gueltigBis: "2025-09-30" }),
          paechter(2, { gueltigVon: "2025-10-01", hatAnschrift: false }),
        ],
      },
      [],
    ],
    [
      "ein Verpächter ohne Anschrift",
      {
        positionen: [position({ weiterleitung: true })],
        beteiligte: [paechter(1), verpaechter(2, { hatAnschrift: false })],
      },
      ["anschrift_fehlt"],
    ],
    [
      "ein Verpächter ohne Anschrift, an den nichts weitergeleitet wird",
      { beteiligte: [paechter(1), verpaechter(2, { hatAnschrift: false })] },
      [],
    ],
    ["Vorauszahlung unbekannt", { istVorauszahlend: null }, ["vorauszahlung_unbekannt"]],
    ["kein Pächter", { beteiligte: [] }, ["kein_paechter"]],
    ["kein Pächter am letzten Tag", { beteiligte: [paechter(1, { gueltigBis: "2025-09-29" })] }, ["kein_paechter"]],
    ["kein Pächter nach dem Zeitraum", { beteiligte: [paechter(1, { gueltigBis: "2025-09-30" })] }, []],
    ["Anteile der Pächter", { beteiligte: [paechter(1), paechter(2)] }, ["anteile_paechter"]],
    ["kein Verpächter", { positionen: [position({ weiterleitung: true })] }, ["kein_verpaechter"]],
    ["kein Verpächter nötig", { positionen: [position()] }, []],
    [
      "Anteile der Verpächter",
      { positionen: [position({ weiterleitung: true })], beteiligte: [paechter(1), verpaechter(2, anteil(1, 2))] },
      ["anteile_verpaechter"],
    ],
    [
      "kein Pächter vor Einmaligem",
      {
        positionen: [position({ intervall: "einmalig", gueltigVon: "2025-05-05" })],
        beteiligte: [paechter(1, { gueltigVon: "2025-05-05", gueltigBis: "2025-05-05" })],
      },
      [],
    ],
    ["eine Hebung ohne Grundlage", { hebungen: [unterNull()] }, ["hebung_ohne_basis"]],
    ["dieselbe am letzten Tag des Zeitraums", { hebungen: [unterNull("2025-09-30")] }, ["hebung_ohne_basis"]],
    ["dieselbe nach dem Zeitraum", { hebungen: [unterNull("2025-10-01")] }, []],
    [
      "eine auf Fassungen, die vor dem Zeitraum enden",
      {
        hebungen: [unterNull("2024-09-01")],
        positionen: [
          position({ gueltigBis: "2024-09-30" }),
          position({ id: 2, ursprungId: 1, gueltigVon: "2024-10-01" }),
        ],
      },
      [],
    ],
    [
      "eine auf eine Fassung, die an seinem ersten Tag endet",
      {
        hebungen: [unterNull("2024-09-01")],
        positionen: [
          position({ gueltigBis: "2024-10-01" }),
          position({ id: 2, ursprungId: 1, gueltigVon: "2024-10-02" }),
        ],
      },
      ["hebung_ohne_basis"],
    ],
    ["eine Hebung, die keine Position erreicht", { hebungen: [hebung({ positionIds: [9] })] }, []],
    [
      "alles zugleich",
      {
        status: "inaktiv",
        istVorauszahlend: null,
        positionen: [position({ weiterleitung: true, steuersatzBp: 700 })],
        hebungen: [unterNull()],
        beteiligte: [
          paechter(1, { gueltigVon: "2025-01-01" }),
          paechter(2, { gueltigVon: "2025-02-01" }),
          verpaechter(3, { gueltigVon: "2025-02-01", ...anteil(1, 2), umsatzsteuerStatus: "pauschaliert" }),
        ],
      },
      [
        "anteile_paechter",
        "anteile_verpaechter",
        "hebung_ohne_basis",
        "inaktiv",
        "kein_paechter",
        "kein_verpaechter",
        "steuerstatus_verpaechter",
        "vorauszahlung_unbekannt",
      ],
    ],
  ] as const)("%s", (_, mehr, erwartet) => {
    expect(gruende(konto(structuredClone(mehr) as Parameters<typeof konto>[0]))).toEqual(erwartet);
  });

  test("ein Pauschallandwirt mit Steuersatz, aber nur, wo es eine Zeile gibt", () => {
    const beteiligte = [paechter(1), verpaechter(2, { umsatzsteuerStatus: "pauschaliert" })];
    const mitSatz = position({ weiterleitung: true, steuersatzBp: 1900 });
    expect(gruende(konto({ beteiligte, positionen: [mitSatz] }))).toEqual(["steuerstatus_verpaechter"]);
    expect(gruende(konto({ beteiligte, positionen: [{ ...mitSatz, betragCent: 0 }] }))).toEqual([]);
    expect(gruende(konto({ beteiligte, positionen: [{ ...mitSatz, weiterleitung: false }] }))).toEqual([]);
    const zwei = [...beteiligte, verpaechter(3)];
    expect(gruende(konto({ beteiligte: zwei, positionen: [{ ...mitSatz, betragCent: 0 }] }))).toEqual([
      "anteile_verpaechter",
    ]);
  });

  test("ein Zeitraum, der nicht geht, hält die anderen auf", () => {
    const eingabe = konto({ beteiligte: [paechter(1, { gueltigVon: "2024-10-02" })] }, "2026-10-01");
    const erster = "2024-10-01";
    expect(berechneKonto(eingabe, "2027-10-01")).toEqual({
      abrechenbar: false,
      gruende: ["kein_paechter"],
      stellen: { kein_paechter: { kontaktIds: [], hebungIds: [], tage: [{ von: erster, bis: erster }] } },
    });
  });

  test("eine fällige Schlussabrechnung", () => {
    const eingabe = konto({ pachtende: "2025-06-30", istVorauszahlend: null });
    expect(gruende(eingabe, "2025-06-30")).toEqual(["vorauszahlung_unbekannt"]);
    expect(() => gruende(eingabe, "2025-07-01")).toThrow(RangeError);
    expect(gruende({ ...eingabe, gebucht: [] }, "2025-07-01")).toEqual(["vorauszahlung_unbekannt"]);
  });

  test("ein Konto ohne Fälliges ist mit nichts abrechenbar", () => {
    const eingabe = konto({ faelligkeiten: [], status: "inaktiv", beteiligte: [] });
    expect(berechneKonto(eingabe, "2025-10-01")).toEqual({ abrechenbar: true, perioden: [] });
  });

  test("ein fälliger Zeitraum quer zum Raster ist ein Programmfehler, kein Betrag", () => {
    const faelligkeiten = [
      {
        id: 1,
        zeitraumVon: "2024-10-01",
        zeitraumBis: "2025-10-01",
        faelligAm: "2025-10-02",
        art: "regulaer" as const,
      },
    ];
    expect(() => berechneKonto(konto({ faelligkeiten }), "2026-01-01")).toThrow(RangeError);
  });
});
