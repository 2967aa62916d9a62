import { z } from "@hono/zod-openapi";
import { Anzahl, Cent, Zeitpunkt } from "../../technik/http/werte.ts";

export const Ausblick = z
  .object({
    berechnetAm: Zeitpunkt.nullable().openapi({ description: "`null`: noch nie" }),
    monate: z.array(
      z.object({
        monat: z.string().openapi({ example: "2026-11" }),
        anzahl: Anzahl.openapi({ description: "Offene Fälligkeiten" }),
        betragCent: Cent,
      }),
    ),
  })
  .openapi("Ausblick");
export type Ausblick = z.output<typeof Ausblick>;
