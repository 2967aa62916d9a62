import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App, Env } from "../../../technik/http/app.ts";
import { recht } from "../../../technik/http/recht.ts";
import { jsonMitETag, koerper } from "../../../technik/http/schema.ts";
import { aendereAufbewahrung, leseAufbewahrung } from "./pflege.ts";
import type { AufbewahrungFassung } from "./queries.ts";
import { Aufbewahrung, UpdateAufbewahrungBody } from "./schema.ts";

const tags = ["Einstellungen"];

const getAufbewahrung = createRoute({
  method: "get",
  path: "/einstellungen/aufbewahrung",
  operationId: "getAufbewahrung",
  tags,
  summary: "Lesen, welche Jahre offen gehalten werden",
  description:
    "Was aus diesen Jahren ist, wird auch nach Ablauf seiner Frist nicht gelöscht. Die Fassung steht nur im ETag.",
  ...recht("daten.lesen"),
  responses: { 200: jsonMitETag(Aufbewahrung, "Die offen gehaltenen Jahre") },
});

const updateAufbewahrung = createRoute({
  method: "put",
  path: "/einstellungen/aufbewahrung",
  operationId: "updateAufbewahrung",
  tags,
  summary: "Jahre offen halten oder freigeben",
  description: "Ersetzt die Liste der Jahre.",
  ...recht("firma.schreiben"),
  request: koerper(UpdateAufbewahrungBody),
  responses: { 200: jsonMitETag(Aufbewahrung, "Die offen gehaltenen Jahre") },
});

const alsAntwort = (c: Context<Env>, fassung: AufbewahrungFassung): Aufbewahrung => {
  const { version: _, ...aufbewahrung } = mitETag(c, fassung);
  return aufbewahrung;
};

export function mountAufbewahrung(app: App, { sql }: Deps): void {
  app.openapi(getAufbewahrung, async (c) => c.json(alsAntwort(c, await leseAufbewahrung(sql)), 200));
  app.openapi(updateAufbewahrung, async (c) =>
    c.json(alsAntwort(c, await aendereAufbewahrung(sql, c.get("kontext"), c.req.valid("json"))), 200),
  );
}
