import { erstelleLexware } from "./lexware/adapter.ts";
import { erstelleSandkasten } from "./sandkasten/adapter.ts";
import { erstelleTryton } from "./tryton/adapter.ts";
import type { ErstelleAdapter, System } from "./typen.ts";

const bekannte: Record<System, { bezeichnung: string; erstelle: ErstelleAdapter }> = {
  sandkasten: { bezeichnung: "Sandkasten (Nachbildung zum Ausprobieren)", erstelle: erstelleSandkasten },
  tryton: { bezeichnung: "Tryton", erstelle: erstelleTryton },
  lexware: { bezeichnung: "Lexware Office", erstelle: erstelleLexware },
};

export function adapterFuer(system: System): ErstelleAdapter {
  return bekannte[system].erstelle;
}

/** The name for people. */
export function bezeichnungVon(system: System): string {
  return bekannte[system].bezeichnung;
}
