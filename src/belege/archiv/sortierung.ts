import type { Sortierung } from "../../technik/database/anweisung/sortierung.ts";

export const archivsortierung: Sortierung<"belegdatum" | "belegnummer" | "bruttoCent" | "id"> = {
  felder: {
    belegdatum: { spalte: "belegdatum" },
    belegnummer: { spalte: "belegnummer", eindeutig: true },
    bruttoCent: { spalte: "brutto_cent" },
    id: { spalte: "id", eindeutig: true },
  },
  vorgabe: "-belegdatum",
  hinweis: "`belegnummer`: Zeichen für Zeichen, also RE-2026-1000000 vor RE-2026-200000.",
};
