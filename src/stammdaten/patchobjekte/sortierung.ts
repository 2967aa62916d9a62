import type { Sortierung } from "../../technik/database/anweisung/sortierung.ts";

export const objektsortierung: Sortierung<"bezeichnung" | "flaecheQm" | "geprueftAm" | "id"> = {
  felder: {
    bezeichnung: { spalte: "sortierung" },
    flaecheQm: { spalte: "flaeche_qm", leer: true },
    geprueftAm: { spalte: "geprueft_am", leer: true },
    id: { spalte: "id", eindeutig: true },
  },
  vorgabe: "bezeichnung",
  hinweis: "`bezeichnung`: klein geschrieben, in der Sortierfolge der Datenbank (mit `npm start` Umlaute hinter z).",
};
