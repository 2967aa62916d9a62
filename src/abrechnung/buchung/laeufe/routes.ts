import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import type { App } from "../../../technik/http/app.ts";
import { recht } from "../../../technik/http/recht.ts";
import { IdParameter, json, problem } from "../../../technik/http/schema.ts";
import { leseAbdeckung } from "../../abdeckung/lese.ts";
import { Abdeckung, AbdeckungFilter } from "../../abdeckung/schema.ts";
import { leseBuchungslauf } from "./lese.ts";
import { Buchungslauf, LaufParameter } from "./schema.ts";

const tags = ["Abrechnung"];

const getBuchungslauf = createRoute({
  method: "get",
  path: "/abrechnung/buchungslaeufe/{id}",
  operationId: "getBuchungslauf",
  tags,
  summary: "Einen Buchungslauf lesen",
  description: "In jedem Zustand: wie weit er ist, warum er fehlschlug, wie es um seine Schreiben und Stornos steht.",
  ...recht("daten.lesen"),
  request: { params: LaufParameter },
  responses: { 200: json(Buchungslauf, "Der Buchungslauf"), 404: problem("Kein Buchungslauf mit dieser id") },
});

const getAbdeckung = createRoute({
  method: "get",
  path: "/abrechnung/abdeckung/{id}",
  operationId: "getAbdeckung",
  tags,
  summary: "Welche Tage eines Pachtkontos abgerechnet sind",
  description:
    "`id` ist die des Pachtkontos. Jeder Tag von `von` bis `bis` steht in genau einem Abschnitt: gebucht, offen, " +
    "storniert, fehlend oder außerhalb der Pacht, mit den Buchungen und Belegen, die ihn berühren.",
  ...recht("daten.lesen"),
  request: { params: IdParameter, query: AbdeckungFilter },
  responses: {
    200: json(Abdeckung, "Die Abdeckung"),
    400: problem("`bis` liegt vor `von`"),
    404: problem("Kein Pachtkonto mit dieser id"),
  },
});

export const mountLaeufe = (app: App, { sql }: Deps): void => {
  app.openapi(getBuchungslauf, async (c) => c.json(await leseBuchungslauf(sql, c.req.valid("param").id), 200));
  app.openapi(getAbdeckung, async (c) =>
    c.json(await leseAbdeckung(sql, c.req.valid("param").id, c.req.valid("query")), 200),
  );
};
