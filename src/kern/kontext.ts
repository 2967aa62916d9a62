import type { Rolle } from "./rechte.ts";

/** Who acts. */
export type Akteur = { id: number; name: string; email: string | null; rollen: Rolle[] };

/** What a writing verb needs to know of the request that it serves. */
export type Kontext = {
  akteur: Akteur;
  anfrageId: string;
  /** Civil day in Berlin. */
  heute: string;
  jetzt: Date;
  /** Version that the caller has seen (`If-Match`). */
  erwarteteVersion?: number;
  einmal?: { route: string; schluessel: string; koerperHash: string };
};
