import type { Sortierung } from "../../technik/database/anweisung/sortierung.ts";

export const objektsortierung: Sortierung<"bezeichnung" | "flaecheQm" | "geprueftAm" | "id"> = {
  felder: {
    bezeichnung: { spalte: "sortierung" },
    flaecheQm: { spalte: "flaeche_qm", leer: true },
    geprueftAm: { spalte: "geprueft_am", leer: true },
    id: { spalte: "id", eindeutig: true },
  },
  vorgabe: "bezeichnung",
  hinweis: "`bezeichnung`: wie im Telefonbuch (DIN 5007-2: ä wie ae, é wie e), Groß- und Kleinschreibung gleich.",
};
