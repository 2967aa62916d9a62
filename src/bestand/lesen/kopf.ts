import { type Befund, befundspalte, spaltenVon } from "../format/blaetter.ts";
import type { Blatt } from "../format/blattnamen.ts";
import type { Spalte } from "../format/spalte.ts";
import { naechster, verglichen } from "./aehnlich.ts";
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

/** More columns that the format does not know get one remark together: a sheet may have 16,384. */
const hoechstensUnbekannte = 5;

const verwechselt = (blatt: Blatt, name: string): Befund | undefined => {
  const gemeint = naechster(
    name,
    spaltenVon[blatt].map((spalte) => spalte.name),
  );
  if (!gemeint) return undefined;
  const text = `Eine Spalte „${name}“ gibt es nicht; gemeint ist wohl „${gemeint}“.`;
  return fehler(blatt, name, "spalte_unbekannt", text);
};

const unbekannte = (blatt: Blatt, namen: readonly string[]): Befund[] => {
  const hinweis = (spalte: string | null, text: string): Befund => ({
    ...fehler(blatt, spalte, "spalte_unbekannt", text),
    schwere: "hinweis",
  });
  if (namen.length <= hoechstensUnbekannte)
    return namen.map((name) => hinweis(name, `Eine Spalte „${name}“ gibt es nicht; sie wird nicht gelesen.`));
  const erste = namen.slice(0, hoechstensUnbekannte).map((name) => `„${gekuerzt(name)}“`);
  const weitere = namen.length - erste.length;
  const rest = weitere === 1 ? "eine weitere" : `${weitere} weitere`;
  return [hinweis(null, `Die Spalten ${erste.join(", ")} und ${rest} gibt es nicht; sie werden nicht gelesen.`)];
};

/** @param erste the first row that has any content; names stand in row 1 and nowhere else */
export const liesKopf = (blatt: Blatt, erste: Rohzeile): Kopf => {
  const spalten = new Map<number, Spalte>();
  const benannte = new Set(erste.zellen.keys());
  const befunde: Befund[] = [];
  const fremde: string[] = [];
  const nachFeld = new Map<string, string>();
  for (const [stelle, zelle] of erste.zeile === 1 ? erste.zellen : []) {
    const name = zeige(zelle).trim();
    const gesucht = verglichen(name);
    const spalte = spaltenVon[blatt].find((eine) => verglichen(eine.name) === gesucht);
    const zweite = spalte && nachFeld.get(spalte.feld);
    if (gesucht === verglichen(befundspalte)) continue;
    if (!spalte) {
      const befund = verwechselt(blatt, name);
      if (befund) befunde.push(befund);
      else fremde.push(name);
    } else if (zweite !== undefined)
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
  befunde.push(...unbekannte(blatt, fremde));
  if (spalten.size > 0) return { spalten, benannte, befunde };
  const text = `In der ersten Zeile müssen die Namen der Spalten stehen, z. B. ${spaltenVon[blatt]
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ")}.`;
  return { spalten, benannte, befunde: [fehler(blatt, null, "kopf_fehlt", text)] };
};
