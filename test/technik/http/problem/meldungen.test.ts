import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { kommaliste } from "../../../../src/technik/http/parameter.ts";
import { meldung } from "../../../../src/technik/http/problem/meldungen.ts";
import { Datum } from "../../../../src/technik/http/werte.ts";

const sagt = (schema: z.ZodType, wert: unknown): string[] =>
  schema.safeParse(wert, { error: meldung }).error?.issues.map((issue) => issue.message) ?? [];

describe("Meldungen zu Feldern", () => {
  const pflicht = z.object({ name: z.string(), art: z.enum(["eins", "zwei"]), zahl: z.number() });
  const monate = ["01", "02", "10", "11"] as const;
  const faelle: [string, z.ZodType, unknown, string[]][] = [
    ["was fehlt", pflicht, {}, ["fehlt", "fehlt", "fehlt"]],
    ["null, wo keines sein darf", z.string(), null, ["Text erwartet"]],
    ["Text statt Zahl", z.number(), "1", ["Zahl erwartet"]],
    ["Bruch statt ganzer Zahl", z.number().int(), 1.5, ["ganze Zahl erwartet"]],
    ["Text statt Wahrheitswert", z.boolean(), "ja", ["true oder false erwartet"]],
    ["Liste statt Objekt", pflicht, [1], ["Objekt erwartet"]],
    ["Text statt Liste", z.array(z.string()), "a", ["Liste erwartet"]],
    ["fremder Wert", z.enum(["a", "b", "c"]), "d", ["erlaubt sind a, b und c"]],
    ["fremder fester Wert", z.literal(true), false, ["erlaubt ist true"]],
    [
      "fremde Art, an der sich Formen scheiden",
      z.discriminatedUnion("art", [z.object({ art: z.literal("a") }), z.object({ art: z.literal("b") })]),
      { art: "c" },
      ["erlaubt sind a und b"],
    ],
    ["ein Tag, den es nicht gibt", Datum, "2026-02-31", ["diesen Tag gibt es nicht"]],
    ["kein Tag", Datum, "31.01.2026", ["Datum im Format JJJJ-MM-TT erwartet"]],
    ["Monate der Reihe nach", z.enum(monate), "1", ["erlaubt sind 01, 02, 10 und 11"]],
    ["zu klein", z.number().min(1), 0, ["mindestens 1"]],
    ["nicht größer", z.number().gt(0), 0, ["größer als 0"]],
    ["zu groß", z.number().max(10_000), 20_000, ["höchstens 10000"]],
    ["leer", z.string().min(1), "", ["darf nicht leer sein"]],
    ["zu kurz", z.string().min(3), "ab", ["mindestens 3 Zeichen"]],
    ["zu lang", z.string().max(2), "abc", ["höchstens 2 Zeichen"]],
    ["zu wenige", z.array(z.number()).min(1), [], ["mindestens 1 Eintrag"]],
    ["zu viele", z.array(z.number()).max(2), [1, 2, 3], ["höchstens 2 Einträge"]],
    ["keine UUID", z.uuid(), "x", ["UUID erwartet"]],
    [
      "Name eines Feldes",
      z.record(z.string().max(2), z.number()),
      { abc: 1 },
      ["unzulässiger Feldname: höchstens 2 Zeichen"],
    ],
    ["eigene Worte gehen vor", z.number({ error: "eine Fläche" }), "x", ["eine Fläche"]],
    [
      "ein Parameter zweimal",
      kommaliste(["aktiv", "inaktiv"]),
      ["aktiv", "inaktiv"],
      ["einmal angeben, mehrere Werte durch Kommas getrennt"],
    ],
  ];
  test.each(faelle)("%s", (_, schema, wert, erwartet) => {
    expect(sagt(schema, wert)).toEqual(erwartet);
  });
});
