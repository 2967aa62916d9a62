import { z } from "@hono/zod-openapi";
import { Datum, ganzzahlParameter, Id, kommaliste, paginiert, seite } from "../../technik/http/schema.ts";

export const terminarten = ["faelligkeit", "hebung_ueberfaellig", "pachtende", "pachtpruefung"] as const;
export type Terminart = (typeof terminarten)[number];

export const Termin = z
  .object({
    art: z.enum(terminarten),
    datum: Datum,
    pachtkontoId: Id,
    kontonummer: z.string(),
    text: z.string(),
    faelligkeitId: Id.nullable().openapi({ description: "Nur `faelligkeit`" }),
    hebungId: Id.nullable().openapi({
      description: "`hebung_ueberfaellig`, und `pachtpruefung`, wenn für den Tag eine Hebung geplant ist",
    }),
    zeitraumVon: Datum.nullable().openapi({ description: "Nur `faelligkeit`" }),
    zeitraumBis: Datum.nullable().openapi({ description: "Nur `faelligkeit`" }),
  })
  .openapi("Termin");
export type Termin = z.output<typeof Termin>;

export const TerminPaginatedList = paginiert(Termin).openapi("TerminPaginatedList");

export const TerminFilter = z.strictObject({
  tage: ganzzahlParameter({ min: 1, max: 730, vorgabe: 90 }).openapi({
    description: "So viele Tage ab heute, beide Enden eingeschlossen",
  }),
  art: kommaliste(terminarten).openapi({ description: "Kommaliste; ohne sie alle Arten" }),
  ...seite(20),
});
export type TerminFilter = z.output<typeof TerminFilter>;
