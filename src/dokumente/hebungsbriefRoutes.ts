import { createRoute, z } from "@hono/zod-openapi";
import { recht } from "../auth/recht.ts";
import type { Deps } from "../deps.ts";
import { alsPdf } from "../http/antwort.ts";
import type { App } from "../http/app.ts";
import { datei, ganzzahlParameter, problem } from "../http/schema.ts";
import { erstelleHebungsbrief } from "./hebungsbriefPdf.ts";

const getHebungAbschlussPdf = createRoute({
  method: "get",
  path: "/abrechnung/hebung-abschluss/pdf",
  operationId: "getHebungAbschlussPdf",
  tags: ["Abrechnung"],
  summary: "Das Schreiben zu einer abgeschlossenen Hebung",
  description:
    "An jeden Pächter, der am Tag `wirksamAb` beteiligt ist: alte und neue Beträge, ab wann sie gelten und wie sie sich errechnen. Wird einmal erstellt und danach unverändert ausgeliefert.",
  ...recht("daten.lesen"),
  request: {
    query: z.strictObject({ hebungId: ganzzahlParameter({ min: 1, max: Number.MAX_SAFE_INTEGER }) }),
  },
  responses: {
    200: datei("application/pdf", "Das Schreiben"),
    404: problem("Keine Hebung mit dieser id"),
    409: problem("`nicht_abgeschlossen`, `kein_paechter`, `firmendaten_unvollstaendig` oder `pdf_nicht_erstellbar`"),
  },
});

export const mountHebungsbrief = (app: App, { sql }: Deps): void => {
  app.openapi(getHebungAbschlussPdf, async (c) => {
    const { inhalt, kontonummer, wirksamAb } = await erstelleHebungsbrief(sql, c.req.valid("query").hebungId);
    return alsPdf(inhalt, `Pachtanpassung_${kontonummer}_${wirksamAb}`);
  });
};
