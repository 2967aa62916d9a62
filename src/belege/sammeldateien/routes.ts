import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { beiBedarf } from "../../technik/beiBedarf.ts";
import type { Deps } from "../../technik/deps.ts";
import { zumAuftrag } from "../../technik/http/antwort.ts";
import type { App, Env } from "../../technik/http/app.ts";
import { dateiAntworten, sendeDatei } from "../../technik/http/dateien/dateiantwort.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { auftragsort, json, problem } from "../../technik/http/schema.ts";
import type { Lieferung } from "./abruf/hole.ts";
import { PdfEntwurfFilter, PdfGesamtFilter, PdfHebungsentwurfFilter, Sammeldatei } from "./schema.ts";

const holeEntwurf = beiBedarf(async () => (await import("./abruf/entwurf.ts")).holeEntwurf);
const holeGesamt = beiBedarf(async () => (await import("./abruf/gesamt.ts")).holeGesamt);
const holeHebungsentwurf = beiBedarf(async () => (await import("./abruf/hebungsentwurf.ts")).holeHebungsentwurf);

const tags = ["Archiv und Schreiben"];
const spaeterSekunden = "2";

const pdf = { "application/pdf": { schema: z.string().openapi({ type: "string", format: "binary" }) } };
const { 200: datei, ...teilAntworten } = dateiAntworten(pdf);

const antworten = {
  200: {
    ...datei,
    description: "Das PDF; bei mehreren Dateien ohne `teil` ihre Liste",
    headers: datei.headers.partial(),
    content: { ...pdf, "application/json": { schema: Sammeldatei } },
  },
  ...teilAntworten,
  202: {
    ...json(Sammeldatei, "Es wird noch gezeichnet; bitte später noch einmal abrufen"),
    headers: z.object({
      "Retry-After": z.string().openapi({ description: "Sekunden bis zum nächsten Abruf" }),
      Location: auftragsort,
    }),
  },
};

const ablauf =
  "Bis 200 Schreiben kommt das PDF sofort. Mehr zeichnet der Worker: der erste Abruf antwortet 202 mit dem Fortschritt " +
  "und `Retry-After`, derselbe Abruf danach mit dem PDF, auch in Teilen (`Range`). Bei mehr als 5.000 sind es mehrere " +
  "Dateien; `teile` nennt sie, `teil` holt eine. Wie viele auch fragen: gezeichnet wird einmal. Wer eine Datei erhält, steht im Audit-Log.";

const getPdfGesamt = createRoute({
  method: "get",
  path: "/abrechnung/pdf-gesamt",
  operationId: "getPdfGesamt",
  tags,
  summary: "Alle Schreiben eines Buchungslaufs in einem PDF",
  description:
    "In der Folge der Belegnummern, die der Stornobelege eingeschlossen, neu gezeichnet aus denselben unveränderlichen " +
    "Angaben wie die einzelnen Schreiben; maßgeblich ist das einzelne Schreiben, und nur dieses trägt die E-Rechnung. " +
    `Die Dateien bleiben sieben Tage und entstehen danach bei Bedarf neu. ${ablauf}`,
  ...dauert,
  ...recht("daten.lesen"),
  request: { query: PdfGesamtFilter },
  responses: {
    ...antworten,
    404: problem("Kein Buchungslauf mit dieser id, oder keine Datei mit dieser Nummer"),
    409: problem(
      "Der Buchungslauf ist nicht erfolgreich abgeschlossen (`lauf_nicht_abgeschlossen`), es gibt keine Schreiben " +
        "(`keine_schreiben`), das PDF lässt sich nicht erstellen (`pdf_nicht_erstellbar`)",
    ),
  },
});

const getPdfEntwurf = createRoute({
  method: "get",
  path: "/abrechnung/pdf-entwurf",
  operationId: "getPdfEntwurf",
  tags,
  summary: "Die Vorschau als Schreiben, mit ENTWURF gekennzeichnet",
  description:
    "Was ein Buchen heute zu diesem Stichtag verschicken würde, aus demselben Rechenweg, ohne Nummern; geschrieben wird " +
    "nichts. Nach Kontonummer geordnet. Haben sich Daten geändert, entsteht der Entwurf beim nächsten Abruf neu; " +
    `ein fertiger wartet damit eine Viertelstunde darauf, abgeholt zu werden; die Dateien bleiben einen Tag. ${ablauf}`,
  ...dauert,
  ...recht("daten.lesen"),
  request: { query: PdfEntwurfFilter },
  responses: {
    ...antworten,
    400: problem("Ungültiges Datum oder ungültige Auswahl"),
    404: problem("Keine Datei mit dieser Nummer"),
    409: problem(
      "Es gibt keine Schreiben (`keine_schreiben`), das PDF lässt sich nicht erstellen (`pdf_nicht_erstellbar`)",
    ),
  },
});

const getPdfHebungsentwurf = createRoute({
  method: "get",
  path: "/abrechnung/pdf-hebungsentwurf",
  operationId: "getPdfHebungsentwurf",
  tags,
  summary: "Die Schreiben geplanter und aktiver Hebungen, mit ENTWURF gekennzeichnet",
  description:
    "Jedes mit den Beträgen, die ein Abschluss heute ergäbe, wie `/abrechnung/hebungen/{id}/entwurf`; nach Kontonummer " +
    "geordnet, ohne Angabe alle. Wo einer Hebung etwas entgegensteht, steht an der Stelle ihres Schreibens ein Blatt mit " +
    `dem Grund. Die Dateien bleiben einen Tag. ${ablauf}`,
  ...dauert,
  ...recht("daten.lesen"),
  request: { query: PdfHebungsentwurfFilter },
  responses: {
    ...antworten,
    404: problem("Keine Datei mit dieser Nummer"),
    409: problem(
      "Es gibt keine Schreiben (`keine_schreiben`), das PDF lässt sich nicht erstellen (`pdf_nicht_erstellbar`)",
    ),
  },
});

const antworte = (c: Context<Env>, basis: string, lieferung: Lieferung): Response | Promise<Response> => {
  if ("sendung" in lieferung) return sendeDatei(c, lieferung.sendung);
  const { sammeldatei } = lieferung;
  c.header("Cache-Control", "no-store");
  if (sammeldatei.status === "fertig") return c.json(sammeldatei, 200);
  return c.json(sammeldatei, 202, { "Retry-After": spaeterSekunden, ...zumAuftrag(basis, sammeldatei) });
};

export function mountSammeldateien(app: App, { sqlLang: sql, config }: Deps): void {
  app.openapi(getPdfGesamt, async (c) =>
    antworte(c, config.BASE_PATH, await holeGesamt(sql, c.get("kontext"), c.req.valid("query"), config.PDF_DIREKT_BIS)),
  );
  app.openapi(getPdfEntwurf, async (c) =>
    antworte(
      c,
      config.BASE_PATH,
      await holeEntwurf(sql, c.get("kontext"), c.req.valid("query"), config.PDF_DIREKT_BIS),
    ),
  );
  app.openapi(getPdfHebungsentwurf, async (c) =>
    antworte(
      c,
      config.BASE_PATH,
      await holeHebungsentwurf(sql, c.get("kontext"), c.req.valid("query"), config.PDF_DIREKT_BIS),
    ),
  );
}
