import type { BelegEntwurf, Faelligkeit } from "./typen.ts";

/** What one due period of an account gives. */
export type PeriodenErgebnis = { faelligkeit: Faelligkeit; belege: BelegEntwurf[] };

/**
 * The final settlement of an account: it closes the account also without documents.
 *
 * `faelligkeit` is the open due period that `pachtende` ends. Where that is booked already, nothing in the table
 * stands for the settlement: `id` is null and the days are those of the cut last period, which only date the documents.
 */
export type Schlussabrechnung = {
  faelligkeit: Omit<Faelligkeit, "id"> & { id: number | null };
  /** Due periods whose booking it corrects, or found right, by their days; none may be cancelled while it stands. */
  korrigiert: number[];
  belege: BelegEntwurf[];
};

/** Alphabetically. */
export const nichtAbrechenbarGruende = [
  "anschrift_fehlt",
  "ansprechpartner_fehlt",
  "anteile_paechter",
  "anteile_verpaechter",
  "hebung_ohne_basis",
  "inaktiv",
  "kein_paechter",
  "kein_verpaechter",
  "steuernummer_verpaechter",
  "steuerstatus_verpaechter",
  "vorauszahlung_unbekannt",
] as const;
export type NichtAbrechenbarGrund = (typeof nichtAbrechenbarGruende)[number];

/** Whose data, which increases and which days a reason comes from. */
export type Grundstelle = { kontaktIds: number[]; hebungIds: number[]; tage: { von: string; bis: string }[] };
export type Grundstellen = Partial<Record<NichtAbrechenbarGrund, Grundstelle>>;

/**
 * Either every due period of the account is billed, or none with all reasons, alphabetically. `schlussabrechnung` is
 * there if one is due: the last period of the account is then billed in it and not among `perioden`.
 */
export type KontoErgebnis =
  | { abrechenbar: true; perioden: PeriodenErgebnis[]; schlussabrechnung?: Schlussabrechnung }
  | { abrechenbar: false; gruende: NichtAbrechenbarGrund[]; stellen: Grundstellen };
