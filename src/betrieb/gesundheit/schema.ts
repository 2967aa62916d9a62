import { z } from "@hono/zod-openapi";
import { Zeitpunkt } from "../../technik/http/werte.ts";
import { lagen } from "../lebenszeichen/lese.ts";

export const HealthStatus = z
  .object({
    status: z.enum(["ok"]),
    datenbank: z.enum(["erreichbar"]),
    worker: z.enum(lagen).openapi({
      description:
        "`still`: seit 20 Sekunden kein Lebenszeichen, `keiner`: es läuft keiner. Der Dienst antwortet auch ohne " +
        "Worker; Schreiben, Übergabe und Siegel warten dann.",
    }),
    workerGesehenAm: Zeitpunkt.nullable().openapi({
      description: "Letztes Lebenszeichen eines Workers, beendete eingeschlossen; nach einem Tag vergessen",
    }),
    version: z.string(),
    zeitpunkt: Zeitpunkt,
  })
  .openapi("HealthStatus");
