import { z } from "@hono/zod-openapi";
import { Suche } from "../../technik/http/parameter.ts";
import { AuftragId, problemMit } from "../../technik/http/schema.ts";
import { Anzahl, Datum, Id, Zeitpunkt } from "../../technik/http/werte.ts";
import { Nullbar, type Zustand, zustaende } from "../schema.ts";

const auftragsarten = ["export", "refresh", "reconcile"] as const;
export type Auftragsart = (typeof auftragsarten)[number];

/** States that a job of a kind may be asked for, the usual one first. */
export const zustaendeJeArt = {
  export: ["pending", "failed"],
  refresh: ["synced", "cancelled"],
  reconcile: ["uncertain", "failed", "synced"],
} as const satisfies Record<Auftragsart, readonly Zustand[]>;

export const ExtaccountingJobRequest = z
  .strictObject({
    art: z.enum(auftragsarten),
    dokumentIds: z.array(Id).min(1).max(100_000).optional(),
    filter: z
      .strictObject({
        search: Suche,
        state: z.enum(zustaende).optional().openapi({
          description: "Ohne Angabe: `export` pending, `refresh` synced, `reconcile` uncertain",
        }),
        belegdatumVon: Datum.optional(),
        belegdatumBis: Datum.optional(),
      })
      .optional(),
    fortsetzen: z.literal(true).optional().openapi({ description: "Den angehaltenen Auftrag dieser Art fortsetzen" }),
  })
  .refine((wert) => [wert.dokumentIds, wert.filter, wert.fortsetzen].filter((teil) => teil !== undefined).length <= 1, {
    error: "entweder dokumentIds, filter oder fortsetzen",
  })
  .refine(
    ({ art, filter }) =>
      filter?.state === undefined || (zustaendeJeArt[art] as readonly Zustand[]).includes(filter.state),
    { path: ["filter", "state"], error: "in diesem Zustand gibt es für diesen Auftrag nichts zu tun" },
  )
  .refine(({ filter: { belegdatumVon: von, belegdatumBis: bis } = {} }) => !von || !bis || von <= bis, {
    path: ["filter", "belegdatumBis"],
    error: "liegt vor `belegdatumVon`",
  })
  .openapi("ExtaccountingJobRequest", { example: { art: "export" } });
export type ExtaccountingJobRequest = z.output<typeof ExtaccountingJobRequest>;

export const ExtaccountingJob = z
  .object({
    id: Id,
    auftragId: AuftragId.nullable(),
    art: z.enum(auftragsarten),
    status: z.enum(["wartend", "laufend", "angehalten", "abgeschlossen", "abgebrochen"]).openapi({
      description: "`angehalten`: das Buchhaltungssystem steht nicht bereit; es geht weiter, wenn es das wieder tut",
    }),
    gesamt: Anzahl.nullable().openapi({ description: "null: noch nicht ermittelt" }),
    erledigt: Anzahl,
    erfolgreich: Anzahl,
    fehlgeschlagen: Anzahl,
    ungeklaert: Anzahl,
    uebersprungen: Anzahl,
    ursache: Nullbar.openapi({ description: "Warum er angehalten oder abgebrochen ist" }),
    weiterAm: Zeitpunkt.nullable().openapi({ description: "Wann ein angehaltener von selbst weitergeht" }),
    probleme: z
      .array(z.object({ id: Id, belegnummer: z.string(), ergebnis: z.string(), ursache: Nullbar }))
      .openapi({ description: "Die ersten zehn Belege, die nicht erfolgreich waren, übersprungene zuletzt" }),
    angelegtVon: z.string(),
    erstelltAm: Zeitpunkt,
    begonnenAm: Zeitpunkt.nullable(),
    beendetAm: Zeitpunkt.nullable(),
  })
  .openapi("ExtaccountingJob");
export type ExtaccountingJob = z.output<typeof ExtaccountingJob>;

export const ExtaccountingAuftragKonflikt = problemMit(
  "ExtaccountingAuftragKonflikt",
  { auftragId: Id.optional().openapi({ description: "`auftrag_aktiv`: der Auftrag, der läuft" }) },
  { auftrag_aktiv: { auftragId: 17 } },
);
