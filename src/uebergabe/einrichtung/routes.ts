import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { mitETag } from "../../technik/http/antwort.ts";
import type { App, Env } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { jsonMitETag, koerper } from "../../technik/http/schema.ts";
import { type Einstellungsfassung, leseEinstellungen } from "../einstellungen/lese.ts";
import { ExtaccountingSettings } from "../einstellungen/schema.ts";
import { tags } from "../schema.ts";
import type { Dienst } from "../versuch/fuehreAus.ts";
import { richteEin } from "./richteEin.ts";

const getSettings = createRoute({
  method: "get",
  path: "/extaccounting/settings",
  operationId: "getExtaccountingSettings",
  tags,
  summary: "Zuordnung zum Treuhänder im Buchhaltungssystem lesen",
  description: "Die Fassung steht nur im ETag. Die Zugangsdaten stehen in der Konfiguration und nirgends sonst.",
  ...recht("daten.lesen"),
  responses: { 200: jsonMitETag(ExtaccountingSettings, "Die Einstellungen") },
});

const putSettings = createRoute({
  method: "put",
  path: "/extaccounting/settings",
  operationId: "updateExtaccountingSettings",
  tags,
  summary: "Zuordnung zum Treuhänder im Buchhaltungssystem ändern",
  description:
    "Ändert die genannten Felder; `null` leert ein Feld, `zuordnungen` werden als Ganzes ersetzt. Angehaltene Aufträge " +
    "gehen danach weiter.",
  ...recht("extern.einrichten"),
  request: koerper(ExtaccountingSettings),
  responses: { 200: jsonMitETag(ExtaccountingSettings, "Die geänderten Einstellungen") },
});

export function mountEinrichtung(app: App, { sql, verbindung }: Dienst): void {
  const { system } = verbindung;
  const alsAntwort = (c: Context<Env>, fassung: Einstellungsfassung) => {
    const { version: _, ...einstellungen } = mitETag(c, fassung);
    return { ...einstellungen, system };
  };
  app.openapi(getSettings, async (c) => c.json(alsAntwort(c, await leseEinstellungen(sql)), 200));
  app.openapi(putSettings, async (c) => {
    const fassung = await richteEin(sql, c.get("kontext"), system, c.req.valid("json"));
    return c.json(alsAntwort(c, fassung), 200);
  });
}
