import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { dateiAntworten, sendeDatei } from "../../technik/http/dateien/dateiantwort.ts";
import { KennungParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { json, koerper, problem } from "../../technik/http/schema.ts";
import { erstelleZahlungsdatei } from "./erstelle.ts";
import { leseZahlungsdatei, listeZahlungsdateien } from "./lese.ts";
import { liefereZahlungsdatei } from "./liefere.ts";
import { pruefeSepa } from "./pruefe.ts";
import {
  MehrereZahlungsdateien,
  SepaFilter,
  SepaPruefungFilter,
  VerwerfenBody,
  Zahlungsdatei,
  ZahlungsdateiBody,
  ZahlungsdateiFilter,
  ZahlungsdateiKonflikt,
  ZahlungsdateiPaginatedList,
  Zahlungspruefung,
} from "./schema.ts";
import { verwerfeZahlungsdatei } from "./verwerfe.ts";

const tags = ["Exporte und Zahlungsdateien"];
const keinLauf = problem("Kein Buchungslauf mit dieser id");
const keineDatei = problem("Keine Zahlungsdatei mit dieser id");

const postZahlungsdatei = createRoute({
  method: "post",
  path: "/abrechnung/zahlungsdateien",
  operationId: "erstelleZahlungsdatei",
  tags,
  summary: "Eine SEPA-Datei für die Bank erstellen",
  description: `Eine Datei über alle Zahlungen des Laufs und der Art, die bereit sind und in keiner Datei stehen, die nicht
verworfen ist: **eine Zahlung verlässt das Haus höchstens einmal.** Sie wird aufbewahrt und danach immer mit denselben Bytes
ausgeliefert; ihre Nachrichten-ID wird nie ein zweites Mal vergeben. Was später bereit wird, kommt in eine weitere Datei.

\`lastschrift\`: pain.008.001.08 (SEPA-Basislastschrift, Sequenz RCUR) über die Rechnungen an Pächter mit Zahlungsart
Lastschrift; eingezogen wird am Tag, den der Brief nennt, oder am nächsten Bankarbeitstag (TARGET), frühestens
einen Bankarbeitstag nach dem, an dem die Bank die Datei annimmt.
\`ueberweisung\`: pain.001.001.09 über die Auszahlungen an Verpächter und die Guthaben der Pächter; ausgeführt wird einen
Bankarbeitstag vor dem Tag, den der Brief nennt, frühestens heute. Auftraggeber ist die Firma mit ihrem Treuhandkonto,
Ende-zu-Ende-Referenz die Belegnummer, Name der des Kontoinhabers; Texte stehen im SEPA-Zeichensatz (ä als ae).

Gezahlt wird nur auf die IBAN des Belegs, und nur, wenn sie am Kontakt noch dieselbe und bestätigt ist. Was deshalb fehlt,
steht einzeln unter \`/abrechnung/export/sepa/pruefung\`.`,
  ...dauert,
  ...recht("zahlungen.exportieren"),
  request: koerper(ZahlungsdateiBody),
  responses: {
    201: json(Zahlungsdatei, "Die Datei; ihren Inhalt gibt `/abrechnung/export/sepa`"),
    400: problem("Eine Belegnummer, die der Lauf nicht hat"),
    404: keinLauf,
    409: problem(
      "Keine Zahlung ist bereit (`keine_zahlungen`, mit den Gründen und den Dateien, die es gibt), der Buchungslauf " +
        "ist nicht erfolgreich abgeschlossen (`lauf_nicht_abgeschlossen`)",
      ZahlungsdateiKonflikt,
    ),
  },
});

const listZahlungsdateien = createRoute({
  method: "get",
  path: "/abrechnung/zahlungsdateien",
  operationId: "listZahlungsdateien",
  tags,
  summary: "Die Zahlungsdateien",
  description: "Die neuesten zuerst: nach id, absteigend. Auch verworfene.",
  ...recht("zahlungen.exportieren"),
  request: { query: ZahlungsdateiFilter },
  responses: { 200: json(ZahlungsdateiPaginatedList, "Eine Seite der Zahlungsdateien") },
});

const getZahlungsdatei = createRoute({
  method: "get",
  path: "/abrechnung/zahlungsdateien/{id}",
  operationId: "getZahlungsdatei",
  tags,
  summary: "Eine Zahlungsdatei: was sie zahlt und wer sie geladen hat",
  ...recht("zahlungen.exportieren"),
  request: { params: KennungParameter },
  responses: { 200: json(Zahlungsdatei, "Die Zahlungsdatei"), 404: keineDatei },
});

const postVerwerfen = createRoute({
  method: "post",
  path: "/abrechnung/zahlungsdateien/{id}/verwerfen",
  operationId: "verwerfeZahlungsdatei",
  tags,
  summary: "Eine Zahlungsdatei verwerfen, die nie zur Bank ging",
  description:
    "Ihre Zahlungen werden für eine andere Datei frei, ihr Abruf antwortet 410. Ob eine Bank sie hat, weiß der Dienst " +
    "nicht: **wer eine eingereichte Datei verwirft, zahlt doppelt.** Nicht rückgängig zu machen.",
  ...recht("zahlungen.verwerfen"),
  request: { params: KennungParameter, ...koerper(VerwerfenBody) },
  responses: {
    200: json(Zahlungsdatei, "Die verworfene Datei"),
    404: keineDatei,
    409: problem("Sie ist schon verworfen (`schon_verworfen`)"),
  },
});

const kopf = (description: string) => z.string().openapi({ description });
const dateien = dateiAntworten({ "application/xml": { schema: z.string() } });
const angaben = {
  "X-Nachrichten-Id": kopf("Nachrichten-ID (MsgId) der Datei"),
  "X-Zahlungen-Anzahl": kopf("Zahlungen in der Datei"),
  "X-Zahlungen-Summe-Cent": kopf("Ihre Summe in Cent"),
  "X-Ausgelassen-Anzahl": kopf("Zahlungen, die beim Erstellen nicht hineinkonnten"),
};

const exportSepa = createRoute({
  method: "get",
  path: "/abrechnung/export/sepa",
  operationId: "exportSepa",
  tags,
  summary: "Eine Zahlungsdatei herunterladen",
  description:
    "Mit `zahlungsdateiId`, oder mit `buchungslaufId` und `art` die eine Datei, die es dazu gibt. Immer dieselben Bytes; " +
    "Lesen erstellt nie eine: das tut `POST /abrechnung/zahlungsdateien`. Jeder Abruf wird festgehalten, `HEAD` nicht.",
  ...dauert,
  ...recht("zahlungen.exportieren"),
  request: { query: SepaFilter },
  responses: {
    ...dateien,
    200: { ...dateien[200], headers: dateien[200].headers.extend(angaben) },
    206: { ...dateien[206], headers: dateien[206].headers.extend(angaben) },
    400: problem("Nicht genau eines von `zahlungsdateiId` und `buchungslaufId` mit `art`"),
    404: problem("Keine Zahlungsdatei oder kein Buchungslauf mit dieser id"),
    409: problem(
      "Es gibt keine Zahlungsdatei (`keine_zahlungsdatei`), es gibt mehrere, die aufgezählt sind " +
        "(`mehrere_zahlungsdateien`), der Buchungslauf ist nicht erfolgreich abgeschlossen (`lauf_nicht_abgeschlossen`)",
      MehrereZahlungsdateien,
    ),
    410: problem(
      "Die Datei ist verworfen (`verworfen`), sie stammt aus der Zeit vor der Aufbewahrung (`nicht_aufbewahrt`)",
    ),
  },
});

const getSepaPruefung = createRoute({
  method: "get",
  path: "/abrechnung/export/sepa/pruefung",
  operationId: "pruefeSepa",
  tags,
  summary: "Was aus jeder Zahlung eines Laufs wird",
  description:
    "Jeder Beleg des Laufs zählt genau einmal: in einer Datei, bereit, ausgelassen, eine Forderung oder unbeteiligt. Alle " +
    "stehen mit ihren Gründen in `data`, nach Belegnummer; `stand` wählt aus. `abrufe` nennt, wer schon eine Datei " +
    "geladen hat. Schreibt nichts.",
  ...dauert,
  ...recht("zahlungen.exportieren"),
  request: { query: SepaPruefungFilter },
  responses: {
    200: json(Zahlungspruefung, "Summen und eine Seite der Belege"),
    404: keinLauf,
    409: problem("Der Buchungslauf ist nicht erfolgreich abgeschlossen (`lauf_nicht_abgeschlossen`)"),
  },
});

export function mountZahlungsdateien(app: App, { sql: kurz, sqlLang: sql }: Deps): void {
  app.openapi(postZahlungsdatei, async (c) =>
    c.json(await erstelleZahlungsdatei(sql, c.get("kontext"), c.req.valid("json")), 201),
  );
  app.openapi(listZahlungsdateien, async (c) => c.json(await listeZahlungsdateien(kurz, c.req.valid("query")), 200));
  app.openapi(getZahlungsdatei, async (c) => c.json(await leseZahlungsdatei(kurz, c.req.valid("param").id), 200));
  app.openapi(postVerwerfen, async (c) =>
    c.json(await verwerfeZahlungsdatei(kurz, c.get("kontext"), c.req.valid("param").id, c.req.valid("json")), 200),
  );
  app.openapi(exportSepa, async (c) =>
    sendeDatei(c, await liefereZahlungsdatei(sql, c.get("kontext"), c.req.valid("query"))),
  );
  app.openapi(getSepaPruefung, async (c) =>
    c.json(await pruefeSepa(sql, c.req.valid("query"), c.get("kontext").heute), 200),
  );
}
