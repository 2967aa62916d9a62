import { z } from "@hono/zod-openapi";
import { ganzzahlParameter } from "../../technik/http/parameter.ts";
import { Anzahl, Zeitpunkt } from "../../technik/http/werte.ts";

const Getanes = z
  .object({
    anzahl: Anzahl,
    fehler: Anzahl.openapi({ description: "Davon gescheitert: Anfragen mit 5xx, Aufträge mit einem Fehler" }),
    medianMs: Anzahl.nullable().openapi({ description: "Die Hälfte dauerte höchstens so lange, geschätzt" }),
    p95Ms: Anzahl.nullable().openapi({ description: "95 von 100 dauerten höchstens so lange, geschätzt" }),
    hoechsteMs: Anzahl.nullable(),
  })
  .openapi("Getanes");
export type Getanes = z.output<typeof Getanes>;

export const Betriebsverlauf = z
  .object({
    stunden: Anzahl,
    schrittMinuten: Anzahl,
    abschnitte: z
      .array(
        z.object({
          beginntAm: Zeitpunkt,
          anfragen: z.union([Getanes, z.null()]).openapi({ description: "`null`: kein Server gab ein Lebenszeichen" }),
          auftraege: z.union([Getanes, z.null()]).openapi({ description: "`null`: kein Worker gab ein Lebenszeichen" }),
        }),
      )
      .openapi({ description: "Lückenlos, der älteste zuerst; der letzte läuft noch" }),
  })
  .openapi("Betriebsverlauf");
export type Betriebsverlauf = z.output<typeof Betriebsverlauf>;

export const VerlaufFilter = z.strictObject({
  stunden: ganzzahlParameter({ min: 1, max: 24, vorgabe: 6 }).openapi({ description: "So viele Stunden zurück" }),
});
