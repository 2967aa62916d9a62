import type { Sortierung } from "../../technik/database/anweisung/sortierung.ts";

type Kontosortierfeld =
  | "kontonummer"
  | "pachtbeginn"
  | "pachtende"
  | "letzteHebung"
  | "naechsteHebung"
  | "schlussabrechnung"
  | "id";

export const kontosortierung: Sortierung<Kontosortierfeld> = {
  felder: {
    kontonummer: { spalte: "kontonummer", eindeutig: true },
    pachtbeginn: { spalte: "pachtbeginn" },
    pachtende: { spalte: "pachtende", leer: true },
    letzteHebung: { spalte: "letzte_hebung", leer: true },
    naechsteHebung: { spalte: "naechste_hebung", leer: true },
    schlussabrechnung: { spalte: "schlussabrechnung", leer: true },
    id: { spalte: "id", eindeutig: true },
  },
  vorgabe: "kontonummer",
};
