import { z } from "zod";
import { zufall } from "../daten/vorrat/zufall.ts";

export const stoerungen = [
  /** The connection breaks before anything was done. */
  "verloren_vorher",
  /** It is done, and the answer gets lost. */
  "verloren_nachher",
  /** The connection breaks at once, and it is done later all the same. */
  "spaet",
  /** The answer takes its time. */
  "langsam",
  "429",
  /** An inner error: nothing was done. */
  "500",
  /** A document is written a cent too high. */
  "falsche_summen",
  /** Nobody there: every connection breaks. */
  "aus",
] as const;
export type Stoerung = (typeof stoerungen)[number];

const vorgaenge = ["lesen", "partei", "anlegen", "festschreiben", "stornieren", "loeschen"] as const;
export type Vorgang = (typeof vorgaenge)[number];

export const Schalter = z.strictObject({
  stoerungen: z.array(z.enum(stoerungen)).default([]),
  /** Share of the calls that are disturbed. */
  anteil: z.number().min(0).max(1).default(1),
  /** The same seed gives the same choices. */
  saat: z.int().default(1),
  /** How many calls are disturbed before it ends by itself; null: it does not. */
  anzahl: z.int().min(1).nullable().default(null),
  nur: z.array(z.enum(vorgaenge)).nullable().default(null),
  spaetMs: z.int().min(0).default(500),
  langsamMs: z.int().min(0).default(500),
  retryAfterSekunden: z.int().min(0).default(1),
  version: z.string().default("1.0.0"),
});
export type Schalter = z.output<typeof Schalter>;

/** Decides call by call what goes wrong. */
export function erstelleStoerer() {
  let schalter = Schalter.parse({});
  let wuerfel = zufall(1, 0);
  let uebrig: number | null = null;
  return {
    schalter: () => schalter,
    stelle(neu: Schalter): void {
      schalter = neu;
      wuerfel = zufall(neu.saat, 0);
      uebrig = neu.anzahl;
    },
    naechste(vorgang: Vorgang): Stoerung | undefined {
      if (schalter.stoerungen.length === 0 || uebrig === 0) return undefined;
      if (schalter.nur && !schalter.nur.includes(vorgang)) return undefined;
      if (!wuerfel.chance(schalter.anteil)) return undefined;
      if (uebrig !== null) uebrig -= 1;
      return wuerfel.aus(schalter.stoerungen);
    },
  };
}
