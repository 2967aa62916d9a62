import { Counter, type Registry } from "prom-client";
import { type Auftragsende, ausgaenge } from "../../technik/database/auftrag/arbeiteAb.ts";
import { warteschlangen } from "../../technik/database/boss.ts";

/** All there can be are there from the start, at 0: for Prometheus only what was there before can have risen. */
export function zaehleAuftraege(register: Registry): (ende: Auftragsende) => void {
  const beendet = new Counter({
    name: "pacht_auftraege_total",
    help: "Aufträge, an denen dieser Worker gearbeitet hat",
    labelNames: ["art", "ausgang"],
    registers: [register],
  });
  for (const art of Object.keys(warteschlangen)) for (const ausgang of ausgaenge) beendet.labels(art, ausgang).inc(0);
  return ({ art, ausgang }) => beendet.labels(art, ausgang).inc();
}
