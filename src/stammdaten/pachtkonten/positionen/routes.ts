import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { IdParameter } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { json, jsonMitETag, koerper, problem } from "../../../technik/http/schema.ts";
import { KontoKonflikt } from "../schema.ts";
import { aenderePosition, legePositionAn, listePositionen, loeschePosition } from "./pflege.ts";
import {
  CreatePachtkontoPositionBody,
  PachtkontoPosition,
  PositionParameter,
  UpdatePachtkontoPositionBody,
} from "./schema.ts";

const tags = ["Pachtkonten"];
const keines = problem("Kein Pachtkonto mit dieser id");
const keine = problem("Keine Position mit dieser id an diesem Pachtkonto");
const gruende =
  "Der Zeitraum ist schon gebucht (`zeitraum_gebucht`), das Konto ist schlussabgerechnet (`schlussabgerechnet`), ein " +
  "Buchungslauf bucht das Konto gerade (`lauf_aktiv`)";
const gebucht = problem(gruende, KontoKonflikt);
const unpassend = problem(
  `${gruende}, eine aktive Hebung käme auf der Position hinter eine abgeschlossene (\`hinter_abgeschlossener\`)`,
  KontoKonflikt,
);
const unloeschbar = problem(
  `${gruende}, die Position hat spätere Fassungen (\`hat_spaetere_fassungen\`)`,
  KontoKonflikt,
);

const listPositionen = createRoute({
  method: "get",
  path: "/pachtkonten/{id}/positionen",
  operationId: "listPachtkontoPositionen",
  tags,
  summary: "Positionen eines Pachtkontos",
  description: "Alle Fassungen, geordnet nach Position, dann nach Gültigkeit.",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: json(z.array(PachtkontoPosition), "Die Positionen"), 404: keines },
});

const createPosition = createRoute({
  method: "post",
  path: "/pachtkonten/{id}/positionen",
  operationId: "createPachtkontoPosition",
  tags,
  summary: "Position anlegen",
  description:
    "Ohne `gueltigVon` gilt sie vom Pachtbeginn an. In einem gebuchten Zeitraum lässt sich keine mehr eintragen.",
  ...recht("daten.schreiben"),
  request: { params: IdParameter, ...koerper(CreatePachtkontoPositionBody) },
  responses: { 201: jsonMitETag(PachtkontoPosition, "Die neue Position"), 404: keines, 409: gebucht },
});

const updatePosition = createRoute({
  method: "put",
  path: "/pachtkonten/{id}/positionen/{posId}",
  operationId: "updatePachtkontoPosition",
  tags,
  summary: "Position ändern",
  description:
    "Mit einem `gueltigVon` nach dem Beginn dieser Fassung entsteht ab diesem Tag eine neue Fassung, und diese endet am Tag davor; sonst ändert sich diese Fassung selbst. Fassungen einer Position überschneiden sich nie, sonst ist es 400 mit `ueberschneidung`; `anteilig`, `positionsartId` und ob sie `einmalig` ist, sind in allen gleich.",
  ...recht("daten.schreiben"),
  request: { params: PositionParameter, ...koerper(UpdatePachtkontoPositionBody) },
  responses: { 200: jsonMitETag(PachtkontoPosition, "Die geänderte oder neue Fassung"), 404: keine, 409: unpassend },
});

const deletePosition = createRoute({
  method: "delete",
  path: "/pachtkonten/{id}/positionen/{posId}",
  operationId: "deletePachtkontoPosition",
  tags,
  summary: "Position löschen",
  description:
    "Löscht diese Fassung, und nur eine ohne gebuchte Tage. Die erste Fassung einer Position geht zuletzt; was endet, bekommt besser " +
    "ein `gueltigBis`.",
  ...recht("daten.loeschen"),
  request: { params: PositionParameter },
  responses: { 204: { description: "Gelöscht" }, 404: keine, 409: unloeschbar },
});

export function mountPositionen(app: App, { sql }: Deps): void {
  app.openapi(listPositionen, async (c) => c.json(await listePositionen(sql, c.req.valid("param").id), 200));
  app.openapi(createPosition, async (c) =>
    c.json(mitETag(c, await legePositionAn(sql, c.get("kontext"), c.req.valid("param").id, c.req.valid("json"))), 201),
  );
  app.openapi(updatePosition, async (c) => {
    const { id, posId } = c.req.valid("param");
    return c.json(mitETag(c, await aenderePosition(sql, c.get("kontext"), id, posId, c.req.valid("json"))), 200);
  });
  app.openapi(deletePosition, async (c) => {
    const { id, posId } = c.req.valid("param");
    await loeschePosition(sql, c.get("kontext"), id, posId);
    return c.body(null, 204);
  });
}
