import { describe, expect, test } from "vitest";
import { aktionen, type Zustand, zustaende } from "../../../src/uebergabe/schema.ts";
import type { Stand } from "../../../src/uebergabe/versuch/queries.ts";
import { erlaubteAktionen, findeHindernis, findeHindernisAussen } from "../../../src/uebergabe/versuch/regeln.ts";

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

describe("Was die Sachbearbeiterin liest", () => {
  const satz = (...hindernis: Parameters<typeof findeHindernis>) => findeHindernis(...hindernis)?.detail;
  const faehigkeiten = {
    referenz: "eindeutig",
    entwurf: true,
    storno: true,
    loeschenEntwurf: true,
    pdf: true,
    abstandMs: 0,
    setzzeitMs: 0,
  } as const;
  const lexware = { system: "lexware", mandantId: "9", faehigkeiten } as const;

  test("wie der Beleg steht, und was jetzt geht", () => {
    expect(satz("export", stand("synced"), undefined)).toBe(
      "Der Beleg ist übergeben. So lässt er sich nicht übergeben, wohl aber aktualisieren, klären oder stornieren.",
    );
    expect(satz("export", stand("uncertain"), undefined)).toBe(
      "Der Beleg ist ungeklärt. So lässt er sich nicht übergeben, wohl aber klären.",
    );
    expect(satz("delete", stand("synced"), undefined)).toBe(
      "Der Beleg ist übergeben. So lässt er sich nicht löschen, wohl aber aktualisieren, klären oder stornieren.",
    );
    expect(satz("cancel", stand("legacy"), undefined)).toBe(
      "Der Beleg ist älter als der Start der Übergabe. So lässt er sich nicht stornieren, wohl aber übergeben.",
    );
    expect(satz("refresh", stand("pending", { externId: "7" }), undefined)).toBe(
      "Der Beleg ist noch nicht übergeben. So lässt er sich nicht aktualisieren, wohl aber übergeben oder löschen.",
    );
  });

  test("geht gerade gar nichts, steht da, warum er nicht übergeben wird", () => {
    expect(satz("refresh", stand("pending", { gesperrt: true }), undefined)).toBe(
      "Der Beleg ist noch nicht übergeben. So lässt er sich nicht aktualisieren. " +
        "Das Archivkonto ist als „gesperrt“ markiert; seine Belege werden nicht übergeben.",
    );
  });

  test("ein Beleg von vor dem Start der Übergabe braucht eine Bestätigung", () => {
    expect(satz("export", stand("legacy"), undefined)).toBe(
      "Der Beleg ist älter als der Start der Übergabe. Soll er trotzdem übergeben werden, bitte ihn einzeln übergeben " +
        "und das dabei bestätigen.",
    );
  });

  test("ein Storno wartet auf seinen Beleg, und ein Beleg auf seinen Storno", () => {
    const original = stand("uncertain", { belegId: 2, belegnummer: "RE-2026-000007" });
    expect(satz("export", stand("pending", { stornoVonId: 2 }), original)).toBe(
      "Der stornierte Beleg RE-2026-000007 ist ungeklärt. Bitte erst ihn klären, dann den Storno übergeben.",
    );
    const mitStorno = (zustand: Zustand) =>
      findeHindernisAussen("cancel", stand("synced"), stand(zustand, { belegnummer: "ST-2026-000001" }), {
        ...lexware,
        system: "tryton",
        mandantId: "1",
      })?.detail;
    expect(mitStorno("uncertain")).toBe(
      "Der Storno ST-2026-000001 ist ungeklärt; über ihn wird dieser Beleg außen aufgehoben. Bitte den Storno klären.",
    );
    expect(mitStorno("failed")).toBe(
      "Der Storno ST-2026-000001 ist abgewiesen; über ihn wird dieser Beleg außen aufgehoben. Bitte den Storno übergeben.",
    );
    expect(mitStorno("synced")).toBe(
      "Der Storno ST-2026-000001 ist übergeben; über ihn ist dieser Beleg außen aufgehoben. Zu tun ist nichts.",
    );
  });

  test("ein Beleg in einem anderen System nennt beide beim Namen", () => {
    expect(findeHindernisAussen("refresh", stand("synced"), undefined, lexware)?.detail).toBe(
      "Der Beleg ging an Tryton, Mandant 1; angeschlossen ist Lexware Office, Mandant 9. Weiter geht es mit ihm nur " +
        "dort: bitte einen Administrator, es wieder anzuschließen.",
    );
  });

  test("kein Satz enthält ein Wort der Schnittstelle", () => {
    const originale = [undefined, ...zustaende.map((zustand) => stand(zustand, { externNummer: "R-8" }))];
    const saetze = aktionen.flatMap((aktion) =>
      zustaende.flatMap((zustand) => [
        ...originale.flatMap((original) => [
          satz(aktion, stand(zustand), original),
          satz(aktion, stand(zustand, { gesperrt: true }), original, { imAuftrag: true }),
        ]),
        ...zustaende.map((storno) => findeHindernisAussen(aktion, stand(zustand), stand(storno), lexware)?.detail),
        ...zustaende.map(
          (storno) =>
            findeHindernisAussen(aktion, stand(zustand), stand(storno), {
              system: "tryton",
              mandantId: "1",
              faehigkeiten,
            })?.detail,
        ),
      ]),
    );
    const fremde = new RegExp(`\\b(${[...aktionen, ...zustaende, "null", "undefined"].join("|")})\\b|[{}_]`);
    expect(new Set(saetze).size).toBeGreaterThan(30);
    expect([...new Set(saetze)].filter((text) => text !== undefined && fremde.test(text))).toEqual([]);
  });

  test("was als möglich genannt wird, ist es", () => {
    for (const zustand of zustaende)
      for (const aktion of erlaubteAktionen(stand(zustand), undefined))
        expect(
          findeHindernis(aktion, stand(zustand), undefined, { bestaetigt: true }),
          `${aktion} ${zustand}`,
        ).toBeNull();
  });
});
