import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { IdParameter } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { json, jsonMitETag, koerper, problem } from "../../../technik/http/schema.ts";
import { aenderePositionsart, legePositionsartAn, listePositionsarten, loeschePositionsart } from "./pflege.ts";
import { Positionsart, PositionsartDeleteConflict, PositionsartInput, PositionsartUpdate } from "./schema.ts";

const tags = ["Einstellungen"];
const keine = problem("Keine Positionsart mit dieser id");
const vergeben = problem("Eine Positionsart mit diesem Namen gibt es schon (`existiert_bereits`)");

const listPositionsarten = createRoute({
  method: "get",
  path: "/einstellungen/positionsarten",
  operationId: "listPositionsarten",
  tags,
  summary: "Positionsarten lesen",
  description: "Alle Positionsarten mit der Zahl ihrer Verwendungen, geordnet nach Name, dann id.",
  ...recht("daten.lesen"),
  responses: { 200: json(z.array(Positionsart), "Die Positionsarten") },
});

const createPositionsart = createRoute({
  method: "post",
  path: "/einstellungen/positionsarten",
  operationId: "createPositionsart",
  tags,
  summary: "Positionsart anlegen",
  description: "Ohne Angabe ist sie erhöhbar, wird weitergeleitet und ist aktiv.",
  ...recht("stammlisten.schreiben"),
  request: koerper(PositionsartInput),
  responses: { 201: jsonMitETag(Positionsart, "Die neue Positionsart"), 409: vergeben },
});

const updatePositionsart = createRoute({
  method: "put",
  path: "/einstellungen/positionsarten/{id}",
  operationId: "updatePositionsart",
  tags,
  summary: "Positionsart ändern",
  description: "Ändert die genannten Felder; `null` leert ein Feld. Gebuchtes behält seinen Steuersatz.",
  ...recht("stammlisten.schreiben"),
  request: { params: IdParameter, ...koerper(PositionsartUpdate) },
  responses: {
    200: jsonMitETag(Positionsart, "Die geänderte Positionsart"),
    404: keine,
    409: problem(
      "Eine Positionsart mit diesem Namen gibt es schon (`existiert_bereits`), oder eine aktive Hebung würde, wenn diese " +
        "Positionen ihr folgten, gebuchte Tage ändern (`hebung_rueckwirkend`), oder eine aktive Hebung käme damit " +
        "hinter eine abgeschlossene (`hinter_abgeschlossener`)",
    ),
  },
});

const deletePositionsart = createRoute({
  method: "delete",
  path: "/einstellungen/positionsarten/{id}",
  operationId: "deletePositionsart",
  tags,
  summary: "Positionsart löschen",
  description: "Nur eine Positionsart, die keine Position mehr hat.",
  ...recht("stammlisten.schreiben"),
  request: { params: IdParameter },
  responses: {
    204: { description: "Gelöscht" },
    404: keine,
    409: problem("Positionen haben diese Positionsart (`wird_verwendet`)", PositionsartDeleteConflict),
  },
});

export function mountPositionsarten(app: App, { sql }: Deps): void {
  app.openapi(listPositionsarten, async (c) => c.json(await listePositionsarten(sql), 200));
  app.openapi(createPositionsart, async (c) =>
    c.json(mitETag(c, await legePositionsartAn(sql, c.get("kontext"), c.req.valid("json"))), 201),
  );
  app.openapi(updatePositionsart, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(mitETag(c, await aenderePositionsart(sql, c.get("kontext"), id, c.req.valid("json"))), 200);
  });
  app.openapi(deletePositionsart, async (c) => {
    await loeschePositionsart(sql, c.get("kontext"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}
