import type { Sortierung } from "../../technik/database/anweisung/sortierung.ts";

export const hebungsortierung: Sortierung<"wirksamAb" | "abgeschlossenAm" | "id"> = {
  felder: {
    wirksamAb: { spalte: "wirksam_ab" },
    abgeschlossenAm: { spalte: "abgeschlossen_am", leer: true },
    id: { spalte: "id", eindeutig: true },
  },
  vorgabe: "-wirksamAb",
};
