import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { alsPdf } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { IdWert, idParameter } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { datei, problem } from "../../../technik/http/schema.ts";
import { beispielhebung } from "../../../technik/http/werte.ts";
import { erstelleHebungsbrief, zeichneHebungsentwurf } from "../beiBedarf.ts";

const getHebungAbschlussPdf = createRoute({
  method: "get",
  path: "/abrechnung/hebung-abschluss/pdf",
  operationId: "getHebungAbschlussPdf",
  tags: ["Hebungen"],
  summary: "Das Schreiben zu einer abgeschlossenen Hebung",
  description:
    "An jeden Pächter, der am Tag `wirksamAb` beteiligt ist: alte und neue Beträge, ab wann sie gelten und wie sie sich errechnen. Wird einmal erstellt und danach unverändert ausgeliefert.",
  ...recht("daten.lesen"),
  request: {
    query: z.strictObject({
      hebungId: IdWert.openapi({
        description: "Die abgeschlossene Hebung",
        example: 1,
      }),
    }),
  },
  responses: {
    200: datei("application/pdf", "Das Schreiben"),
    404: problem("Keine Hebung mit dieser id"),
    409: problem(
      "Die Hebung ist nicht abgeschlossen (`nicht_abgeschlossen`), das Pachtkonto hat keinen Pächter (`kein_paechter`), " +
        "in den Firmendaten fehlt etwas (`firmendaten_unvollstaendig`), das PDF lässt sich nicht erstellen " +
        "(`pdf_nicht_erstellbar`)",
    ),
  },
});

const getHebungEntwurf = createRoute({
  method: "get",
  path: "/abrechnung/hebungen/{id}/entwurf",
  operationId: "getHebungEntwurf",
  tags: ["Hebungen"],
  summary: "Das Schreiben einer Hebung vor ihrem Abschluss, mit ENTWURF gekennzeichnet",
  description:
    "Mit den Beträgen, die ein Abschluss heute ergäbe, auf dem, was frühere aktive Hebungen übrig lassen. Geschrieben " +
    "wird nichts; das Schreiben selbst entsteht nach dem Abschluss.",
  ...recht("daten.lesen"),
  request: { params: idParameter(beispielhebung) },
  responses: {
    200: datei("application/pdf", "Der Entwurf"),
    404: problem("Keine Hebung mit dieser id"),
    409: problem(
      "Die Hebung ist abgeschlossen oder storniert (`kein_entwurf`), sie wirkt auf keine Position (`hebung_ohne_position`), " +
        "sie wirkt auf keinen Betrag (`hebung_ohne_basis`), ein neuer Betrag wäre zu groß (`betrag_zu_gross`), das " +
        "Pachtkonto hat keinen Pächter (`kein_paechter`), in den Firmendaten fehlt etwas (`firmendaten_unvollstaendig`), " +
        "das PDF lässt sich nicht erstellen (`pdf_nicht_erstellbar`)",
    ),
  },
});

export function mountHebungsbrief(app: App, { sql }: Deps): void {
  app.openapi(getHebungAbschlussPdf, async (c) => {
    const { inhalt, kontonummer, wirksamAb } = await erstelleHebungsbrief(sql, c.req.valid("query").hebungId);
    return alsPdf(inhalt, `Pachtanpassung_${kontonummer}_${wirksamAb}`);
  });
  app.openapi(getHebungEntwurf, async (c) => {
    const { heute } = c.get("kontext");
    const { inhalt, kontonummer, wirksamAb } = await zeichneHebungsentwurf(sql, c.req.valid("param").id, heute);
    return alsPdf(inhalt, `Entwurf_Pachtanpassung_${kontonummer}_${wirksamAb}`);
  });
}
