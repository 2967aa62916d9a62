import { Counter, type Registry } from "prom-client";
import type { Auftragsende } from "../../technik/database/auftrag/arbeiteAb.ts";

export const zaehleAuftraege = (register: Registry): ((ende: Auftragsende) => void) => {
  const beendet = new Counter({
    name: "pacht_auftraege_total",
    help: "Aufträge, an denen dieser Worker gearbeitet hat",
    labelNames: ["art", "ausgang"],
    registers: [register],
  });
  return ({ art, ausgang }) => beendet.labels(art, ausgang).inc();
};
