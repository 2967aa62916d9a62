import { z } from "@hono/zod-openapi";
import { problemMit } from "../technik/http/schema.ts";
import { text } from "../technik/http/werte.ts";
import { phasen, systeme } from "./adapter/typen.ts";

export const tags = ["Externe Buchhaltung"];

export const zustaende = ["pending", "synced", "failed", "uncertain", "cancelled", "deleted", "legacy"] as const;
export type Zustand = (typeof zustaende)[number];
export const aktionen = ["export", "refresh", "reconcile", "cancel", "delete"] as const;
export type Aktion = (typeof aktionen)[number];

export const Nullbar = z.string().nullable();
export const Ursache = Nullbar.openapi({ description: "Was geschehen ist, in einem Satz" });
export const System = z.enum(systeme).openapi({ description: "`sandkasten` ist eine Nachbildung zum Ausprobieren" });
export const Phase = z.enum(phasen).nullable();

export const ExtaccountingDocumentAction = z
  .strictObject({
    bestaetigt: z.boolean().optional().openapi({
      description: "`export`: einen Beleg von vor dem Start der Übergabe (`legacy`) trotzdem übergeben",
    }),
    grund: text(500).optional().openapi({ description: "`cancel`: warum; steht im Versuch und, wo es geht, außen" }),
  })
  .openapi("ExtaccountingDocumentAction", { example: {} });
export type ExtaccountingDocumentAction = z.output<typeof ExtaccountingDocumentAction>;

export const ExtaccountingProblem = problemMit(
  "ExtaccountingProblem",
  {
    grund: z.string().optional().openapi({ description: "Was das Buchhaltungssystem sagt, als Maschinenwort" }),
  },
  {
    "502 extaccounting_nicht_bereit": { grund: "anmeldung" },
    "503 extaccounting_nicht_bereit": { grund: "keine_antwort" },
  },
);
