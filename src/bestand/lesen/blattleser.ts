import type { Befund, Lieferung, Zeile } from "../format/blaetter.ts";
import type { Blatt } from "../format/blattnamen.ts";
import type { Spalte } from "../format/spalte.ts";
import { deuteZeile } from "./deute/deute.ts";
import { type Kopf, liesKopf } from "./kopf.ts";
import { gekuerzt, istBeispiel, type Rohzeile, zeige } from "./rohzelle.ts";

/** A whole column without a name would say the same of each row. */
const hoechstensOhneNamen = 20;

/** Values that no named column takes: a column without head, or in a CSV a separator too many. */
const ohneNamen = ({ benannte }: Kopf, blatt: Blatt, { zeile, zellen }: Rohzeile): Befund[] => {
  const uebrige = [...zellen].filter(([stelle]) => !benannte.has(stelle)).map(([, zelle]) => zeige(zelle));
  if (uebrige.length === 0) return [];
  return [
    {
      ...{ blatt, zeile, spalte: null, schwere: "fehler", code: "wert_ohne_spalte" },
      text: "In dieser Zeile stehen Werte, über denen in der ersten Zeile kein Name steht; bitte benennen oder löschen.",
      wert: gekuerzt(uebrige.join("; ")),
    },
  ];
};

/** Turns the rows of one sheet into records: the first one that has any content is the head. */
export function erstelleBlattleser(blatt: Blatt) {
  let kopf: Kopf | undefined;
  let bemaengelt = 0;
  const nimm = (roh: Rohzeile, zeilen: Zeile[], befunde: Befund[]): void => {
    if (!kopf) {
      kopf = liesKopf(blatt, roh);
      befunde.push(...kopf.befunde);
    } else if (kopf.spalten.size > 0 && !istBeispiel(roh)) {
      const zeile = deuteZeile(blatt, kopf.spalten, roh);
      const neue = bemaengelt < hoechstensOhneNamen ? ohneNamen(kopf, blatt, roh) : [];
      bemaengelt += neue.length;
      zeile.befunde.push(...neue);
      zeilen.push(zeile);
    }
  };
  return {
    spalten: (): ReadonlyMap<number, Spalte> => kopf?.spalten ?? new Map(),
    nimm(rohe: readonly Rohzeile[]): Lieferung {
      const zeilen: Zeile[] = [];
      const befunde: Befund[] = [];
      for (const roh of rohe) nimm(roh, zeilen, befunde);
      return { zeilen, befunde };
    },
  };
}
