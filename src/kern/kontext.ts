import type { Rolle } from "./rechte.ts";

/** Who acts. */
export type Akteur = { id: number; name: string; email: string | null; rollen: Rolle[] };

/** Who wanted a job of the worker; a schedule has no id. */
export type Auftraggeber = { id: number | null; name: string };

/** What a writing verb needs to know of the request that it serves. */
export type Kontext = {
  akteur: Akteur;
  anfrageId: string;
  /** Civil day in Berlin. */
  heute: string;
  jetzt: Date;
  /** Versions one of which the record must have (`If-Match`); empty: none would do. */
  erwarteteVersionen?: readonly number[];
  einmal?: { route: string; schluessel: string; koerperHash: string };
};

/** What verbs of the settings need: also the command line may call them, and that has no id. */
export type Schreibkontext = Omit<Kontext, "akteur"> & { akteur: Auftraggeber };
