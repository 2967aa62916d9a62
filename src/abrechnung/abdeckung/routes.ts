import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { json, problem } from "../../technik/http/schema.ts";
import { leseAbdeckung } from "./lese.ts";
import { Abdeckung, AbdeckungFilter } from "./schema.ts";

const tags = ["Vorschau und Buchung"];

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

export function mountAbdeckung(app: App, { sql }: Deps): void {
  app.openapi(getAbdeckung, async (c) =>
    c.json(await leseAbdeckung(sql, c.req.valid("param").id, c.req.valid("query")), 200),
  );
}
