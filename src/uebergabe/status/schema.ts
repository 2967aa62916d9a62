import { z } from "@hono/zod-openapi";
import { Zeitpunkt } from "../../technik/http/werte.ts";
import { Nullbar, System } from "../schema.ts";

const Mandant = z.object({ id: z.string(), name: z.string(), waehrung: z.string() });

export const ExtaccountingStatus = z
  .object({
    eingerichtet: z.boolean().openapi({ description: "Ob ein Buchhaltungssystem konfiguriert ist" }),
    system: System.nullable(),
    bezeichnung: Nullbar.openapi({ description: "Name des Systems für Menschen", example: "Sandkasten" }),
    verbunden: z.boolean().openapi({ description: "Ob jetzt Belege übergeben werden können" }),
    angemeldet: z.boolean(),
    version: Nullbar.openapi({ description: "Version des Buchhaltungssystems" }),
    antwortzeitMs: z.number().int().nullable(),
    mandant: Mandant.nullable().openapi({ description: "Der zugeordnete Mandant" }),
    mandanten: z.array(Mandant).openapi({ description: "Die Mandanten, die es dort gibt" }),
    problem: z
      .object({ code: z.string(), ursache: z.string() })
      .nullable()
      .openapi({ description: "Was der Übergabe im Weg steht" }),
    hinweise: z
      .array(z.object({ code: z.enum(["laender_fehlen"]), text: z.string() }))
      .openapi({ description: "Was den Belegen dort fehlen wird, ohne die Übergabe zu hindern" }),
    gesperrtBis: Zeitpunkt.nullable().openapi({ description: "Bis dahin fragt der Dienst nicht wieder an" }),
  })
  .openapi("ExtaccountingStatus");
export type ExtaccountingStatus = z.output<typeof ExtaccountingStatus>;
