import { z } from "@hono/zod-openapi";
import { Fassung } from "../../../technik/http/schema.ts";
import { beispieltage, Datum, Id, text, Zeitpunkt } from "../../../technik/http/werte.ts";

const Erledigung = z.enum(["eigene_rechnung", "neue_vereinbarung"]).openapi({
  description:
    "`eigene_rechnung`: der Verpächter hat selbst eine Rechnung gestellt; `neue_vereinbarung`: die Abrechnung durch " +
    "Gutschrift ist neu vereinbart und dieselbe Gutschrift bestätigt",
});

export const Widerspruch = z
  .object({
    version: Fassung,
    am: Datum,
    grund: z.string(),
    erfasstVon: z.string(),
    erfasstAm: Zeitpunkt,
    erledigtDurch: Erledigung.nullable().openapi({ description: "`null`: die Auszahlung wartet" }),
    erledigtAm: Datum.nullable(),
    erledigtVon: z.string().nullable(),
    notiz: z.string().nullable(),
    zahlungsdateiId: Id.nullable().openapi({
      description: "Die Zahlungsdatei, in der die Auszahlung schon steht: sie kann bei der Bank sein",
    }),
  })
  .openapi("Widerspruch");
export type Widerspruch = z.output<typeof Widerspruch>;

export const WiderspruchBody = z
  .strictObject({
    am: Datum.openapi({ type: "string", format: "date", description: "Wann der Widerspruch zugegangen ist" }),
    grund: text(1000),
  })
  .openapi("WiderspruchBody", { example: { am: beispieltage.heute, grund: "Die Fläche ist kleiner als abgerechnet" } });
export type WiderspruchBody = z.output<typeof WiderspruchBody>;

export const WiderspruchErledigungBody = z
  .strictObject({
    erledigtDurch: Erledigung,
    erledigtAm: Datum.openapi({
      type: "string",
      format: "date",
      description: "Tag der Rechnung oder der neuen Vereinbarung",
    }),
    notiz: text(1000).nullable().default(null),
  })
  .openapi("WiderspruchErledigungBody", {
    example: {
      erledigtDurch: "eigene_rechnung",
      erledigtAm: beispieltage.heute,
      notiz: "Rechnung 2026-17 vom Verpächter",
    },
  });
export type WiderspruchErledigungBody = z.output<typeof WiderspruchErledigungBody>;
