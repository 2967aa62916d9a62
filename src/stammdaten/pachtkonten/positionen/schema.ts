import { z } from "@hono/zod-openapi";
import { HOECHSTBETRAG_CENT } from "../../../kern/pacht/grenzen.ts";
import { verlustcodes } from "../../../kern/pacht/hebung/hebungsverlust.ts";
import { intervalle } from "../../../kern/pacht/perioden.ts";
import { IdParameter, IdWert } from "../../../technik/http/parameter.ts";
import { aenderung, datensatz, leereFelder } from "../../../technik/http/schema.ts";
import { Bp, beispieltage, Cent, Gueltigkeit, Id, text } from "../../../technik/http/werte.ts";

const position = {
  positionsartId: Id,
  bezeichnung: text(200).nullable(),
  betragCent: Cent.min(-HOECHSTBETRAG_CENT).max(HOECHSTBETRAG_CENT),
  intervall: z.enum(intervalle).openapi({
    description: "Wofür der Betrag gilt; `einmalig` wird nur im Zeitraum von `gueltigVon` berechnet",
  }),
  ...Gueltigkeit,
  steuersatzBp: Bp.nullable().openapi({
    description:
      "null = Satz der Positionsart bei der Buchung; bei 0 nennt die Rechnung den Grund der Positionsart, und hat sie " +
      "keinen, weist die Vorschau darauf hin (`steuerbefreiung_ohne_grund`)",
  }),
  anteilig: z.boolean().openapi({
    description: "false: auch ein angebrochener Zeitraum kostet den ganzen Betrag",
  }),
};

const positionGelesen = {
  ...datensatz,
  pachtkontoId: Id,
  ursprungId: Id.openapi({ description: "Id der ersten Fassung, allen Fassungen der Position gemeinsam" }),
  positionsartName: z.string(),
};

const positionHinweise = z
  .array(z.object({ code: z.enum(verlustcodes), text: z.string() }))
  .optional()
  .openapi({
    description:
      "Nur in den Antworten auf POST und PUT: was dieses Schreiben einer aktiven Hebung nimmt, ihre letzte Position " +
      "(`hebung_ohne_position`), den Betrag, auf den sie wirkt (`hebung_ohne_basis`), oder ihre Wirkung auf diese " +
      "Position (`hebung_ohne_wirkung`). Ein PUT darf sie zurücksenden; sie ändern nichts.",
  });

export const PachtkontoPosition = z
  .object({ ...positionGelesen, ...position, hinweise: positionHinweise })
  .openapi("PachtkontoPosition");
export type PachtkontoPosition = z.output<typeof PachtkontoPosition>;
export const positionFelder = Object.keys(position) as (keyof typeof position)[];

/** What a new position has where nothing is said. */
export const leerePosition = { ...leereFelder(position), anteilig: true } as const;

export const CreatePachtkontoPositionBody = z
  .strictObject({
    positionsartId: position.positionsartId,
    betragCent: position.betragCent,
    intervall: position.intervall,
    bezeichnung: position.bezeichnung.optional(),
    gueltigVon: position.gueltigVon.optional(),
    gueltigBis: position.gueltigBis.optional(),
    steuersatzBp: position.steuersatzBp.optional(),
    anteilig: position.anteilig.optional(),
  })
  .openapi("CreatePachtkontoPositionBody", {
    example: {
      positionsartId: 1,
      bezeichnung: "Streifen am Graben",
      betragCent: 12_000,
      intervall: "jaehrlich",
      gueltigVon: beispieltage.uebernaechstesJahr,
    },
  });
export type CreatePachtkontoPositionBody = z.output<typeof CreatePachtkontoPositionBody>;

export const UpdatePachtkontoPositionBody = aenderung({
  ...positionGelesen,
  ...position,
  hinweise: positionHinweise,
}).openapi("UpdatePachtkontoPositionBody", {
  example: { bezeichnung: "Pacht für die Koppel" },
});
export type UpdatePachtkontoPositionBody = z.output<typeof UpdatePachtkontoPositionBody>;

export const PositionParameter = z.object({
  id: IdParameter.shape.id,
  posId: IdWert.openapi({
    param: { name: "posId", in: "path" },
    description: "id der Position",
    example: 1,
  }),
});
