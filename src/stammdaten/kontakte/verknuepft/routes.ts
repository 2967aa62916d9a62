import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { KennungParameter } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { aufgegangen, json, jsonMitETag, koerper, problem } from "../../../technik/http/schema.ts";
import { Kontakt } from "../schema.ts";
import { bewerteZahlungsmoral } from "../zahlungsmoral.ts";
import { listeVerknuepfteKonten, listeVerknuepfteObjekte } from "./liste.ts";
import {
  VerknuepfteKontenFilter,
  VerknuepfteObjekteFilter,
  VerknuepftesKontoPaginatedList,
  VerknuepftesObjektPaginatedList,
  ZahlungsmoralBody,
} from "./schema.ts";

const tags = ["Kontakte"];
const keiner = problem("Kein Kontakt mit dieser id");

const updateZahlungsmoral = createRoute({
  method: "patch",
  path: "/kontakte/{id}/zahlungsmoral",
  operationId: "updateZahlungsmoral",
  tags,
  summary: "Zahlungsmoral eines Kontakts bewerten",
  ...recht("daten.schreiben"),
  request: { params: KennungParameter, ...koerper(ZahlungsmoralBody) },
  responses: { 200: jsonMitETag(Kontakt, "Der bewertete Kontakt"), 404: keiner, 410: aufgegangen },
});

const listVerknuepfteKonten = createRoute({
  method: "get",
  path: "/kontakte/{id}/verknuepfte-konten",
  operationId: "listVerknuepfteKonten",
  tags,
  summary: "Pachtkonten eines Kontakts",
  description:
    "Eine Zeile je Beteiligung: ein Kontakt, der an einem Konto mehrere Rollen oder Zeiträume hat, steht mehrmals da. " +
    "Geordnet nach Kontonummer, Rolle und Beginn der Beteiligung.",
  ...recht("daten.lesen"),
  request: { params: KennungParameter, query: VerknuepfteKontenFilter },
  responses: { 200: json(VerknuepftesKontoPaginatedList, "Eine Seite der Pachtkonten"), 404: keiner, 410: aufgegangen },
});

const listVerknuepfteObjekte = createRoute({
  method: "get",
  path: "/kontakte/{id}/verknuepfte-objekte",
  operationId: "listVerknuepfteObjekte",
  tags,
  summary: "Patchobjekte eines Kontakts",
  description:
    "Die Objekte der Pachtkonten, an denen der Kontakt beteiligt ist, jedes einmal. Geordnet nach Bezeichnung, dann id.",
  ...recht("daten.lesen"),
  request: { params: KennungParameter, query: VerknuepfteObjekteFilter },
  responses: {
    200: json(VerknuepftesObjektPaginatedList, "Eine Seite der Patchobjekte"),
    404: keiner,
    410: aufgegangen,
  },
});

export function mountVerknuepft(app: App, { sql }: Deps): void {
  app.openapi(updateZahlungsmoral, async (c) => {
    const { id } = c.req.valid("param");
    const { zahlungsmoral } = c.req.valid("json");
    return c.json(mitETag(c, await bewerteZahlungsmoral(sql, c.get("kontext"), id, zahlungsmoral)), 200);
  });
  app.openapi(listVerknuepfteKonten, async (c) =>
    c.json(await listeVerknuepfteKonten(sql, c.req.valid("param").id, c.req.valid("query")), 200),
  );
  app.openapi(listVerknuepfteObjekte, async (c) =>
    c.json(await listeVerknuepfteObjekte(sql, c.req.valid("param").id, c.req.valid("query")), 200),
  );
}
