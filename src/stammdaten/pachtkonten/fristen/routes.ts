import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import type { App } from "../../../technik/http/app.ts";
import { kennung } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { json, problem } from "../../../technik/http/schema.ts";
import { rechneSonderfristen } from "./rechne.ts";
import { Sonderfrist, SonderfristFilter } from "./schema.ts";

/** A farm lease of the demo data. */
const Landpacht = z.object({ id: kennung("id").openapi({ example: "22" }) });

const getSonderfristen = createRoute({
  method: "get",
  path: "/pachtkonten/{id}/sonderfristen",
  operationId: "getSonderfristen",
  tags: ["Pachtkonten"],
  summary: "Fristen ausrechnen, die ein Ereignis in Gang setzt",
  description:
    "Für eine Landpacht, ohne etwas zu speichern: Ereignis und Tag hinein, Fristen mit Gesetz heraus. Kein letzter Tag " +
    "ist nach § 193 BGB verschoben: früher ist sicher.",
  ...recht("daten.lesen"),
  request: { params: Landpacht, query: SonderfristFilter },
  responses: {
    200: json(z.array(Sonderfrist), "Die Fristen"),
    404: problem("Kein Pachtkonto mit dieser id"),
    409: problem("Das Konto ist keine Landpacht (`keine_landpacht`), oder sie hat kein Ende (`ohne_ende`)"),
  },
});

export function mountSonderfristen(app: App, { sql }: Deps): void {
  app.openapi(getSonderfristen, async (c) =>
    c.json(await rechneSonderfristen(sql, c.req.valid("param").id, c.req.valid("query")), 200),
  );
}
