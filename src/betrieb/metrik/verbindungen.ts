import { Gauge, type Registry } from "prom-client";
import type { Verbindungslage } from "../../technik/database/datenbank.ts";

const anzeigen: Record<keyof Verbindungslage, { name: string; help: string }> = {
  offen: { name: "pacht_pool_verbindungen", help: "Offene Verbindungen dieses Prozesses zur Datenbank" },
  schreibend: { name: "pacht_pool_schreibende", help: "Transaktionen von Anfragen, die gerade schreiben" },
  wartend: { name: "pacht_pool_wartende", help: "Transaktionen von Anfragen, die auf einen Platz warten" },
};

/** What this process has of the database, read when somebody asks; a worker has no requests that write. */
export function messeVerbindungen(register: Registry, lage: () => Partial<Verbindungslage>): void {
  for (const feld of Object.keys(lage()) as (keyof Verbindungslage)[])
    new Gauge({
      ...anzeigen[feld],
      registers: [register],
      collect() {
        this.set(lage()[feld] ?? 0);
      },
    });
}
