import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { json, koerper, problem } from "../../technik/http/schema.ts";
import { BuchenBody } from "../vorschau/schema.ts";
import { bucheAbrechnung } from "./buche.ts";
import { AbgeschlossenerBuchungslauf, BuchenKonflikt } from "./schema.ts";

const tags = ["Vorschau und Buchung"];

const buchen = createRoute({
  method: "post",
  path: "/abrechnung/buchen",
  operationId: "bucheAbrechnung",
  tags,
  summary: "Alles bis zum Stichtag Fällige buchen",
  description:
    "Entweder wird jedes abrechenbare Pachtkonto gebucht oder keines. Die Schreiben entstehen danach im Hintergrund.",
  ...dauert,
  ...recht("abrechnung.buchen"),
  request: koerper(BuchenBody),
  responses: {
    201: json(AbgeschlossenerBuchungslauf, "Der abgeschlossene Buchungslauf"),
    400: problem(
      "Datum oder Auswahl ist ungültig (`ungueltige_eingabe`), die Auswahl ist zu groß (`auswahl_zu_gross`)",
    ),
    409: problem(
      "Bis zu diesem Tag ist nichts abzurechnen (`nichts_zu_buchen`), seit der Vorschau hat sich etwas geändert " +
        "(`vorschau_veraltet`), ein anderer Buchungslauf bucht diese Pachtkonten oder dauert zu lang (`lauf_aktiv`), ein " +
        "Zeitraum ist schon gebucht (`zeitraum_gebucht`), während des Laufs hat jemand daran gearbeitet " +
        "(`gleichzeitig_geaendert`), in den Firmendaten fehlt etwas (`firmendaten_unvollstaendig`), oder " +
        "der Schrift der Briefe fehlt ein Zeichen daraus (`zeichen_fehlt`)",
      BuchenKonflikt,
    ),
    500: problem("Der Lauf ging nicht auf, es wurde nichts gebucht (`lauf_fehlgeschlagen`)"),
  },
});

export function mountBuchung(app: App, { sqlLang: sql }: Deps): void {
  app.openapi(buchen, async (c) => c.json(await bucheAbrechnung(sql, c.get("kontext"), c.req.valid("json")), 201));
}
