import { type Befund, befundspalte, spaltenVon } from "../format/blaetter.ts";
import type { Blatt } from "../format/blattnamen.ts";
import type { Spalte } from "../format/spalte.ts";
import { alleVerglichen, naechster, unsichtbar, verglichen } from "./aehnlich.ts";
import { type Einzelfall, hoechstensFalsche, jeEinzelnOderEinmal } from "./befunde.ts";
import { gekuerzt, type Rohzeile, zeige } from "./rohzelle.ts";

/** The columns of a file by their place, and what there is to say of its head. */
export type Kopf = {
  spalten: Map<number, Spalte>;
  /** places that have a name, known or not */
  benannte: ReadonlySet<number>;
  befunde: Befund[];
};

const fehler = (blatt: Blatt, spalte: string | null, code: string, text: string): Befund => ({
  ...{ blatt, zeile: 1, spalte, schwere: "fehler", code, text, wert: spalte },
});

const jeSpalte = (
  blatt: Blatt,
  hoechstens: number,
  spalten: readonly Einzelfall[],
  { code, text }: { code: string; text: (namen: string) => string },
): Befund[] =>
  jeEinzelnOderEinmal(spalten, hoechstens, "eine weitere", (name, einzeln) => fehler(blatt, name, code, einzeln), text);

const hoechstensUnbekannte = 5;

type Paar = { name: string; anderer: string };

const verwechselte = (blatt: Blatt, paare: readonly Paar[]): Befund[] =>
  jeSpalte(
    blatt,
    hoechstensFalsche,
    paare.map(({ name, anderer }) => ({
      name,
      text: `Eine Spalte „${name}“ gibt es nicht; gemeint ist wohl „${anderer}“.`,
      kurz: `„${gekuerzt(name)}“ (gemeint ist wohl „${anderer}“)`,
    })),
    { code: "spalte_unbekannt", text: (namen) => `Die Spalten ${namen} mit ähnlichen Namen gibt es nicht.` },
  );

const doppelte = (blatt: Blatt, paare: readonly Paar[]): Befund[] =>
  jeSpalte(
    blatt,
    hoechstensFalsche,
    paare.map(({ name, anderer }) => ({
      name,
      text: `Die Spalten „${anderer}“ und „${name}“ sagen dasselbe; bitte nur eine davon behalten.`,
      kurz: `„${gekuerzt(name)}“ (wie „${gekuerzt(anderer)}“)`,
    })),
    {
      code: "spalte_doppelt",
      text: (namen) => `Die Spalten ${namen} sagen dasselbe wie andere; bitte jede nur einmal behalten.`,
    },
  );

const unbekannte = (blatt: Blatt, namen: readonly string[]): Befund[] =>
  jeSpalte(
    blatt,
    hoechstensUnbekannte,
    namen.map((name) => ({
      name,
      text: `Eine Spalte „${name}“ gibt es nicht; sie wird nicht gelesen.`,
      kurz: `„${gekuerzt(name)}“`,
    })),
    { code: "spalte_unbekannt", text: (alle) => `Die Spalten ${alle} gibt es nicht; sie werden nicht gelesen.` },
  ).map((befund) => ({ ...befund, schwere: "hinweis" }));

/** @param erste the first row that has any content; names stand in row 1 and nowhere else */
export function liesKopf(blatt: Blatt, erste: Rohzeile): Kopf {
  const spalten = new Map<number, Spalte>();
  const namen = new Map(
    [...erste.zellen]
      .map(([stelle, zelle]) => [stelle, zeige(zelle).trim()] as const)
      .filter(([, name]) => name.replace(unsichtbar, "").trim() !== ""),
  );
  const bekannte = spaltenVon[blatt].map((spalte) => spalte.name);
  const eigene = verglichen(befundspalte);
  const aehnliche: Paar[] = [];
  const zweite: Paar[] = [];
  const fremde: string[] = [];
  const nachFeld = new Map<string, string>();
  for (const [stelle, name] of erste.zeile === 1 ? namen : []) {
    const gesucht = verglichen(name);
    if (gesucht === eigene) continue;
    const spalte = spaltenVon[blatt][alleVerglichen(bekannte).indexOf(gesucht)];
    if (!spalte) {
      const gemeint = naechster(name, bekannte);
      if (gemeint) aehnliche.push({ name, anderer: gemeint });
      else fremde.push(name);
      continue;
    }
    const schon = nachFeld.get(spalte.feld);
    if (schon !== undefined) zweite.push({ name, anderer: schon });
    else {
      spalten.set(stelle, spalte);
      nachFeld.set(spalte.feld, name);
    }
  }
  const befunde = [...verwechselte(blatt, aehnliche), ...doppelte(blatt, zweite), ...unbekannte(blatt, fremde)];
  const benannte = new Set(namen.keys());
  if (spalten.size > 0) return { spalten, benannte, befunde };
  const text = `In der ersten Zeile müssen die Namen der Spalten stehen, z. B. ${spaltenVon[blatt]
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ")}.`;
  return { spalten, benannte, befunde: [fehler(blatt, null, "kopf_fehlt", text)] };
}
