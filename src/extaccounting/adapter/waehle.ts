import { erstelleSandkasten } from "./sandkasten/adapter.ts";
import type { ErstelleAdapter } from "./typen.ts";

type System = "sandkasten" | "tryton" | "lexware";

const bekannte: Partial<Record<System, { bezeichnung: string; erstelle: ErstelleAdapter }>> = {
  sandkasten: { bezeichnung: "Sandkasten (Nachbildung zum Ausprobieren)", erstelle: erstelleSandkasten },
};

const findeSystem = (system: System) => {
  const eintrag = bekannte[system];
  if (!eintrag) throw new Error(`Für ${system} gibt es keinen Adapter.`);
  return eintrag;
};

export const adapterFuer = (system: System): ErstelleAdapter => findeSystem(system).erstelle;

/** The name for people. */
export const bezeichnungVon = (system: System): string => findeSystem(system).bezeichnung;
