import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json } from "../../technik/http/schema.ts";
import { listeTermine } from "./liste.ts";
import { TerminFilter, TerminPaginatedList } from "./schema.ts";

const listNaechsteTermine = createRoute({
  method: "get",
  path: "/abrechnung/naechste-termine",
  operationId: "listNaechsteTermine",
  tags: ["Fälligkeiten und Termine"],
  summary: "Was in den nächsten Tagen ansteht",
  description:
    "Offene Fälligkeiten, Pachtprüfungen (`naechsteHebung`) und Pachtenden von heute an, dazu jede geplante Hebung, deren Tag verstrichen ist: aktivieren kann sie nur ein Mensch. Ohne inaktive Pachtkonten. Geordnet nach `datum`, `art`, `pachtkontoId`.",
  ...recht("daten.lesen"),
  request: { query: TerminFilter },
  responses: { 200: json(TerminPaginatedList, "Eine Seite der Termine") },
});

export const mountTermine = (app: App, { sql }: Deps): void => {
  app.openapi(listNaechsteTermine, async (c) =>
    c.json(await listeTermine(sql, c.req.valid("query"), c.get("kontext").heute), 200),
  );
};
