import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { datei, json, problem } from "../../technik/http/schema.ts";
import { alsDownload } from "../exporte/ausgabe.ts";
import { exportiereSepa, pruefeSepa } from "./exportiere.ts";
import { KeineZahlungen, SepaFilter, SepaPruefungFilter, Zahlungspruefung } from "./schema.ts";

const kopf = (description: string) => z.string().openapi({ description });

const exportSepa = createRoute({
  method: "get",
  path: "/abrechnung/export/sepa",
  operationId: "exportSepa",
  tags: ["Exporte und Zahlungsdateien"],
  summary: "SEPA-Datei eines Buchungslaufs",
  description: `\`lastschrift\`: pain.008.001.08 (SEPA-Basislastschrift, Sequenz RCUR) über die Rechnungen an Pächter mit
Zahlungsart Lastschrift; eingezogen wird am Tag, den der Brief nennt, oder am nächsten Bankarbeitstag (TARGET), frühestens
morgen. \`ueberweisung\`: pain.001.001.09 über die Auszahlungen an Verpächter und die Guthaben der Pächter; ausgeführt wird
einen Bankarbeitstag vor dem Tag, den der Brief nennt, frühestens heute. Auftraggeber ist die Firma mit ihrem Treuhandkonto,
Ende-zu-Ende-Referenz die Belegnummer, Texte stehen im SEPA-Zeichensatz (ä als ae).

Gezahlt wird nur auf die IBAN des Belegs, und nur, wenn sie am Kontakt noch dieselbe und bestätigt ist. Was deshalb fehlt,
wird gezählt (\`X-Ausgelassen-Anzahl\`) und steht einzeln unter \`/abrechnung/export/sepa/pruefung\`.

**Gegen doppelte Zahlung:** Die Nachrichten-ID hängt nur von Lauf, Art und Auswahl ab. Wer die Datei zweimal herunterlädt und
einreicht, dessen Bank weist die zweite ab, auch wenn inzwischen mehr darin steht. Nachzügler gehören darum mit
\`belegnummern\` in eine eigene Datei.`,
  ...dauert,
  ...recht("zahlungen.exportieren"),
  request: { query: SepaFilter },
  responses: {
    200: {
      ...datei("application/xml", "Die Datei für die Bank"),
      headers: z.object({
        "Content-Disposition": kopf("Dateiname mit Art und Stichtag des Laufs"),
        "X-Nachrichten-Id": kopf("Nachrichten-ID (MsgId) der Datei"),
        "X-Zahlungen-Anzahl": kopf("Zahlungen in der Datei"),
        "X-Zahlungen-Summe-Cent": kopf("Ihre Summe in Cent"),
        "X-Ausgelassen-Anzahl": kopf("Zahlungen, die nicht in der Datei stehen"),
      }),
    },
    404: problem("Kein Buchungslauf mit dieser id"),
    409: problem(
      "Keine Zahlung kann in die Datei (`keine_zahlungen`), oder der Buchungslauf ist nicht erfolgreich abgeschlossen",
      KeineZahlungen,
    ),
  },
});

const getSepaPruefung = createRoute({
  method: "get",
  path: "/abrechnung/export/sepa/pruefung",
  operationId: "pruefeSepa",
  tags: ["Exporte und Zahlungsdateien"],
  summary: "Was in einer SEPA-Datei stünde und was nicht",
  description:
    "Jeder Beleg des Laufs zählt genau einmal: als Zahlung, als ausgelassen oder als unbeteiligt. Die ausgelassenen stehen " +
    "mit ihren Gründen in `data`, nach Belegnummer. `abrufe` nennt die Dateien, die schon jemand geladen hat. Schreibt nichts.",
  ...dauert,
  ...recht("zahlungen.exportieren"),
  request: { query: SepaPruefungFilter },
  responses: {
    200: json(Zahlungspruefung, "Summen und eine Seite der ausgelassenen Zahlungen"),
    404: problem("Kein Buchungslauf mit dieser id"),
    409: problem("Der Buchungslauf ist nicht erfolgreich abgeschlossen"),
  },
});

export const mountZahlungsdateien = (app: App, { sqlLang: sql }: Deps): void => {
  app.openapi(exportSepa, async (c) => {
    const nurKopf = c.req.method === "HEAD";
    const ausgabe = await exportiereSepa(sql, c.get("kontext"), c.req.valid("query"), !nurKopf);
    return alsDownload(c, ausgabe, {
      "Content-Type": "application/xml",
      "X-Nachrichten-Id": ausgabe.msgId,
      "X-Zahlungen-Anzahl": String(ausgabe.anzahl),
      "X-Zahlungen-Summe-Cent": String(ausgabe.summeCent),
      "X-Ausgelassen-Anzahl": String(ausgabe.anzahlAusgelassen),
    });
  });
  app.openapi(getSepaPruefung, async (c) => c.json(await pruefeSepa(sql, c.req.valid("query")), 200));
};
