import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { KennungParameter } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { jsonMitETag, koerper, problem } from "../../../technik/http/schema.ts";
import { Feldwerte } from "../schema.ts";
import { ersetzeFeldwerte, leseFeldwerte } from "./pflege.ts";
import { FeldwerteBody } from "./schema.ts";

const tags = ["Pachtkonten"];
const keines = problem("Kein Pachtkonto mit dieser id");

const getFeldwerte = createRoute({
  method: "get",
  path: "/pachtkonten/{id}/feldwerte",
  operationId: "getFeldwerte",
  tags,
  summary: "Eigene Felder eines Pachtkontos lesen",
  description: "Der ETag ist die Fassung des Pachtkontos, ohne was dort hinter dem Bindestrich folgt.",
  ...recht("daten.lesen"),
  request: { params: KennungParameter },
  responses: { 200: jsonMitETag(Feldwerte, "Die eigenen Felder"), 404: keines },
});

const updateFeldwerte = createRoute({
  method: "put",
  path: "/pachtkonten/{id}/feldwerte",
  operationId: "updateFeldwerte",
  tags,
  summary: "Eigene Felder eines Pachtkontos ersetzen",
  description:
    "Ersetzt alle eigenen Felder: was nicht genannt ist, gibt es danach nicht mehr. Höchstens 100 Felder; der Name " +
    "hat bis zu 64 Zeichen, der Wert ist Text bis 2000 Zeichen, Zahl, Wahrheitswert oder null.",
  ...recht("daten.schreiben"),
  request: { params: KennungParameter, ...koerper(FeldwerteBody) },
  responses: {
    200: jsonMitETag(Feldwerte, "Die eigenen Felder, wie sie jetzt sind"),
    404: keines,
    409: problem("Ein Buchungslauf bucht das Konto gerade (`lauf_aktiv`)"),
  },
});

export function mountFeldwerte(app: App, { sql }: Deps): void {
  app.openapi(getFeldwerte, async (c) =>
    c.json(mitETag(c, await leseFeldwerte(sql, c.req.valid("param").id)).feldwerte, 200),
  );
  app.openapi(updateFeldwerte, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(mitETag(c, await ersetzeFeldwerte(sql, c.get("kontext"), id, c.req.valid("json"))).feldwerte, 200);
  });
}
