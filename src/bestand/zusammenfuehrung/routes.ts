import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { aufgegangen, json, koerper, problem } from "../../technik/http/schema.ts";
import { fuehreKontakteZusammen, zeigeKontaktZusammenfuehrung } from "./kontakte.ts";
import { listeZusammenfuehrungen } from "./liste.ts";
import { fuehreObjekteZusammen, zeigeObjektZusammenfuehrung } from "./objekte.ts";
import { nimmZurueck } from "./ruecknahme.ts";
import {
  KontaktZusammenfuehrungBody,
  ObjektZusammenfuehrungBody,
  RuecknahmeKonflikt,
  Zusammenfuehrung,
  ZusammenfuehrungFilter,
  ZusammenfuehrungPaginatedList,
  ZusammenfuehrungQuery,
} from "./schema.ts";

const tags = ["Duplikate"];

const mergeKontakte = createRoute({
  method: "post",
  path: "/duplikate/kontakte/zusammenfuehrung",
  operationId: "mergeKontakte",
  tags,
  summary: "Zwei Kontakte zusammenführen",
  description:
    "`geht` geht in `bleibt` auf: Beteiligungen, Bemerkungen und, wo `bleibt` weder Mandat noch ein anderes Konto hat, das " +
    "SEPA-Mandat mit seiner Bankverbindung gehen über; waren beide an einem Pachtkonto an denselben Tagen beteiligt, zählen ihre Anteile zusammen. " +
    "Archiv und Briefe bleiben Byte für Byte, ein Mandat, das ein Brief nennt, gilt weiter unter seiner eigenen Referenz. " +
    "Gebuchte Zeiträume werden weiter so geteilt, wie sie gebucht sind. `geht` antwortet danach 410 und steht in keiner Liste.",
  ...recht("duplikate.zusammenfuehren"),
  request: { query: ZusammenfuehrungQuery, ...koerper(KontaktZusammenfuehrungBody) },
  responses: {
    200: json(Zusammenfuehrung, "Was sich ändern würde (`nurZeigen`)"),
    201: json(Zusammenfuehrung, "Die Zusammenführung"),
    404: problem("Einen der Kontakte gibt es nicht"),
    409: problem(
      "Für dieselben Tage sind beide mit einem anderen Umsatzsteuerstatus gebucht (`steuerstatus_verschieden`), die " +
        "Daten des einen sind gelöscht (`person_geloescht`), beide Bemerkungen zusammen sind zu lang " +
        "(`bemerkung_zu_lang`), ein Buchungslauf veröffentlicht gerade (`lauf_aktiv`)",
    ),
    410: aufgegangen,
  },
});

const mergePachtobjekte = createRoute({
  method: "post",
  path: "/duplikate/pachtobjekte/zusammenfuehrung",
  operationId: "mergePachtobjekte",
  tags,
  summary: "Zwei Patchobjekte zusammenführen",
  description:
    "`geht` geht in `bleibt` auf: Bemerkungen und, wo `bleibt` keines hat, das Pachtkonto gehen über. `geht` antwortet " +
    "danach 410 und steht in keiner Liste.",
  ...recht("duplikate.zusammenfuehren"),
  request: { query: ZusammenfuehrungQuery, ...koerper(ObjektZusammenfuehrungBody) },
  responses: {
    200: json(Zusammenfuehrung, "Was sich ändern würde (`nurZeigen`)"),
    201: json(Zusammenfuehrung, "Die Zusammenführung"),
    404: problem("Eines der Objekte gibt es nicht"),
    409: problem(
      "Beide gehören zu verschiedenen Pachtkonten (`verschiedene_pachtkonten`), beide Bemerkungen zusammen sind zu lang " +
        "(`bemerkung_zu_lang`)",
    ),
    410: aufgegangen,
  },
});

const listZusammenfuehrungen = createRoute({
  method: "get",
  path: "/duplikate/zusammenfuehrungen",
  operationId: "listZusammenfuehrungen",
  tags,
  summary: "Zusammenführungen",
  description: "Die neueste zuerst, auch die zurückgenommenen.",
  ...recht("daten.lesen"),
  request: { query: ZusammenfuehrungFilter },
  responses: { 200: json(ZusammenfuehrungPaginatedList, "Eine Seite der Zusammenführungen") },
});

const undoZusammenfuehrung = createRoute({
  method: "post",
  path: "/duplikate/zusammenfuehrungen/{id}/ruecknahme",
  operationId: "undoZusammenfuehrung",
  tags,
  summary: "Eine Zusammenführung zurücknehmen",
  description:
    "Stellt alles wieder her, solange nichts davon seitdem geändert oder gebucht wurde; stornierte Buchungen zählen " +
    "nicht. Von mehreren, die aufeinander folgten, wird die letzte zuerst zurückgenommen.",
  ...recht("duplikate.zusammenfuehren"),
  request: { params: IdParameter },
  responses: {
    200: json(Zusammenfuehrung, "Die zurückgenommene Zusammenführung"),
    404: problem("Keine Zusammenführung mit dieser id"),
    409: problem(
      "Seitdem wurde etwas geändert oder gebucht, `hindernisse` sagt was (`ruecknahme_nicht_moeglich`); sie ist schon " +
        "zurückgenommen (`schon_zurueckgenommen`); ein Buchungslauf veröffentlicht gerade (`lauf_aktiv`)",
      RuecknahmeKonflikt,
    ),
  },
});

export function mountZusammenfuehrung(app: App, { sql }: Deps): void {
  app.openapi(mergeKontakte, async (c) => {
    const body = c.req.valid("json");
    if (c.req.valid("query").nurZeigen)
      return c.json(await zeigeKontaktZusammenfuehrung(sql, c.get("kontext"), body), 200);
    return c.json(await fuehreKontakteZusammen(sql, c.get("kontext"), body), 201);
  });
  app.openapi(mergePachtobjekte, async (c) => {
    const body = c.req.valid("json");
    if (c.req.valid("query").nurZeigen)
      return c.json(await zeigeObjektZusammenfuehrung(sql, c.get("kontext"), body), 200);
    return c.json(await fuehreObjekteZusammen(sql, c.get("kontext"), body), 201);
  });
  app.openapi(undoZusammenfuehrung, async (c) =>
    c.json(await nimmZurueck(sql, c.get("kontext"), c.req.valid("param").id), 200),
  );
  app.openapi(listZusammenfuehrungen, async (c) =>
    c.json(await listeZusammenfuehrungen(sql, c.req.valid("query")), 200),
  );
}
