import { createRoute } from "@hono/zod-openapi";
import { tagInBerlin } from "../../kern/kalender/berlin.ts";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { aufgegangen, json, koerper, problem } from "../../technik/http/schema.ts";
import { leseLoeschung } from "./lese.ts";
import { loeschePersonendaten } from "./loesche.ts";
import { Loeschung, LoeschungBody, LoeschungKonflikt } from "./schema.ts";

const tags = ["Kontakte"];
const keiner = problem("Kein Kontakt mit dieser id, und nichts, was von ihm noch da wäre");

const getLoeschung = createRoute({
  method: "get",
  path: "/kontakte/{id}/loeschung",
  operationId: "getLoeschung",
  tags,
  summary: "Was die Löschung eines Kontakts täte",
  description:
    "Je Gruppe von Daten, was heute gehen kann und was bis wann nach welchem Gesetz bleibt. Belege bleiben 8 Jahre, " +
    "Bücher 10, Schreiben und andere Unterlagen einer Pacht 6 von ihrem Ende an; die Frist beginnt mit dem Schluss des " +
    "Jahres (§ 147 Abs. 4 AO) und läuft in Jahren, die unter `/einstellungen/aufbewahrung` offen gehalten werden, nicht ab. " +
    "Was in freien Texten von ihm steht, zählt `freitexte` auf: am besten vor der Löschung von Hand ändern, danach weiß " +
    "niemand mehr, wie er hieß. " +
    "Auch für einen Kontakt, der mit `DELETE` entfernt wurde: Audit-Log und frühere Bemerkungen sagen noch von ihm.",
  ...recht("personen.auskunft"),
  request: { params: IdParameter },
  responses: { 200: json(Loeschung, "Was heute ginge und was bleibt"), 404: keiner, 410: aufgegangen },
});

const postLoeschung = createRoute({
  method: "post",
  path: "/kontakte/{id}/loeschung",
  operationId: "loeschePersonendaten",
  tags,
  summary: "Die Daten einer Person löschen",
  description:
    "Löscht, was gehen darf (Art. 17 DSGVO): die Felder des Kontakts werden leer, sein Name „gelöscht“, frühere " +
    "Bemerkungen, seine Werte im Audit-Log, Suche und Duplikate gehen mit, abgelaufene Uploads auch. Dateien für den " +
    "Import, die ihn nennen oder noch nicht gelesen sind, werden verworfen; wartet eine auf ihre Ausführung, schlägt " +
    "der Auftrag fehl. Ein früherer Export bringt den Kontakt nicht zurück, und Partei eines weiteren Pachtkontos " +
    "wird er nicht. Das Audit-Log bleibt versiegelt. Ist der Kontakt schon mit `DELETE` entfernt, geht, was anderswo " +
    "von ihm blieb; danach antwortet seine id 404. Wer in ihm aufgegangen ist, wird mit ihm gelöscht, und das ist dann " +
    "nicht mehr rückgängig zu machen. Was ein Gesetz aufbewahrt, bleibt, wie es ist, und so die `freitexte`; die Antwort " +
    "nennt sie zum letzten Mal. **Nicht rückgängig zu machen.**",
  ...recht("personen.loeschen"),
  request: { params: IdParameter, ...koerper(LoeschungBody) },
  responses: {
    200: json(Loeschung, "Was da war: `loeschbar` ist gegangen, das Übrige geblieben"),
    404: keiner,
    409: problem(
      "Er ist an einem nicht abgerechneten Pachtkonto beteiligt oder steht in einer aufbewahrten Zahlungsdatei (`nicht_loeschbar`)",
      LoeschungKonflikt,
    ),
    410: aufgegangen,
  },
});

export function mountLoeschung(app: App, { sql, uhr }: Deps): void {
  app.openapi(getLoeschung, async (c) =>
    c.json(await leseLoeschung(sql, c.req.valid("param").id, tagInBerlin(uhr())), 200),
  );
  app.openapi(postLoeschung, async (c) =>
    c.json(await loeschePersonendaten(sql, c.get("kontext"), c.req.valid("param").id, c.req.valid("json")), 200),
  );
}
