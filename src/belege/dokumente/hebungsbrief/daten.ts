import type { Vertragsart } from "../../../kern/fristen/vertrag.ts";
import type { Indexaenderung } from "../../../kern/pacht/hebung/indexaenderung.ts";
import type { Angeschrieben, AusstellerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import type { HebungArt, Intervall } from "../../../kern/pacht/typen.ts";
import type { Logobild } from "../../briefe/satz/blatt.ts";

/** Changes with what these letters look like; a stored letter keeps the version that it was made with. */
export const hebungsbriefLayout = 8;

export type HebungsbriefPosition = {
  bezeichnung: string;
  intervall: Intervall;
  betragAltCent: number;
  betragNeuCent: number;
};

/** All that the letter of a completed rent increase is made from; one to each of `empfaenger`. */
export type HebungsbriefDaten = Indexaenderung & {
  hebungId: number;
  kontonummer: string;
  /** Of today. */
  vertragsart: Vertragsart | null;
  bezeichnung: string | null;
  art: HebungArt;
  wertBp: number | null;
  betragCent: number | null;
  indexBasisjahr: number | null;
  wirksamAb: string;
  begruendung: string | null;
  /** Day of the completion in Berlin. */
  datum: string;
  positionen: HebungsbriefPosition[];
  aussteller: AusstellerSchnappschuss;
  logo: Logobild | null;
  /** The lessees of the day on which the increase takes effect. */
  empfaenger: Angeschrieben[];
};
