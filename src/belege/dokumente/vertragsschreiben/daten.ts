import type { Angeschrieben, AusstellerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import type { PositionVersion } from "../../../kern/pacht/typen.ts";
import type { Kontostand } from "../../../stammdaten/pachtkonten/schema.ts";
import type { Logobild } from "../../briefe/satz/blatt.ts";
import type { Partei } from "./queries.ts";

/** What a letter about a contract is written from. */
export type Vertragslage = {
  konto: Kontostand;
  /** As they are billed on `stichtag`. */
  positionen: PositionVersion[];
  paechter: Partei[];
  verpaechter: Partei[];
  /** Day of the letter. */
  am: string;
  /** Day whose parties and rent it names: its own, before the lease begins the first day of the lease. */
  stichtag: string;
};

/** What stands in it. */
export type Schreibentext = {
  empfaenger: Angeschrieben[];
  betreff: string;
  /** Beside the window, after account and day. */
  angaben: [name: string, wert: string][];
  einleitung: string;
  absaetze: [ueberschrift: string | null, inhalt: string][];
  /** Whether the law wants it in writing, signed by hand. */
  istSchriftlich: boolean;
};

export type Vertragsschreiben = Schreibentext & {
  konto: Pick<Kontostand, "kontonummer" | "objekte" | "vertragsart">;
  am: string;
  aussteller: AusstellerSchnappschuss;
  logo: Logobild | null;
};
