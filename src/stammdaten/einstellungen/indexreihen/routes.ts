import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { dateiKoerper, mitDatei } from "../../../technik/http/dateien/upload.ts";
import { IdParameter } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { json, jsonMitETag, koerper, problem } from "../../../technik/http/schema.ts";
import { aendereFassung, legeFassungAn, leseFassung, liesFassungEin } from "./fassungen.ts";
import { loescheIndexreihe } from "./loesche.ts";
import { aendereIndexreihe, legeIndexreiheAn, leseIndexreihe, listeIndexreihen } from "./pflege.ts";
import {
  CreateIndexfassungBody,
  CreateIndexreiheBody,
  FassungParameter,
  Indexfassung,
  Indexreihe,
  IndexreiheFilter,
  IndexreihePaginatedList,
  UpdateIndexfassungBody,
  UpdateIndexreiheBody,
  UploadFilter,
} from "./schema.ts";

const tags = ["Einstellungen"];
const keine = problem("Keine Indexreihe mit dieser id");
const keineFassung = problem("Keine Indexreihe mit dieser id, oder sie hat keine Fassung mit dieser Nummer");
const vergeben = problem("Eine Indexreihe mit diesem Namen gibt es schon (`existiert_bereits`)");
const hoechstensMib = 1;

const listIndexreihen = createRoute({
  method: "get",
  path: "/einstellungen/indexreihen",
  operationId: "listIndexreihen",
  tags,
  summary: "Indexreihen lesen",
  description:
    "Geordnet nach Name, dann id. Die Werte einer Fassung: `/einstellungen/indexreihen/{id}/fassungen/{nr}`.",
  ...recht("daten.lesen"),
  request: { query: IndexreiheFilter },
  responses: { 200: json(IndexreihePaginatedList, "Eine Seite der Indexreihen") },
});

const createIndexreihe = createRoute({
  method: "post",
  path: "/einstellungen/indexreihen",
  operationId: "createIndexreihe",
  tags,
  summary: "Indexreihe anlegen",
  description: "Zunächst ohne Werte: die kommen mit ihrer ersten Fassung.",
  ...recht("stammlisten.schreiben"),
  request: koerper(CreateIndexreiheBody),
  responses: { 201: jsonMitETag(Indexreihe, "Die neue Indexreihe"), 409: vergeben },
});

const getIndexreihe = createRoute({
  method: "get",
  path: "/einstellungen/indexreihen/{id}",
  operationId: "getIndexreihe",
  tags,
  summary: "Eine Indexreihe lesen",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: jsonMitETag(Indexreihe, "Die Indexreihe"), 404: keine },
});

const updateIndexreihe = createRoute({
  method: "put",
  path: "/einstellungen/indexreihen/{id}",
  operationId: "updateIndexreihe",
  tags,
  summary: "Indexreihe ändern oder beenden",
  description: "Ändert die genannten Felder; `null` leert ein Feld.",
  ...recht("stammlisten.schreiben"),
  request: { params: IdParameter, ...koerper(UpdateIndexreiheBody) },
  responses: { 200: jsonMitETag(Indexreihe, "Die geänderte Indexreihe"), 404: keine, 409: vergeben },
});

const deleteIndexreihe = createRoute({
  method: "delete",
  path: "/einstellungen/indexreihen/{id}",
  operationId: "deleteIndexreihe",
  tags,
  summary: "Indexreihe löschen",
  description:
    "Mit allen Fassungen; nur eine Reihe, der keine Klausel folgt, auf der keine Hebung beruht (stornierte zählen nicht) und die keine andere fortsetzt.",
  ...recht("stammlisten.schreiben"),
  request: { params: IdParameter },
  responses: {
    204: { description: "Gelöscht" },
    404: keine,
    409: problem("Die Indexreihe wird noch verwendet; der Text nennt, wovon (`wird_verwendet`)"),
  },
});

const createIndexfassung = createRoute({
  method: "post",
  path: "/einstellungen/indexreihen/{id}/fassungen",
  operationId: "createIndexfassung",
  tags,
  summary: "Fassung einer Indexreihe anlegen",
  description:
    "Eine Basis mit allen Monatswerten, auch den zurückgerechneten. Eine neue Basis braucht keine Verkettung: verglichen wird immer innerhalb einer Fassung.",
  ...recht("stammlisten.schreiben"),
  request: { params: IdParameter, ...koerper(CreateIndexfassungBody) },
  responses: { 201: jsonMitETag(Indexfassung, "Die neue Fassung"), 404: keine },
});

const uploadIndexfassung = createRoute({
  method: "post",
  path: "/einstellungen/indexreihen/{id}/fassungen/upload",
  operationId: "uploadIndexfassung",
  tags,
  summary: "Fassung einer Indexreihe aus einer CSV-Datei anlegen",
  description:
    "Je Zeile ein Monat: `2026-09;124,5`, `09/2026;124,5` oder `2026;September;124,5`. Semikolon, Tabulator oder Komma, UTF-8 oder Windows-1252; Überschriften davor und Monate ohne Wert werden übergangen.",
  ...recht("stammlisten.schreiben"),
  request: { params: IdParameter, query: UploadFilter, ...dateiKoerper("Die Monatswerte als CSV", hoechstensMib) },
  responses: { 201: jsonMitETag(Indexfassung, "Die neue Fassung"), 404: keine },
});

const getIndexfassung = createRoute({
  method: "get",
  path: "/einstellungen/indexreihen/{id}/fassungen/{nr}",
  operationId: "getIndexfassung",
  tags,
  summary: "Eine Fassung mit ihren Monatswerten lesen",
  ...recht("daten.lesen"),
  request: { params: FassungParameter },
  responses: { 200: jsonMitETag(Indexfassung, "Die Fassung"), 404: keineFassung },
});

const updateIndexfassung = createRoute({
  method: "put",
  path: "/einstellungen/indexreihen/{id}/fassungen/{nr}",
  operationId: "updateIndexfassung",
  tags,
  summary: "Monatswerte einer Fassung eingeben oder berichtigen",
  description:
    "So kommt ein neuer Monat hinzu. Worauf eine abgeschlossene Hebung beruht, steht fest: Berichtigtes gehört dann in eine neue Fassung.",
  ...recht("stammlisten.schreiben"),
  request: { params: FassungParameter, ...koerper(UpdateIndexfassungBody) },
  responses: {
    200: jsonMitETag(Indexfassung, "Die geänderte Fassung"),
    404: keineFassung,
    409: problem("Eine abgeschlossene Hebung beruht auf der Fassung (`fassung_verwendet`)"),
  },
});

export function mountIndexreihen(app: App, { sql }: Deps): void {
  app.openapi(listIndexreihen, async (c) => c.json(await listeIndexreihen(sql, c.req.valid("query")), 200));
  app.openapi(createIndexreihe, async (c) =>
    c.json(mitETag(c, await legeIndexreiheAn(sql, c.get("kontext"), c.req.valid("json"))), 201),
  );
  app.openapi(getIndexreihe, async (c) => c.json(mitETag(c, await leseIndexreihe(sql, c.req.valid("param").id)), 200));
  app.openapi(updateIndexreihe, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(mitETag(c, await aendereIndexreihe(sql, c.get("kontext"), id, c.req.valid("json"))), 200);
  });
  app.openapi(deleteIndexreihe, async (c) => {
    await loescheIndexreihe(sql, c.get("kontext"), c.req.valid("param").id);
    return c.body(null, 204);
  });
  app.openapi(createIndexfassung, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(mitETag(c, await legeFassungAn(sql, c.get("kontext"), id, c.req.valid("json"))), 201);
  });
  app.openapi(uploadIndexfassung, async (c) => {
    const { id } = await leseIndexreihe(sql, c.req.valid("param").id);
    const { basis } = c.req.valid("query");
    const neu = await mitDatei(c, hoechstensMib, (datei, kontext) => liesFassungEin(sql, kontext, id, basis, datei));
    return c.json(mitETag(c, neu), 201);
  });
  app.openapi(getIndexfassung, async (c) => {
    const { id, nr } = c.req.valid("param");
    return c.json(mitETag(c, await leseFassung(sql, id, nr)), 200);
  });
  app.openapi(updateIndexfassung, async (c) => {
    const { id, nr } = c.req.valid("param");
    return c.json(mitETag(c, await aendereFassung(sql, c.get("kontext"), id, nr, c.req.valid("json"))), 200);
  });
}
