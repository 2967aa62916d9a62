import { createRoute } from "@hono/zod-openapi";
import { KontoKonflikt } from "../../stammdaten/pachtkonten/schema.ts";
import type { Deps } from "../../technik/deps.ts";
import { alsSeite, mitETag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { lies } from "../../technik/http/lesen.ts";
import { IdParameter, idParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { json, jsonMitETag, jsonText, koerper, problem } from "../../technik/http/schema.ts";
import { beispielhebung } from "../../technik/http/werte.ts";
import { synchronisiereNaechsteHebung } from "./naechsteHebung.ts";
import { aendereHebung, leseHebung, listeAbschluesse, loescheHebung, planeHebung } from "./pflege.ts";
import * as q from "./queries.ts";
import { fuehreSammelaktionAus } from "./sammelaktion.ts";
import {
  CreateHebungBody,
  Hebung,
  HebungAbschlussFilter,
  HebungAbschlussPaginatedList,
  HebungFilter,
  HebungPaginatedList,
  HebungSammelaktion,
  HebungSammelaktionBody,
  hoechstensJeSammelaktion,
  NaechsteHebungAbgleich,
  UpdateHebungBody,
} from "./schema.ts";

const tags = ["Hebungen"];
const keine = problem("Keine Hebung mit dieser id");
const konflikte =
  "wirksamAb oder ein Tag danach, dessen Betrag sie ändert, ist gebucht (`zeitraum_gebucht`), das Konto ist schlussabgerechnet " +
  "(`schlussabgerechnet`), auf derselben Position ist eine spätere Hebung abgeschlossen (`hinter_abgeschlossener`), " +
  "eine frühere ist noch offen (`fruehere_offen`), an dem Tag gilt keine ihrer Positionen (`hebung_ohne_position`), es gibt keinen Betrag, auf den sie wirken kann (`hebung_ohne_basis`), ein " +
  "neuer Betrag wäre zu groß (`betrag_zu_gross`), ein Buchungslauf bucht das Konto gerade (`lauf_aktiv`)";

const listHebungen = createRoute({
  method: "get",
  path: "/abrechnung/hebungen",
  operationId: "listHebungen",
  tags,
  summary: "Hebungen auflisten",
  description: "Ohne `sort` geordnet nach `wirksamAb`, die späteste zuerst, dann nach id absteigend.",
  ...recht("daten.lesen"),
  request: { query: HebungFilter },
  responses: { 200: jsonText(HebungPaginatedList, "Eine Seite der Hebungen") },
});

const createHebung = createRoute({
  method: "post",
  path: "/abrechnung/hebungen",
  operationId: "createHebung",
  tags,
  summary: "Hebung planen",
  description:
    "Die Art bestimmt den Wert: `prozent` braucht `wertBp`, `betrag` und `neuer_betrag` brauchen `betragCent` (im Jahr), `index` braucht `indexBasis` und `indexNeu`; der Wert einer anderen Art ist 400. `positionIds` nennt erhöhbare, nicht einmalige Positionen des Kontos; ohne sie wirkt die Hebung auf alle erhöhbaren, die am Tag `wirksamAb` gelten.",
  ...recht("hebungen.planen"),
  request: koerper(CreateHebungBody),
  responses: { 201: jsonMitETag(Hebung, "Die geplante Hebung"), 409: problem(konflikte, KontoKonflikt) },
});

const getHebung = createRoute({
  method: "get",
  path: "/abrechnung/hebungen/{id}",
  operationId: "getHebung",
  tags,
  summary: "Eine Hebung lesen",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: jsonMitETag(Hebung, "Die Hebung"), 404: keine },
});

const updateHebung = createRoute({
  method: "put",
  path: "/abrechnung/hebungen/{id}",
  operationId: "updateHebung",
  tags,
  summary: "Hebung ändern, aktivieren, abschließen oder stornieren",
  description:
    "Ändert die genannten Felder einer geplanten Hebung; in jedem anderen Zustand ändert sich nur der `status`: geplant → aktiv → abgeschlossen, geplant oder aktiv → storniert. Vorschau und Buchung rechnen ab `wirksamAb` mit einer aktiven; der Abschluss gibt den betroffenen Positionen ab dann eine neue Fassung. Wechselt die `art`, verfällt der Wert der alten. Wer nur `status` nennt, geht einen Schritt: ist er schon gegangen, 409.\n\nPlanen darf auch die Rolle Mitarbeiter; aktivieren, abschließen und stornieren nur Administrator und Verwalter.",
  ...recht("hebungen.planen"),
  request: { params: idParameter(beispielhebung), ...koerper(UpdateHebungBody) },
  responses: {
    200: jsonMitETag(Hebung, "Die geänderte Hebung"),
    404: keine,
    409: problem(
      `Der Schritt ist unmöglich (\`status_unmoeglich\`), die Hebung ist nicht mehr geplant (\`nur_geplant_aenderbar\`), sie ist nicht mehr aktiv (\`nicht_aktiv\`), ${konflikte}`,
      KontoKonflikt,
    ),
  },
});

const postSammelaktion = createRoute({
  method: "post",
  path: "/abrechnung/hebungen/sammelaktion",
  operationId: "postHebungSammelaktion",
  tags,
  summary: "Viele Hebungen aktivieren oder stornieren",
  description:
    "Jede für sich, nach den Regeln des einzelnen Schritts: was nicht geht, wird mit seinem Grund genannt und hält keine " +
    `andere auf. Die frühesten zuerst, bis zu ${hoechstensJeSammelaktion} je Aufruf.`,
  ...dauert,
  ...recht("hebungen.fuehren"),
  request: koerper(HebungSammelaktionBody),
  responses: { 200: json(HebungSammelaktion, "Was geschehen ist und was nicht ging") },
});

const deleteHebung = createRoute({
  method: "delete",
  path: "/abrechnung/hebungen/{id}",
  operationId: "deleteHebung",
  tags,
  summary: "Hebung löschen",
  description: "Nur eine geplante oder stornierte.",
  ...recht("daten.loeschen"),
  request: { params: IdParameter },
  responses: {
    204: { description: "Gelöscht" },
    404: keine,
    409: problem("Die Hebung ist aktiv oder abgeschlossen (`wird_verwendet`)"),
  },
});

const listHebungAbschluesse = createRoute({
  method: "get",
  path: "/abrechnung/hebung-abschluesse",
  operationId: "listHebungAbschluesse",
  tags,
  summary: "Abgeschlossene Hebungen mit alten und neuen Beträgen",
  description: "Geordnet nach `wirksamAb`, die späteste zuerst, dann nach id absteigend.",
  ...recht("daten.lesen"),
  request: { query: HebungAbschlussFilter },
  responses: { 200: json(HebungAbschlussPaginatedList, "Eine Seite der Abschlüsse") },
});

const syncNaechsteHebung = createRoute({
  method: "post",
  path: "/abrechnung/sync-naechste-hebung",
  operationId: "syncNaechsteHebung",
  tags,
  summary: "naechsteHebung aller Pachtkonten neu bestimmen",
  description:
    "Die früheste geplante Hebung oder der nächste `hebemonat`. Antwortet mit der Zahl der geprüften und der geänderten Pachtkonten; ein zweiter Aufruf ändert nichts.",
  ...recht("abrechnung.buchen"),
  responses: { 200: json(NaechsteHebungAbgleich, "Was geprüft und geändert wurde") },
});

export function mountHebungen(app: App, deps: Deps): void {
  const { sql } = deps;
  app.openapi(listHebungen, async (c) => {
    const filter = c.req.valid("query");
    return alsSeite(await lies(c, deps, (db) => q.listHebungen(db, filter)), filter);
  });
  app.openapi(createHebung, async (c) =>
    c.json(mitETag(c, await planeHebung(sql, c.get("kontext"), c.req.valid("json"))), 201),
  );
  app.openapi(getHebung, async (c) => c.json(mitETag(c, await leseHebung(sql, c.req.valid("param").id)), 200));
  app.openapi(updateHebung, async (c) =>
    c.json(mitETag(c, await aendereHebung(sql, c.get("kontext"), c.req.valid("param").id, c.req.valid("json"))), 200),
  );
  app.openapi(postSammelaktion, async (c) =>
    c.json(await fuehreSammelaktionAus(sql, c.get("kontext"), c.req.valid("json")), 200),
  );
  app.openapi(deleteHebung, async (c) => {
    await loescheHebung(sql, c.get("kontext"), c.req.valid("param").id);
    return c.body(null, 204);
  });
  app.openapi(listHebungAbschluesse, async (c) => c.json(await listeAbschluesse(sql, c.req.valid("query")), 200));
  app.openapi(syncNaechsteHebung, async (c) => c.json(await synchronisiereNaechsteHebung(sql, c.get("kontext")), 200));
}
