import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json } from "../../technik/http/schema.ts";
import { pruefeAdresse } from "./pruefe.ts";
import { AdresseAnfrage, Adresspruefung } from "./schema.ts";

const gemeinsam = {
  method: "get",
  summary: "Eine Anschrift prüfen",
  description:
    "Postleitzahl und Gemeinde in Deutschland nach einem Verzeichnis (© OpenStreetMap-Mitwirkende, ODbL), in anderen " +
    "Ländern nach der Form der Postleitzahl; Straße und Hausnummer, ob sie so aussehen können. Geändert wird nichts.",
  ...recht("daten.lesen"),
  request: { query: AdresseAnfrage },
  responses: { 200: json(Adresspruefung, "Was die Prüfung ergibt") },
} as const;

const vonKontakten = createRoute({
  ...gemeinsam,
  path: "/kontakte/validate-address",
  operationId: "validateKontaktAddress",
  tags: ["Kontakte"],
});

const vonObjekten = createRoute({
  ...gemeinsam,
  path: "/patchobjekte/validate-address",
  operationId: "validatePatchobjektAddress",
  tags: ["Patchobjekte"],
});

/** Before the routes with `{id}`, which would take the word for an id. */
export function mountAdressen(app: App, { config }: Deps): void {
  app.openapi(vonKontakten, async (c) => c.json(await pruefeAdresse(config, c.req.valid("query")), 200));
  app.openapi(vonObjekten, async (c) => c.json(await pruefeAdresse(config, c.req.valid("query")), 200));
}
