import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import { alsSeite, mitETag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { lies } from "../../technik/http/lesen.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { aufgegangen, json, jsonMitETag, jsonText, koerper, problem } from "../../technik/http/schema.ts";
import {
  aenderePatchobjekt,
  legePatchobjektAn,
  lesePatchobjekt,
  leseStatusUebersicht,
  loeschePatchobjekt,
} from "./pflege.ts";
import * as q from "./queries.ts";
import {
  CreatePatchobjektBody,
  Patchobjekt,
  PatchobjektFilter,
  PatchobjektPaginatedList,
  StatusCount,
  UpdatePatchobjektBody,
} from "./schema.ts";

const tags = ["Patchobjekte"];
const keines = problem("Kein Patchobjekt mit dieser id");

const listPatchobjekte = createRoute({
  method: "get",
  path: "/patchobjekte",
  operationId: "listPatchobjekte",
  tags,
  summary: "Patchobjekte suchen",
  description:
    "Ohne `sort` geordnet nach Bezeichnung, dann id. Die Suche findet Bezeichnung, Anschrift, Gemarkung, Flur, Flurstück und die " +
    "Kontonummer des Pachtkontos. `alle` neben anderen Werten von `status` gewinnt.",
  ...recht("daten.lesen"),
  request: { query: PatchobjektFilter },
  responses: { 200: jsonText(PatchobjektPaginatedList, "Eine Seite der Patchobjekte") },
});

const getStatusOverview = createRoute({
  method: "get",
  path: "/patchobjekte/status-overview",
  operationId: "getPatchobjekteStatusOverview",
  tags,
  summary: "Patchobjekte je Status zählen",
  description: "Jeder Status kommt einmal vor, auch mit 0, in der Ordnung aktuell, veraltet, kritisch, geplant.",
  ...recht("daten.lesen"),
  responses: { 200: json(z.array(StatusCount), "Anzahl je Status") },
});

const createPatchobjekt = createRoute({
  method: "post",
  path: "/patchobjekte",
  operationId: "createPatchobjekt",
  tags,
  summary: "Patchobjekt anlegen",
  description:
    "Ohne `status` ist es `aktuell`, ohne `land` in Deutschland; `pachtkontoId` ordnet es gleich einem Pachtkonto zu. Gleicht es einem " +
    "vorhandenen, steht das Paar danach unter `/duplikate/pachtobjekte`.",
  ...recht("daten.schreiben"),
  request: koerper(CreatePatchobjektBody),
  responses: { 201: jsonMitETag(Patchobjekt, "Das neue Patchobjekt") },
});

const getPatchobjekt = createRoute({
  method: "get",
  path: "/patchobjekte/{id}",
  operationId: "getPatchobjekt",
  tags,
  summary: "Ein Patchobjekt lesen",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: jsonMitETag(Patchobjekt, "Das Patchobjekt"), 404: keines, 410: aufgegangen },
});

const updatePatchobjekt = createRoute({
  method: "put",
  path: "/patchobjekte/{id}",
  operationId: "updatePatchobjekt",
  tags,
  summary: "Patchobjekt ändern",
  description:
    "Ändert die genannten Felder; `null` leert ein Feld. `pachtkontoId` ordnet das Objekt einem anderen Pachtkonto zu; " +
    "dessen ETag bleibt dabei gleich.",
  ...recht("daten.schreiben"),
  request: { params: IdParameter, ...koerper(UpdatePatchobjektBody) },
  responses: { 200: jsonMitETag(Patchobjekt, "Das geänderte Patchobjekt"), 404: keines, 410: aufgegangen },
});

const deletePatchobjekt = createRoute({
  method: "delete",
  path: "/patchobjekte/{id}",
  operationId: "deletePatchobjekt",
  tags,
  summary: "Patchobjekt löschen",
  description: "Auch ein Objekt, das einem Pachtkonto zugeordnet ist; das Konto bleibt bestehen.",
  ...recht("daten.loeschen"),
  request: { params: IdParameter },
  responses: {
    204: { description: "Gelöscht" },
    404: keines,
    410: aufgegangen,
    409: problem(
      "Für das Patchobjekt ist schon gebucht worden, oder ein anderes ist darin aufgegangen (`wird_verwendet`), ein " +
        "Buchungslauf bucht sein Konto gerade (`lauf_aktiv`), oder es kommt gerade zu einem anderen (`gleichzeitig_geaendert`)",
    ),
  },
});

export function mountPatchobjekte(app: App, deps: Deps): void {
  const { sql } = deps;
  app.openapi(listPatchobjekte, async (c) => {
    const filter = c.req.valid("query");
    return alsSeite(await lies(c, deps, (db) => q.listPatchobjekte(db, filter)), filter);
  });
  app.openapi(getStatusOverview, async (c) => c.json(await leseStatusUebersicht(sql), 200));
  app.openapi(createPatchobjekt, async (c) =>
    c.json(mitETag(c, await legePatchobjektAn(sql, c.get("kontext"), c.req.valid("json"))), 201),
  );
  app.openapi(getPatchobjekt, async (c) =>
    c.json(mitETag(c, await lesePatchobjekt(sql, c.req.valid("param").id)), 200),
  );
  app.openapi(updatePatchobjekt, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(mitETag(c, await aenderePatchobjekt(sql, c.get("kontext"), id, c.req.valid("json"))), 200);
  });
  app.openapi(deletePatchobjekt, async (c) => {
    await loeschePatchobjekt(sql, c.get("kontext"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}
