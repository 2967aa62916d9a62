import { expect, test } from "vitest";
import { planeImport } from "../../../src/bestand/import/plan/plan.ts";
import type { Planung, Planzeile, Quelle } from "../../../src/bestand/import/plan/planung.ts";
import { mitDatenbank, worker } from "../../hilfe/mitDatenbank.ts";

mitDatenbank();

const zeile = (blatt: Planzeile["blatt"], werte: Planzeile["werte"]): Planzeile => ({
  blatt,
  zeile: 2,
  werte,
  istLesbar: true,
});

const quelleAus = (zeilen: readonly Planzeile[]): Quelle => {
  const von = async (blatt: Planzeile["blatt"]) => zeilen.filter((eine) => eine.blatt === blatt);
  const keine = async () => [];
  return { listeKoepfe: von, listeZeilen: von, listeVerweise: keine, listeSchluesselOhne: keine };
};

test("der Worker, der keine API hat, nennt seine Befunde auf Deutsch und Sätze in Prozent", async () => {
  const befunde: Planung["befunde"] = [];
  const quelle = quelleAus([
    zeile("Kontaktarten", { name: "x".repeat(300) }),
    zeile("Positionsarten", { name: "Wegegeld", kuerzel: "W", steuersatzBp: 190_000 }),
    zeile("Pachtkonten", { kontonummer: "P-1", zahlungsrhythmus: "jaehrlich" }),
  ]);
  await worker.begin(async (tx) => {
    const planung: Planung = {
      tx,
      heute: "2026-10-01",
      rollen: [],
      ueberschreiben: false,
      gesperrt: false,
      verweise: new Map(),
      gesehene: undefined,
      befunde,
      zaehlung: {},
    };
    for await (const _ of planeImport(planung, quelle));
  });
  expect(befunde.map(({ blatt, code, text, wert }) => [blatt, code, text, wert])).toEqual([
    ["Positionsarten", "zu_gross", expect.stringContaining("Der Satz ist zu groß."), "1.900 %"],
    ["Kontaktarten", "zu_lang", expect.stringMatching(/^höchstens/), "x".repeat(300)],
    ["Pachtkonten", "fehlt", "fehlt", null],
  ]);
});
