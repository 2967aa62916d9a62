import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import type { App } from "../../../technik/http/app.ts";
import { recht } from "../../../technik/http/recht.ts";
import { json } from "../../../technik/http/schema.ts";
import { listeAbrechnungsliste } from "./liste.ts";
import { AbrechnungslisteFilter, AbrechnungslistePaginatedList } from "./schema.ts";

const listAbrechnungsliste = createRoute({
  method: "get",
  path: "/pachtkonten/abrechnung-liste",
  operationId: "listAbrechnungsliste",
  tags: ["Pachtkonten"],
  summary: "Pachtkonten mit ihrer nächsten Fälligkeit",
  description:
    "Je Pachtkonto die nächste abzurechnende Fälligkeit mit dem Betrag, den Vorschau und Buchung ergäben, oder die Gründe, aus denen es nicht abrechenbar ist. Geordnet nach Kontonummer; Suche und Status wie bei `/pachtkonten`.",
  ...recht("daten.lesen"),
  request: { query: AbrechnungslisteFilter },
  responses: { 200: json(AbrechnungslistePaginatedList, "Eine Seite der Abrechnungsliste") },
});

/** To be mounted before `/pachtkonten/{id}`, which would take the name for an id. */
export function mountAbrechnungsliste(app: App, { sql }: Deps): void {
  app.openapi(listAbrechnungsliste, async (c) =>
    c.json(await listeAbrechnungsliste(sql, c.req.valid("query"), c.get("kontext").heute), 200),
  );
}
