import { z } from "@hono/zod-openapi";
import { Id, Zeitpunkt } from "../../technik/http/werte.ts";
import { Auftrag } from "../auftraege/schema.ts";
import { zeitplannamen } from "./plan.ts";

const { status, ergebnis, ursache } = Auftrag.shape;

const Zeitplanlauf = z
  .object({
    auftragId: Id,
    status,
    ausgeloestVon: z.string().openapi({ description: "`Zeitplan`, oder wer ihn gestartet hat" }),
    begonnenAm: Zeitpunkt.nullable(),
    beendetAm: Zeitpunkt.nullable(),
    dauerMs: z.number().int().min(0).nullable(),
    ergebnis,
    ursache,
  })
  .openapi("Zeitplanlauf");

export const Zeitplan = z
  .object({
    name: z.enum(zeitplannamen),
    tut: z.string(),
    cron: z.string(),
    zeitzone: z.string(),
    naechsterLaufAm: Zeitpunkt,
    laeufe: z.array(Zeitplanlauf).openapi({ description: "Die letzten 14, der neueste zuerst" }),
  })
  .openapi("Zeitplan");
export type Zeitplan = z.output<typeof Zeitplan>;

export const ZeitplanParameter = z.object({
  name: z.enum(zeitplannamen).openapi({
    param: { name: "name", in: "path" },
    description: "Name des Zeitplans",
    example: "aufraeumen",
  }),
});
