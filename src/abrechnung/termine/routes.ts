import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { datei, json } from "../../technik/http/schema.ts";
import { schreibeTerminkalender } from "./kalender.ts";
import { listeTermine } from "./liste.ts";
import { TerminFilter, TerminPaginatedList } from "./schema.ts";

const listNaechsteTermine = createRoute({
  method: "get",
  path: "/abrechnung/naechste-termine",
  operationId: "listNaechsteTermine",
  tags: ["Fälligkeiten und Termine"],
  summary: "Was in den nächsten Tagen ansteht",
  description:
    "Offene Fälligkeiten, Schlussabrechnungen, Pachtprüfungen (`naechsteHebung`) und Pachtenden von heute an, dazu jede geplante Hebung, deren Tag verstrichen ist: aktivieren kann sie nur ein Mensch. Ohne inaktive Pachtkonten, und ohne Hebungen schlussabgerechneter. Geordnet nach `datum`, `art`, `pachtkontoId`. Daneben `fristen`: bis wann eine Kündigung, Anfrage, Ablehnung oder Anzeige draußen sein muss, mit dem Gesetz, für jeden Tag neu gerechnet. Als Kalenderdatei (`format=ics`) stehen Kontonummern darin, keine Namen; ein Kalender, der sie wieder abruft, übernimmt Änderungen an denselben Einträgen.",
  ...recht("daten.lesen"),
  request: { query: TerminFilter },
  responses: {
    200: {
      description: "Eine Seite der Termine, oder die Kalenderdatei",
      headers: datei("text/calendar", "").headers.partial(),
      content: {
        ...json(TerminPaginatedList, "").content,
        ...datei("text/calendar", "").content,
      },
    },
  },
});

export function mountTermine(app: App, { sql, config }: Deps): void {
  const wo = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : "pachtverwaltung";
  app.openapi(listNaechsteTermine, async (c) => {
    const { format, ...filter } = c.req.valid("query");
    const kontext = c.get("kontext");
    if (format === "json") return c.json(await listeTermine(sql, filter, kontext.heute), 200);
    return c.body(await schreibeTerminkalender(sql, filter, kontext, wo), 200, {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="Termine_und_Fristen.ics"',
    });
  });
}
