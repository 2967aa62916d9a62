import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import { alsSeite, mitETag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { lies } from "../../technik/http/lesen.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { aufgegangen, jsonMitETag, jsonText, koerper, problem } from "../../technik/http/schema.ts";
import { beispielbasis } from "../../technik/http/werte.ts";
import { alsLink } from "../duplikate/link.ts";
import { aendereKontakt, legeKontaktAn, leseKontakt, loescheKontakt } from "./pflege.ts";
import * as q from "./queries.ts";
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
    "Ohne `sort` geordnet nach Anzeigename, dann id. Die Suche findet Name, Firma, Straße, PLZ, Ort, E-Mail, Telefon und IBAN.",
  ...recht("daten.lesen"),
  request: { query: KontaktFilter },
  responses: { 200: jsonText(KontaktPaginatedList, "Eine Seite der Kontakte") },
});

const angelegt = jsonMitETag(Kontakt, "Der neue Kontakt");

const createKontakt = createRoute({
  method: "post",
  path: "/kontakte",
  operationId: "createKontakt",
  tags,
  summary: "Kontakt anlegen",
  description:
    "Gleicht der neue Kontakt fast sicher einem vorhandenen, so wird er trotzdem angelegt; der Kopf `Link` nennt dann " +
    'jeden dieser Kontakte mit `rel="duplicate"`, den wahrscheinlichsten zuerst.',
  ...recht("daten.schreiben"),
  request: koerper(CreateKontaktBody),
  responses: {
    201: {
      ...angelegt,
      headers: angelegt.headers.extend({
        Link: z
          .string()
          .optional()
          .openapi({
            description: "Mutmaßliche Duplikate, höchstens zehn",
            example: `<${beispielbasis}/kontakte/17>; rel="duplicate"`,
          }),
      }),
    },
  },
});

const getKontakt = createRoute({
  method: "get",
  path: "/kontakte/{id}",
  operationId: "getKontakt",
  tags,
  summary: "Einen Kontakt lesen",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: jsonMitETag(Kontakt, "Der Kontakt"), 404: keiner, 410: aufgegangen },
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
  responses: { 200: jsonMitETag(Kontakt, "Der geänderte Kontakt"), 404: keiner, 410: aufgegangen },
});

const deleteKontakt = createRoute({
  method: "delete",
  path: "/kontakte/{id}",
  operationId: "deleteKontakt",
  tags,
  summary: "Kontakt löschen",
  description:
    "Nur ein Kontakt, an dem weder Pachtkonten noch Belege hängen. Was das Audit-Log und frühere Bemerkungen von ihm " +
    "sagen, bleibt, bis `POST /kontakte/{id}/loeschung` auch das löscht.",
  ...recht("daten.loeschen"),
  request: { params: IdParameter },
  responses: {
    204: { description: "Gelöscht" },
    404: keiner,
    410: aufgegangen,
    409: problem("Pachtkonten oder Belege hängen daran, oder ein anderer ist darin aufgegangen (`wird_verwendet`)"),
  },
});

export function mountKontakte(app: App, deps: Deps): void {
  const { sql, config } = deps;
  app.openapi(listKontakte, async (c) => {
    const filter = c.req.valid("query");
    return alsSeite(await lies(c, deps, (db) => q.listKontakte(db, filter)), filter);
  });
  app.openapi(createKontakt, async (c) => {
    const { kontakt, duplikate } = await legeKontaktAn(sql, c.get("kontext"), c.req.valid("json"));
    const link = alsLink(`${config.BASE_PATH}/kontakte`, duplikate);
    if (link) c.header("Link", link);
    return c.json(mitETag(c, kontakt), 201);
  });
  app.openapi(getKontakt, async (c) => c.json(mitETag(c, await leseKontakt(sql, c.req.valid("param").id)), 200));
  app.openapi(updateKontakt, async (c) =>
    c.json(mitETag(c, await aendereKontakt(sql, c.get("kontext"), c.req.valid("param").id, c.req.valid("json"))), 200),
  );
  app.openapi(deleteKontakt, async (c) => {
    await loescheKontakt(sql, c.get("kontext"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}
