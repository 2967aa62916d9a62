import type { Sortierung } from "../../technik/database/anweisung/sortierung.ts";

export const kontaktsortierung: Sortierung<"anzeigename" | "ort" | "id"> = {
  felder: {
    anzeigename: { spalte: "sortierung" },
    ort: { spalte: "ort", leer: true },
    id: { spalte: "id", eindeutig: true },
  },
  vorgabe: "anzeigename",
  hinweis:
    "`anzeigename`: wie im Telefonbuch (DIN 5007-2: ä wie ae, é wie e), Groß- und Kleinschreibung gleich. `ort`: " +
    "ebenso, von gleichen der mit Umlaut zuletzt.",
};
