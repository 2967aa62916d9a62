import { describe, expect, test } from "vitest";
import { aktionen, type Zustand, zustaende } from "../../../src/uebergabe/schema.ts";
import type { Stand } from "../../../src/uebergabe/versuch/queries.ts";
import { findeHindernis } from "../../../src/uebergabe/versuch/regeln.ts";

/** A document in this state; outside stands what usually stands there then. */
const stand = (zustand: Zustand, anders: Partial<Stand> = {}): Stand => ({
  belegId: 1,
  belegnummer: "RE-2026-000001",
  belegart: "rechnung",
  belegdatum: "2026-11-20",
  zustand,
  version: 1,
  generation: 1,
  referenz: "LM-RE-2026-000001",
  system: "tryton",
  mandantId: "1",
  externId: ["synced", "cancelled"].includes(zustand) ? "7" : null,
  externNummer: ["synced", "cancelled"].includes(zustand) ? "R-7" : null,
  externZustand: null,
  code: null,
  ursache: null,
  phase: null,
  nichtVor: null,
  stornoVonId: null,
  storniertDurchId: null,
  gesperrt: false,
  versucht: zustand !== "legacy",
  ...anders,
});

describe("Welche Aktion aus welchem Zustand nicht geht", () => {
  test("löschen lässt sich nur ein Entwurf ohne Nummer, alles andere ist unveränderlich", () => {
    const entwurf = { externId: "7", externNummer: null };
    const codes = zustaende.map((zustand) => [
      zustand,
      findeHindernis("delete", stand(zustand), undefined)?.code,
      findeHindernis("delete", stand(zustand, entwurf), undefined)?.code,
    ]);
    expect(codes).toEqual([
      ["pending", "unveraenderlich", undefined],
      ["synced", "unveraenderlich", "unveraenderlich"],
      ["failed", "unveraenderlich", undefined],
      ["uncertain", "unveraenderlich", "unveraenderlich"],
      ["cancelled", "unveraenderlich", undefined],
      ["deleted", "unveraenderlich", "unveraenderlich"],
      ["legacy", "unveraenderlich", "unveraenderlich"],
    ]);
  });

  test("jede andere Aktion verweigert der Zustand", () => {
    const verweigert = aktionen
      .filter((aktion) => aktion !== "delete")
      .map((aktion) => [
        aktion,
        zustaende.filter((zustand) => findeHindernis(aktion, stand(zustand), undefined)?.code === "zustand"),
      ]);
    expect(verweigert).toEqual([
      ["export", ["synced", "uncertain", "cancelled"]],
      ["refresh", ["pending", "failed", "uncertain", "deleted", "legacy"]],
      ["reconcile", ["pending", "cancelled", "deleted", "legacy"]],
      ["cancel", ["pending", "failed", "uncertain", "cancelled", "deleted", "legacy"]],
    ]);
  });
});
