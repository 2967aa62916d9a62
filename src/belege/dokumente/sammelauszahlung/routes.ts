import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { alsPdf } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { IdWert } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { datei, problem } from "../../../technik/http/schema.ts";
import { beispiellauf, beispielverpaechter, Uuid } from "../../../technik/http/werte.ts";
import { erstelleSammelauszahlung } from "../beiBedarf.ts";

const getSammelauszahlung = createRoute({
  method: "get",
  path: "/abrechnung/sammelauszahlung",
  operationId: "getSammelauszahlung",
  tags: ["Archiv und Schreiben"],
  summary: "Deckblatt der Auszahlungen eines Verpächters",
  description:
    "Fasst alle Belege eines Buchungslaufs an einen Verpächter zusammen: je Beleg Betrag, Gebühr und Auszahlung, dazu die " +
    "Summe und seine Bankverbindung. Stornobelege des Laufs sind eigene Zeilen mit negativen Beträgen. Was wegen eines " +
    "Widerspruchs oder eines gesperrten Archivkontos keine Zahlungsdatei zahlt, steht dabei, zählt aber nicht zur " +
    "Auszahlung. Wird aus dem Archiv erzeugt; jeder Abruf steht im Audit-Log.",
  ...recht("daten.lesen"),
  request: {
    query: z.strictObject({
      buchungslaufId: Uuid.openapi({ description: "Der Buchungslauf", example: beispiellauf }),
      kontaktId: IdWert.openapi({
        description: "Der Verpächter",
        example: beispielverpaechter,
      }),
    }),
  },
  responses: {
    200: datei("application/pdf", "Das Deckblatt"),
    404: problem("Kein solcher Buchungslauf, oder er zahlt diesem Kontakt nichts aus"),
    409: problem(
      "Der Buchungslauf ist nicht erfolgreich abgeschlossen (`lauf_nicht_abgeschlossen`), das PDF lässt sich nicht " +
        "erstellen (`pdf_nicht_erstellbar`)",
    ),
  },
});

export function mountSammelauszahlung(app: App, { sql }: Deps): void {
  app.openapi(getSammelauszahlung, async (c) => {
    const heruntergeladen = c.req.method !== "HEAD";
    const welche = c.req.valid("query");
    const { inhalt, dateiname } = await erstelleSammelauszahlung(sql, c.get("kontext"), welche, heruntergeladen);
    return alsPdf(inhalt, dateiname);
  });
}
