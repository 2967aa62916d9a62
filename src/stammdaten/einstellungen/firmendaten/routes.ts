import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App, Env } from "../../../technik/http/app.ts";
import { recht } from "../../../technik/http/recht.ts";
import { jsonMitETag, koerper } from "../../../technik/http/schema.ts";
import { aendereFirmendaten, type FirmendatenFassung, leseFirmendaten } from "./pflege.ts";
import { Firmendaten, UpdateFirmendatenBody } from "./schema.ts";

const tags = ["Einstellungen"];

const getFirmendaten = createRoute({
  method: "get",
  path: "/einstellungen/firmendaten",
  operationId: "getFirmendaten",
  tags,
  summary: "Firmendaten lesen",
  description: "Die Fassung steht nur im ETag. `fehlendeAngaben` nennt, was zum Buchen noch fehlt.",
  ...recht("daten.lesen"),
  responses: { 200: jsonMitETag(Firmendaten, "Die Firmendaten") },
});

const updateFirmendaten = createRoute({
  method: "put",
  path: "/einstellungen/firmendaten",
  operationId: "updateFirmendaten",
  tags,
  summary: "Firmendaten ändern",
  description:
    "Ändert die genannten Felder; `null` leert ein Feld. Bankkonten, `ansprechpartner` und `datev` werden als Ganzes ersetzt. Gebuchte " +
    "Belege behalten die Firmendaten, mit denen sie gebucht wurden. Was auf Briefen steht, braucht Zeichen, die ihre " +
    "Schrift hat; sonst ließe sich keiner mehr drucken.",
  ...recht("firma.schreiben"),
  request: koerper(UpdateFirmendatenBody),
  responses: { 200: jsonMitETag(Firmendaten, "Die geänderten Firmendaten") },
});

const alsAntwort = (c: Context<Env>, fassung: FirmendatenFassung): Firmendaten => {
  const { version: _, ...firmendaten } = mitETag(c, fassung);
  return firmendaten;
};

export function mountFirmendaten(app: App, { sql }: Deps): void {
  app.openapi(getFirmendaten, async (c) => c.json(alsAntwort(c, await leseFirmendaten(sql)), 200));
  app.openapi(updateFirmendaten, async (c) =>
    c.json(alsAntwort(c, await aendereFirmendaten(sql, c.get("kontext"), c.req.valid("json"))), 200),
  );
}
