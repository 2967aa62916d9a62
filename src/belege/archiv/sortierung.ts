import type { Sortierung } from "../../technik/database/anweisung/sortierung.ts";

export const archivsortierung: Sortierung<"belegdatum" | "belegnummer" | "bruttoCent" | "id"> = {
  felder: {
    belegdatum: { spalte: "belegdatum" },
    belegnummer: { spalte: "belegnummer", eindeutig: true },
    bruttoCent: { spalte: "brutto_cent" },
    id: { spalte: "id", eindeutig: true },
  },
  vorgabe: "-belegdatum",
};
