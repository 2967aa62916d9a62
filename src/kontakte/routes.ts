import { createRoute } from "@hono/zod-openapi";
import { recht } from "../auth/recht.ts";
import type { Deps } from "../deps.ts";
import { mitETag } from "../http/antwort.ts";
import type { App } from "../http/app.ts";
import { IdParameter, json, koerper, problem } from "../http/schema.ts";
import { aendereKontakt, legeKontaktAn, leseKontakt, listeKontakte, loescheKontakt } from "./pflege.ts";
import { CreateKontaktBody, Kontakt, KontaktFilter, KontaktPaginatedList, UpdateKontaktBody } from "./schema.ts";

const tags = ["Kontakte"];
const keiner = problem("Kein Kontakt mit dieser id");

const listKontakte = createRoute({
  method: "get",
  path: "/kontakte",
  operationId: "listKontakte",
  tags,
  summary: "Kontakte suchen",
  description:
    "Geordnet nach Anzeigename, dann id. Die Suche findet Name, Firma, Straße, PLZ, Ort, E-Mail, Telefon und IBAN.",
  ...recht("daten.lesen"),
  request: { query: KontaktFilter },
  responses: { 200: json(KontaktPaginatedList, "Eine Seite der Kontakte") },
});

const createKontakt = createRoute({
  method: "post",
  path: "/kontakte",
  operationId: "createKontakt",
  tags,
  summary: "Kontakt anlegen",
  ...recht("daten.schreiben"),
  request: koerper(CreateKontaktBody),
  responses: { 201: json(Kontakt, "Der neue Kontakt") },
});

const getKontakt = createRoute({
  method: "get",
  path: "/kontakte/{id}",
  operationId: "getKontakt",
  tags,
  summary: "Einen Kontakt lesen",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: json(Kontakt, "Der Kontakt"), 404: keiner },
});

const updateKontakt = createRoute({
  method: "put",
  path: "/kontakte/{id}",
  operationId: "updateKontakt",
  tags,
  summary: "Kontakt ändern",
  description: "Ändert die genannten Felder; `null` leert ein Feld.",
  ...recht("daten.schreiben"),
  request: { params: IdParameter, ...koerper(UpdateKontaktBody) },
  responses: { 200: json(Kontakt, "Der geänderte Kontakt"), 404: keiner },
});

const deleteKontakt = createRoute({
  method: "delete",
  path: "/kontakte/{id}",
  operationId: "deleteKontakt",
  tags,
  summary: "Kontakt löschen",
  description: "Nur ein Kontakt, an dem weder Pachtkonten noch Belege hängen.",
  ...recht("daten.loeschen"),
  request: { params: IdParameter },
  responses: { 204: { description: "Gelöscht" }, 404: keiner, 409: problem("Pachtkonten oder Belege hängen daran") },
});

export const mountKontakte = (app: App, { sql }: Deps): void => {
  app.openapi(listKontakte, async (c) => c.json(await listeKontakte(sql, c.req.valid("query")), 200));
  app.openapi(createKontakt, async (c) =>
    c.json(mitETag(c, await legeKontaktAn(sql, c.get("kontext"), c.req.valid("json"))), 201),
  );
  app.openapi(getKontakt, async (c) => c.json(mitETag(c, await leseKontakt(sql, c.req.valid("param").id)), 200));
  app.openapi(updateKontakt, async (c) =>
    c.json(mitETag(c, await aendereKontakt(sql, c.get("kontext"), c.req.valid("param").id, c.req.valid("json"))), 200),
  );
  app.openapi(deleteKontakt, async (c) => {
    await loescheKontakt(sql, c.get("kontext"), c.req.valid("param").id);
    return c.body(null, 204);
  });
};
