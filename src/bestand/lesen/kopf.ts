import { type Befund, befundspalte, spaltenVon } from "../format/blaetter.ts";
import type { Blatt } from "../format/blattnamen.ts";
import type { Spalte } from "../format/spalte.ts";
import { naechster, verglichen } from "./aehnlich.ts";
import { type Rohzeile, zeige } from "./rohzelle.ts";

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

const unbekannt = (blatt: Blatt, name: string): Befund => {
  const gemeint = naechster(
    name,
    spaltenVon[blatt].map((spalte) => spalte.name),
  );
  if (gemeint) {
    const text = `Eine Spalte „${name}“ gibt es nicht; gemeint ist wohl „${gemeint}“.`;
    return fehler(blatt, name, "spalte_unbekannt", text);
  }
  const text = `Eine Spalte „${name}“ gibt es nicht; sie wird nicht gelesen.`;
  return { ...fehler(blatt, name, "spalte_unbekannt", text), schwere: "hinweis" };
};

/** @param erste the first row that has any content; names stand in row 1 and nowhere else */
export const liesKopf = (blatt: Blatt, erste: Rohzeile): Kopf => {
  const spalten = new Map<number, Spalte>();
  const benannte = new Set(erste.zellen.keys());
  const befunde: Befund[] = [];
  const nachFeld = new Map<string, string>();
  for (const [stelle, zelle] of erste.zeile === 1 ? erste.zellen : []) {
    const name = zeige(zelle).trim();
    const gesucht = verglichen(name);
    const spalte = spaltenVon[blatt].find((eine) => verglichen(eine.name) === gesucht);
    const zweite = spalte && nachFeld.get(spalte.feld);
    if (gesucht === verglichen(befundspalte)) continue;
    if (!spalte) befunde.push(unbekannt(blatt, name));
    else if (zweite !== undefined)
      befunde.push(
        fehler(
          blatt,
          name,
          "spalte_doppelt",
          `Die Spalten „${zweite}“ und „${name}“ sagen dasselbe; bitte nur eine davon behalten.`,
        ),
      );
    else {
      spalten.set(stelle, spalte);
      nachFeld.set(spalte.feld, name);
    }
  }
  if (spalten.size > 0) return { spalten, benannte, befunde };
  const text = `In der ersten Zeile müssen die Namen der Spalten stehen, z. B. ${spaltenVon[blatt]
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ")}.`;
  return { spalten, benannte, befunde: [fehler(blatt, null, "kopf_fehlt", text)] };
};
