import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Deps } from "../../../technik/deps.ts";
import type { App, Env } from "../../../technik/http/app.ts";
import { leseort } from "../../../technik/http/lesen.ts";
import { recht } from "../../../technik/http/recht.ts";
import { dauert } from "../../../technik/http/route.ts";
import { problem } from "../../../technik/http/schema.ts";
import { alsDownload } from "../ausgabe.ts";
import { exportiere, medientyp } from "./exportiere.ts";
import { ExportFilter } from "./schema.ts";
import type { Empfaengerkreis } from "./spalten.ts";

const inhalt = { schema: z.string().openapi({ type: "string", format: "binary" }) };

const antworten = {
  200: {
    description: "Die Datei",
    headers: z.object({
      "Content-Disposition": z.string().openapi({ description: "Dateiname mit dem Stichtag des Laufs" }),
    }),
    content: { [medientyp.csv]: inhalt, [medientyp.xlsx]: inhalt },
  },
  400: problem("buchungslaufId fehlt oder ist keine UUID"),
  404: problem("Kein Buchungslauf mit dieser id"),
  409: problem(
    "Der Buchungslauf ist nicht erfolgreich abgeschlossen (`lauf_nicht_abgeschlossen`), oder er hat mehr Zeilen, als ein " +
      "Tabellenblatt fasst (`zu_viele_zeilen`): dann als CSV",
  ),
};

const beschreibung =
  "CSV für deutsches Excel (Semikolon, Dezimalkomma, UTF-8 mit BOM) oder XLSX mit Datums- und Betragszellen, Filter " +
  "und Summen. Stornobelege des Laufs sind eigene Zeilen mit negativen Beträgen. Jeder Abruf steht im Audit-Log.";

const exportPaechter = createRoute({
  method: "get",
  path: "/abrechnung/export/paechter",
  operationId: "exportPaechter",
  tags: ["Exporte und Zahlungsdateien"],
  summary: "Belege eines Buchungslaufs an Pächter exportieren",
  description: `Eine Zeile je Rechnung und Schlussrechnung. ${beschreibung}`,
  ...dauert,
  ...recht("daten.lesen"),
  request: { query: ExportFilter },
  responses: antworten,
});

const exportVerpaechter = createRoute({
  method: "get",
  path: "/abrechnung/export/verpaechter",
  operationId: "exportVerpaechter",
  tags: ["Exporte und Zahlungsdateien"],
  summary: "Belege eines Buchungslaufs an Verpächter exportieren",
  description: `Eine Zeile je Gutschrift, mit Auszahlung, und je Gebührenrechnung. ${beschreibung}`,
  ...dauert,
  ...recht("daten.lesen"),
  request: { query: ExportFilter },
  responses: antworten,
});

const sende = async (c: Context<Env>, deps: Deps, kreis: Empfaengerkreis, filter: ExportFilter) => {
  const heruntergeladen = c.req.method !== "HEAD";
  const wunsch = { kreis, filter, heruntergeladen, ort: () => leseort(deps) };
  return alsDownload(c, await exportiere(deps.sqlLang, c.get("kontext"), wunsch), {
    "Content-Type": filter.format === "csv" ? `${medientyp.csv}; charset=utf-8` : medientyp.xlsx,
  });
};

export function mountTabellen(app: App, deps: Deps): void {
  app.openapi(exportPaechter, (c) => sende(c, deps, "paechter", c.req.valid("query")));
  app.openapi(exportVerpaechter, (c) => sende(c, deps, "verpaechter", c.req.valid("query")));
}
