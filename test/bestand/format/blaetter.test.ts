import { describe, expect, test } from "vitest";
import { CreateHebungBody } from "../../../src/abrechnung/hebungen/schema.ts";
import { spaltenVon } from "../../../src/bestand/format/blaetter.ts";
import { type Blatt, blattnamen } from "../../../src/bestand/format/blattnamen.ts";
import { schreibbareFelder as firmenfelder } from "../../../src/stammdaten/einstellungen/firmendaten/schema.ts";
import { CreateKontaktartBody } from "../../../src/stammdaten/einstellungen/kontaktarten/schema.ts";
import { PositionsartInput } from "../../../src/stammdaten/einstellungen/positionsarten/schema.ts";
import { CreateKontaktBody } from "../../../src/stammdaten/kontakte/schema.ts";
import { CreatePachtkontoPositionBody } from "../../../src/stammdaten/pachtkonten/positionen/schema.ts";
import { CreatePachtkontoBody, parteifelder } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { CreatePatchobjektBody } from "../../../src/stammdaten/patchobjekte/schema.ts";

type Form = Record<string, { safeParse(wert: unknown): { success: boolean } }>;

/** What the API takes of each kind, and what a new record of it needs. */
const formen: Partial<Record<Blatt, Form>> = {
  Positionsarten: PositionsartInput.shape,
  Kontaktarten: CreateKontaktartBody.shape,
  Kontakte: CreateKontaktBody.shape,
  Patchobjekte: CreatePatchobjektBody.shape,
  Pachtkonten: CreatePachtkontoBody.shape,
  Positionen: CreatePachtkontoPositionBody.shape,
  Hebungen: CreateHebungBody.shape,
};

const nichtImFormat = ["beteiligte"];

/** What the format has besides: the key, the account that positions are created under. */
const besonders = ["importSchluessel", "pachtkontoId"];
const ohneBesondere = (felder: readonly string[]): string[] =>
  [...new Set(felder)].filter((feld) => !besonders.includes(feld)).sort();
const erstesWort = (feld: string): string => feld.replace(/\..*/, "");

describe("Das Format hat jedes Feld, das die API schreibt, und keines mehr", () => {
  test.each(Object.entries(formen) as [Blatt, Form][])("%s", (blatt, form) => {
    const felder = spaltenVon[blatt].map(({ feld }) => erstesWort(feld));
    expect(ohneBesondere(felder)).toEqual(
      ohneBesondere(Object.keys(form).filter((feld) => !nichtImFormat.includes(feld))),
    );
  });

  test("Firmendaten und Beteiligte", () => {
    expect(ohneBesondere(spaltenVon.Firmendaten.map(({ feld }) => erstesWort(feld)))).toEqual([...firmenfelder].sort());
    expect(ohneBesondere(spaltenVon.Beteiligte.map(({ feld }) => feld))).toEqual([...parteifelder].sort());
  });
});

test.each(Object.entries(formen) as [Blatt, Form][])(
  "%s: Pflicht ist, was die API bei neuen verlangt",
  (blatt, form) => {
    const verlangt = Object.keys(form).filter((feld) => !form[feld]?.safeParse(undefined).success);
    const pflicht = spaltenVon[blatt].filter((spalte) => spalte.pflicht).map(({ feld }) => feld);
    expect(ohneBesondere(pflicht)).toEqual(ohneBesondere(verlangt));
  },
);

test.each(blattnamen)(
  "%s: kein Spaltenname kommt zweimal vor, und die erste Beispielzelle ist gekennzeichnet",
  (blatt) => {
    const namen = spaltenVon[blatt].map(({ name }) => name);
    expect(namen).toEqual([...new Set(namen)]);
    expect(spaltenVon[blatt][0]?.beispiel).toMatch(/^Beispiel: /);
  },
);
