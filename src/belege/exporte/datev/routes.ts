import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import type { App } from "../../../technik/http/app.ts";
import { recht } from "../../../technik/http/recht.ts";
import { dauert } from "../../../technik/http/route.ts";
import { datei, problem } from "../../../technik/http/schema.ts";
import { alsDownload } from "../ausgabe.ts";
import { exportiereDatev } from "./exportiere.ts";
import { DatevFilter, DatevKonflikt } from "./schema.ts";

const exportDatev = createRoute({
  method: "get",
  path: "/abrechnung/export/datev",
  operationId: "exportDatev",
  tags: ["Exporte und Zahlungsdateien"],
  summary: "DATEV-Buchungsstapel eines Buchungslaufs",
  description: `EXTF 700, Buchungsstapel 13, Windows-1252. Je Beleg, Steuergruppe und Konto eine Buchung mit dem Bruttobetrag:
Rechnungen auf dem Debitor im Soll gegen das Erlöskonto der Positionsart, Gutschriften auf dem Kreditor im Haben gegen das
Weiterleitungskonto, Gebührenrechnungen auf demselben Kreditor im Soll gegen das Gebührenkonto; Stornobelege umgekehrt.
Steuerschlüssel 2/3 (Umsatzsteuer 7/19 %) und 8/9 (Vorsteuer), ohne Schlüssel bei Satz 0. Kontonummern sind die heutigen
der Kontakte, Positionsarten und Firmendaten. Der Stapel ist nicht festgeschrieben.

Fehlt etwas, entsteht keine Datei: 409 \`datev_unvollstaendig\` nennt alles, was zu ergänzen ist.`,
  ...dauert,
  ...recht("zahlungen.exportieren"),
  request: { query: DatevFilter },
  responses: {
    200: {
      ...datei("text/csv", "Der Buchungsstapel"),
      headers: z.object({
        "Content-Disposition": z.string().openapi({ description: "Dateiname mit dem Stichtag des Laufs" }),
        "X-Belege-Anzahl": z.string().openapi({ description: "Verbuchte Belege; Belege über 0 verbuchen nichts" }),
        "X-Buchungen-Anzahl": z.string().openapi({ description: "Buchungszeilen" }),
      }),
    },
    404: problem("Kein Buchungslauf mit dieser id"),
    409: problem(
      "Angaben fehlen (`datev_unvollstaendig`), die Belege liegen in mehreren Wirtschaftsjahren (`mehrere_wirtschaftsjahre`), es gibt " +
        "nichts zu verbuchen (`keine_buchungen`), der Buchungslauf ist nicht erfolgreich abgeschlossen (`lauf_nicht_abgeschlossen`)",
      DatevKonflikt,
    ),
  },
});

export function mountDatev(app: App, { sqlLang: sql }: Deps): void {
  app.openapi(exportDatev, async (c) => {
    const nurKopf = c.req.method === "HEAD";
    const ausgabe = await exportiereDatev(sql, c.get("kontext"), c.req.valid("query"), !nurKopf);
    return alsDownload(c, ausgabe, {
      "Content-Type": "text/csv; charset=windows-1252",
      "X-Belege-Anzahl": String(ausgabe.anzahlBelege),
      "X-Buchungen-Anzahl": String(ausgabe.anzahlBuchungen),
    });
  });
}
