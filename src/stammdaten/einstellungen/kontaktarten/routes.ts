import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { recht } from "../../../technik/http/recht.ts";
import { json, jsonMitETag, koerper, problem } from "../../../technik/http/schema.ts";
import { legeKontaktartAn, listeKontaktarten } from "./pflege.ts";
import { CreateKontaktartBody, Kontaktart, KontaktartFilter, KontaktartPaginatedList } from "./schema.ts";

const tags = ["Einstellungen"];

const listKontaktarten = createRoute({
  method: "get",
  path: "/einstellungen/kontaktarten",
  operationId: "listKontaktarten",
  tags,
  summary: "Kontaktarten lesen",
  description: "Geordnet nach Bezeichnung, dann id.",
  ...recht("daten.lesen"),
  request: { query: KontaktartFilter },
  responses: { 200: json(KontaktartPaginatedList, "Eine Seite der Kontaktarten") },
});

const createKontaktart = createRoute({
  method: "post",
  path: "/einstellungen/kontaktarten",
  operationId: "createKontaktart",
  tags,
  summary: "Kontaktart anlegen",
  description: "Ohne Bezeichnung gilt der Name; ohne Angabe ist sie aktiv.",
  ...recht("stammlisten.schreiben"),
  request: koerper(CreateKontaktartBody),
  responses: {
    201: jsonMitETag(Kontaktart, "Die neue Kontaktart"),
    409: problem("Eine Kontaktart mit diesem Namen gibt es schon (`existiert_bereits`)"),
  },
});

export function mountKontaktarten(app: App, { sql }: Deps): void {
  app.openapi(listKontaktarten, async (c) => c.json(await listeKontaktarten(sql, c.req.valid("query")), 200));
  app.openapi(createKontaktart, async (c) =>
    c.json(mitETag(c, await legeKontaktartAn(sql, c.get("kontext"), c.req.valid("json"))), 201),
  );
}
