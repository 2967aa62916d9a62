import { z } from "@hono/zod-openapi";
import { aenderung } from "../../technik/http/schema.ts";
import { Bp, Datum, Id, text, Zeitpunkt } from "../../technik/http/werte.ts";
import { System } from "../schema.ts";

const Zuordnung = z.strictObject({
  richtung: z.enum(["rechnung", "lieferant"]).openapi({
    description: "`rechnung` an Pächter und über Gebühren, `lieferant` an Verpächter",
  }),
  positionsartId: Id.nullable().openapi({ description: "null: jede" }),
  steuersatzBp: Bp.nullable().openapi({ description: "null: jeder" }),
  konto: text(100).openapi({ description: "Konto im Buchhaltungssystem: id, Nummer oder Code" }),
  steuer: text(100).nullable().openapi({ description: "Steuer im Buchhaltungssystem; null: keine" }),
});

const kennung = text(100).nullable();

/** Both what is read and what a partial PUT takes: its fields are all optional there. */
export const ExtaccountingSettings = aenderung({
  integrationsstart: Datum.nullable().openapi({
    type: ["string", "null"],
    format: "date",
    description: "Belege mit früherem Belegdatum sind `legacy`; null: keiner",
  }),
  mandantId: kennung.openapi({ description: "Mandant (Treuhänder) im Buchhaltungssystem" }),
  journalRechnung: kennung,
  journalLieferant: kennung,
  kontoForderungen: kennung,
  kontoVerbindlichkeiten: kennung,
  zuordnungen: z.array(Zuordnung).max(1000).openapi({
    description: "Konten und Steuern je Positionsart und Steuersatz; die engste passende Zeile gilt",
  }),
  system: System.nullable().openapi({ readOnly: true }),
  geaendertAm: Zeitpunkt.openapi({ readOnly: true }),
}).openapi("ExtaccountingSettings", { example: { mandantId: "1" } });
export type SettingsBody = z.output<typeof ExtaccountingSettings>;
export type ExtaccountingSettings = Required<SettingsBody>;
