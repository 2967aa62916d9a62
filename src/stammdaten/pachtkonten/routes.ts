import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import { alsSeite, mitETag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { lies } from "../../technik/http/lesen.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { json, jsonMitETag, jsonText, koerper, problem } from "../../technik/http/schema.ts";
import {
  aenderePachtkonto,
  legePachtkontoAn,
  leseNaechsteKontonummer,
  lesePachtkonto,
  listePachtkonten,
  loeschePachtkonto,
} from "./pflege.ts";
import {
  CreatePachtkontoBody,
  KontoKonflikt,
  Pachtkonto,
  PachtkontoDetail,
  PachtkontoFilter,
  PachtkontoPaginatedList,
  UpdatePachtkontoBody,
} from "./schema.ts";

const tags = ["Pachtkonten"];
const keines = problem("Kein Pachtkonto mit dieser id");

const getNextKontonummer = createRoute({
  method: "get",
  path: "/pachtkonten/next-kontonummer",
  operationId: "getNextKontonummer",
  tags,
  summary: "Nächste freie Kontonummer",
  description: "Ein Vorschlag; vergeben wird sie erst beim Anlegen.",
  ...recht("daten.lesen"),
  responses: {
    200: json(z.object({ kontonummer: z.string() }).openapi("NaechsteKontonummer"), "Die nächste Nummer"),
  },
});

const listPachtkonten = createRoute({
  method: "get",
  path: "/pachtkonten",
  operationId: "listPachtkonten",
  tags,
  summary: "Pachtkonten suchen",
  description:
    "Ohne `sort` geordnet nach Kontonummer. Die Suche findet Nummer, Bemerkung, Namen und Orte der Pächter und Verpächter, Adressen und Flurstücke der Objekte.",
  ...recht("daten.lesen"),
  request: { query: PachtkontoFilter },
  responses: { 200: jsonText(PachtkontoPaginatedList, "Eine Seite der Pachtkonten") },
});

const createPachtkonto = createRoute({
  method: "post",
  path: "/pachtkonten",
  operationId: "createPachtkonto",
  tags,
  summary: "Pachtkonto anlegen",
  description:
    "Ohne Kontonummer vergibt der Dienst die nächste freie (PK- und sechs Ziffern). Abgerechnet wird es mit " +
    'einer Position und einem Pächter (`"beteiligte": [{"kontaktId": 1, "rolle": "paechter"}]`), und wird die Position ' +
    "weitergeleitet, auch einem Verpächter. Mit `istVorauszahlend: false` wird ein Zeitraum erst fällig, wenn er vorbei ist.",
  ...recht("daten.schreiben"),
  request: koerper(CreatePachtkontoBody),
  responses: {
    201: jsonMitETag(Pachtkonto, "Das neue Pachtkonto"),
    409: problem(
      "Die Kontonummer ist vergeben (`kontonummer_vergeben`), oder als ausgelaufen angelegt wird eines, das noch läuft (`status_unmoeglich`)",
    ),
  },
});

const getPachtkonto = createRoute({
  method: "get",
  path: "/pachtkonten/{id}",
  operationId: "getPachtkonto",
  tags,
  summary: "Ein Pachtkonto lesen",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: jsonMitETag(PachtkontoDetail, "Das Pachtkonto mit allem, was dazugehört"), 404: keines },
});

const updatePachtkonto = createRoute({
  method: "put",
  path: "/pachtkonten/{id}",
  operationId: "updatePachtkonto",
  tags,
  summary: "Pachtkonto ändern",
  description:
    "Ändert die genannten Felder; `beteiligte` ersetzt die ganze Liste. Eine Kündigung (`status` gekuendigt) braucht " +
    "`kuendigungZum`, das das Pachtende setzt; ihre Rücknahme leert `kuendigungZum` und stellt das Pachtende wieder her, " +
    "das davor galt, sofern nicht ein anderes genannt ist. Ein ausgelaufenes Pachtkonto ohne Schlussabrechnung ist " +
    "wieder `aktiv`, wenn sein `pachtende` auf heute, später oder auf null rückt. Was gebucht ist, bleibt: Änderungen an " +
    "gebuchten Tagen sind 409.",
  ...recht("daten.schreiben"),
  request: { params: IdParameter, ...koerper(UpdatePachtkontoBody) },
  responses: {
    200: jsonMitETag(Pachtkonto, "Das geänderte Pachtkonto"),
    404: keines,
    409: problem(
      "Der Zeitraum ist gebucht (`zeitraum_gebucht`), das Konto ist schlussabgerechnet (`schlussabgerechnet`), der " +
        "Statuswechsel ist unmöglich (`status_unmoeglich`), die Kontonummer ist vergeben (`kontonummer_vergeben`), der neue " +
        "Rhythmus schließt nicht an (`raster_passt_nicht`), ein Buchungslauf bucht das Konto gerade (`lauf_aktiv`)",
      KontoKonflikt,
    ),
  },
});

const deletePachtkonto = createRoute({
  method: "delete",
  path: "/pachtkonten/{id}",
  operationId: "deletePachtkonto",
  tags,
  summary: "Pachtkonto löschen",
  description: "Nur ein Konto ohne Buchungen, Objekte, Dokumente und abgeschlossene Hebungen.",
  ...recht("daten.loeschen"),
  request: { params: IdParameter },
  responses: {
    204: { description: "Gelöscht" },
    404: keines,
    409: problem("Es hängt noch etwas daran (`wird_verwendet`)"),
  },
});

export function mountPachtkonten(app: App, deps: Deps): void {
  const { sql } = deps;
  app.openapi(getNextKontonummer, async (c) => c.json(await leseNaechsteKontonummer(sql), 200));
  app.openapi(listPachtkonten, async (c) => {
    const filter = c.req.valid("query");
    return alsSeite(await lies(c, deps, (db) => listePachtkonten(db, filter)), filter);
  });
  app.openapi(createPachtkonto, async (c) =>
    c.json(mitETag(c, await legePachtkontoAn(sql, c.get("kontext"), c.req.valid("json"))), 201),
  );
  app.openapi(getPachtkonto, async (c) => {
    const konto = await lesePachtkonto(sql, c.req.valid("param").id, c.get("kontext").heute);
    return c.json(mitETag(c, konto, konto.fristen), 200);
  });
  app.openapi(updatePachtkonto, async (c) =>
    c.json(
      mitETag(c, await aenderePachtkonto(sql, c.get("kontext"), c.req.valid("param").id, c.req.valid("json"))),
      200,
    ),
  );
  app.openapi(deletePachtkonto, async (c) => {
    await loeschePachtkonto(sql, c.get("kontext"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}
