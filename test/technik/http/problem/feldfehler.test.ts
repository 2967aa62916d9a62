import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { ganzzahlParameter, kommaliste, Suche } from "../../../../src/technik/http/parameter.ts";
import { alsFeldfehler } from "../../../../src/technik/http/problem/feldfehler.ts";
import { meldung } from "../../../../src/technik/http/problem/meldungen.ts";
import { Datum, text } from "../../../../src/technik/http/werte.ts";

const fehlerVon = (schema: z.ZodType, wert: unknown) =>
  alsFeldfehler(schema.safeParse(wert, { error: meldung }).error?.issues ?? []).map(({ path, code }) => [path, code]);

describe("jeder Fehler eines Feldes hat ein Wort des Dienstes", () => {
  const nummer = ganzzahlParameter({ min: 1, max: Number.MAX_SAFE_INTEGER });
  const faelle: [string, z.ZodType, unknown, string][] = [
    ["fehlt", z.string(), undefined, "fehlt"],
    ["fehlt unter festen Werten", z.enum(["a"]), undefined, "fehlt"],
    ["fehlende Zahl", ganzzahlParameter({ min: 1, max: 9 }), undefined, "fehlt"],
    ["fehlender Tag", Datum, undefined, "fehlt"],
    ["fehlende von mehreren Arten", z.union([z.literal(0), z.literal(3)]), undefined, "fehlt"],
    ["Text statt Zahl", z.number(), "1", "falscher_typ"],
    ["fremder Wert", z.enum(["a", "b"]), "c", "nicht_erlaubt"],
    ["leerer Text", text(5), "", "leer"],
    ["Text, den niemand sieht", text(5), " \u200b\u00ad\u202c", "leer"],
    ["zu langer Text", text(5), "123456", "zu_lang"],
    ["zu kurzer Text", z.string().min(3), "ab", "zu_kurz"],
    ["zu kleine Zahl", ganzzahlParameter({ min: 1, max: 9 }), "0", "zu_klein"],
    ["zu große Zahl", ganzzahlParameter({ min: 1, max: 9 }), "10", "zu_gross"],
    ["Zahl über allen, die sich unterscheiden", nummer, "9007199254740992", "zu_gross"],
    ["viel zu lange Zahl", nummer, "99999999999999999999", "zu_gross"],
    ["viel zu lange Zahl unter 0", nummer, "-99999999999999999999", "zu_klein"],
    ["Zahl in anderer Schreibweise", ganzzahlParameter({ min: 1, max: 9 }), "1e3", "falscher_typ"],
    ["Suchtext mit NUL", Suche, "a\0", "ungueltig"],
    ["zu wenige Einträge", z.array(z.number()).min(2), [1], "zu_wenige"],
    ["zu viele Einträge", z.array(z.number()).max(1), [1, 2], "zu_viele"],
    ["kein Datum", Datum, "2026-02-30", "falsches_format"],
    ["Parameter zweimal", kommaliste(["a", "b"]), ["a", "b"], "falscher_typ"],
    ["eigene Regel", z.number().refine((zahl) => zahl % 2 === 0), 3, "ungueltig"],
  ];
  test.each(faelle)("%s", (_, schema, wert, wort) => {
    const fehler = fehlerVon(z.object({ feld: schema }), { feld: wert });
    expect(fehler).toEqual([["feld", wort]]);
  });

  test("die größte Zahl, die das Dokument nennt, ist eine", () => {
    expect(nummer.parse("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("ein unbekanntes Feld steht mit seinem Pfad da", () => {
    const schema = z.object({ innen: z.strictObject({ a: z.number() }) });
    expect(fehlerVon(schema, { innen: { a: 1, b: 2, c: 3 } })).toEqual([
      ["innen.b", "unbekanntes_feld"],
      ["innen.c", "unbekanntes_feld"],
    ]);
  });

  test("ein Feld hat einen Fehler, auch wenn es mehrere Regeln verletzt", () => {
    const schema = z.object({ feld: z.string().min(3).regex(/^\d+$/) });
    expect(fehlerVon(schema, { feld: "x" })).toEqual([["feld", "zu_kurz"]]);
  });
});
