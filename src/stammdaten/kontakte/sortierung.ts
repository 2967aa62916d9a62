import type { Sortierung } from "../../technik/database/anweisung/sortierung.ts";

export const kontaktsortierung: Sortierung<"anzeigename" | "ort" | "id"> = {
  felder: {
    anzeigename: { spalte: "sortierung" },
    ort: { spalte: "ort", leer: true },
    id: { spalte: "id", eindeutig: true },
  },
  vorgabe: "anzeigename",
  hinweis:
    "`anzeigename`: klein geschrieben, in der Sortierfolge der Datenbank (mit `npm start` Umlaute hinter z). `ort`: so, " +
    "wie gesucht wird, klein und mit aufgelösten Umlauten (ä wie ae).",
};
