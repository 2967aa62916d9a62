import { describe, expect, test } from "vitest";
import { alsText } from "../../../src/kern/geld/bruch.ts";
import { formatZeitraum, parseZeitraum } from "../../../src/kern/kalender/zeitraum.ts";
import { besetzungen, pruefeAnteile } from "../../../src/kern/pacht/anteile.ts";
import { anteil, paechter, verpaechter } from "./muster.ts";

const jahr = parseZeitraum("2025-01-01", "2025-12-31");
const liste = (...beteiligte: Parameters<typeof besetzungen>[0][number][]) =>
  besetzungen(beteiligte, "paechter", jahr).map((besetzung) => [
    formatZeitraum(besetzung).von,
    formatZeitraum(besetzung).bis,
    besetzung.anteile.map((a) => `${a.kontaktId}: ${alsText(a.anteil)}`).join(", "),
  ]);

describe("wer an welchem Tag Partei ist", () => {
  test("an keinem Tag jemand", () => expect(liste()).toEqual([["2025-01-01", "2025-12-31", ""]]));

  test("ein Wechsel der Parteien schneidet an seinem Tag", () => {
    const alt = paechter(1, { gueltigBis: "2025-05-31" });
    const neu = [
      paechter(2, { ...anteil(1, 4), gueltigVon: "2025-07-01" }),
      paechter(3, { ...anteil(3, 4), gueltigVon: "2025-07-01" }),
    ];
    expect(liste(alt, ...neu)).toEqual([
      ["2025-01-01", "2025-05-31", "1: 1"],
      ["2025-06-01", "2025-06-30", ""],
      ["2025-07-01", "2025-12-31", "2: 1/4, 3: 3/4"],
    ]);
  });

  test("ein erneuter Eintrag mit demselben Anteil, ein anderer Hauptkontakt oder ein Bevollmächtigter schneidet nichts", () => {
    const eintraege = [
      paechter(1, { ...anteil(1, 2), gueltigBis: "2025-03-31" }),
      paechter(1, { ...anteil(2, 4), gueltigVon: "2025-04-01" }),
      paechter(2, anteil(1, 2)),
      paechter(3, { rolle: "bevollmaechtigter", gueltigVon: "2025-06-01" }),
      verpaechter(4, { gueltigVon: "2025-08-01" }),
    ];
    expect(liste(...eintraege)).toEqual([["2025-01-01", "2025-12-31", "1: 1/2, 2: 1/2"]]);
  });

  test("derselbe Kontakt zweimal an einem Tag: seine Anteile zählen zusammen", () => {
    const eintraege = [paechter(1, anteil(1, 3)), paechter(2, anteil(1, 3)), paechter(1, anteil(1, 3))];
    expect(liste(...eintraege)).toEqual([["2025-01-01", "2025-12-31", "1: 2/3, 2: 1/3"]]);
  });
});

describe("Anteile prüfen", () => {
  test.each([
    ["niemand", [], []],
    ["einer ohne Anteil", [paechter(1)], []],
    ["einer mit der Hälfte", [paechter(1, anteil(1, 2))], [{ von: null, bis: null }]],
    ["zwei ohne Anteil", [paechter(1), paechter(2)], [{ von: null, bis: null }]],
    ["Drittel", [1, 2, 3].map((id) => paechter(id, anteil(1, 3))), []],
    ["3/2 - 1/2", [paechter(1, anteil(3, 2)), paechter(2, anteil(-1, 2))], [{ von: null, bis: null }]],
    [
      "zwei überschneiden sich, dann eine Lücke",
      [paechter(1, { gueltigBis: "2025-03-31" }), paechter(2, { gueltigVon: "2025-03-01", gueltigBis: "2025-05-31" })],
      [{ von: "2025-03-01", bis: "2025-03-31" }],
    ],
    [
      "an aufeinander folgenden Tagen verschieden falsch",
      [paechter(1), paechter(2, { gueltigVon: "2025-03-01" }), paechter(3, { gueltigVon: "2025-04-01" })],
      [{ von: "2025-03-01", bis: null }],
    ],
  ])("%s", (_, beteiligte, erwartet) => {
    expect(pruefeAnteile(beteiligte, "paechter")).toEqual(erwartet);
    expect(pruefeAnteile(beteiligte, "verpaechter")).toEqual([]);
  });
});
