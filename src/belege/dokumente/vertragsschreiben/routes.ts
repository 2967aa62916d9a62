import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { alsPdf } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { recht } from "../../../technik/http/recht.ts";
import { datei, problem } from "../../../technik/http/schema.ts";
import { entwirfVertragsschreiben } from "../beiBedarf.ts";
import { SchreibenFilter, SchreibenParameter } from "./schema.ts";

const getVertragsschreiben = createRoute({
  method: "get",
  path: "/pachtkonten/{id}/schreiben/{art}",
  operationId: "getVertragsschreiben",
  tags: ["Pachtkonten"],
  summary: "Ein Schreiben zum Vertrag entwerfen: Kündigung, Bestätigung, Anfrage, Anzeige",
  description:
    "Aus den Daten des Pachtkontos, auf jeder Seite mit ENTWURF gekennzeichnet. Nichts wird gespeichert oder verschickt. " +
    "Die Texte sind von einem Rechtsanwalt zu bestätigen; was der Schriftform bedarf, hat eine Zeile für die Unterschrift.",
  ...recht("schreiben.entwerfen"),
  request: { params: SchreibenParameter, query: SchreibenFilter },
  responses: {
    200: datei("application/pdf", "Der Entwurf, an jeden Empfänger einer"),
    404: problem("Kein Pachtkonto mit dieser id"),
    409: problem(
      "Ordentlich ist nicht zu kündigen (`nicht_kuendbar`), keine Kündigung ging ein (`nicht_gekuendigt`), die " +
        "Kündigung ging erst nach dem Tag des Schreibens ein (`bestaetigung_zu_frueh`), nach der Fortsetzung ist nicht zu " +
        "fragen (`keine_anfrage`), nach ihr ist noch nicht zu fragen (`anfrage_zu_frueh`), der Vertrag ist nicht anzuzeigen " +
        "(`nicht_anzuzeigen`), am Tag fehlt ein Pächter (`kein_paechter`), am Tag fehlt ein Verpächter " +
        "(`kein_verpaechter`), in den Firmendaten fehlt etwas (`firmendaten_unvollstaendig`), das PDF lässt sich nicht " +
        "erstellen (`pdf_nicht_erstellbar`)",
    ),
  },
});

export function mountVertragsschreiben(app: App, { sql }: Deps): void {
  app.openapi(getVertragsschreiben, async (c) => {
    const { id, art } = c.req.valid("param");
    const am = c.req.valid("query").am ?? c.get("kontext").heute;
    const { inhalt, kontonummer } = await entwirfVertragsschreiben(sql, id, art, am);
    return alsPdf(inhalt, `Entwurf_${art}_${kontonummer}_${am}`);
  });
}
