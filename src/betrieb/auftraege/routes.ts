import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import { zumAuftrag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { angenommen, json, problem } from "../../technik/http/schema.ts";
import { leseAuftrag, listeAuftraege } from "./lese.ts";
import { Auftrag, AuftragFilter, AuftragPaginatedList } from "./schema.ts";
import { wiederholeAuftrag } from "./wiederhole.ts";

const tags = ["Betrieb"];
const keiner = problem("Kein Auftrag mit dieser id");

const listAuftraege = createRoute({
  method: "get",
  path: "/betrieb/auftraege",
  operationId: "listAuftraege",
  tags,
  summary: "Hintergrundaufträge der letzten 90 Tage",
  description:
    "Der neueste zuerst. Administratoren und Verwalter sehen alle, auch die der Zeitpläne, alle anderen ihre eigenen.",
  ...recht("auftraege.lesen"),
  request: { query: AuftragFilter },
  responses: { 200: json(AuftragPaginatedList, "Eine Seite der Aufträge") },
});

const getAuftrag = createRoute({
  method: "get",
  path: "/betrieb/auftraege/{id}",
  operationId: "getAuftrag",
  tags,
  summary: "Ein Hintergrundauftrag mit seinem Fortschritt",
  description:
    "Jede Antwort mit 202 nennt ihn in `Location`. Administratoren und Verwalter lesen alle, alle anderen ihre eigenen.",
  ...recht("auftraege.lesen"),
  request: { params: IdParameter },
  responses: { 200: json(Auftrag, "Der Auftrag"), 404: keiner },
});

const wiederhole = createRoute({
  method: "post",
  path: "/betrieb/auftraege/{id}/wiederholen",
  operationId: "wiederholeAuftrag",
  tags,
  summary: "Einen fehlgeschlagenen Auftrag noch einmal erteilen",
  description: "Es entsteht ein neuer Auftrag; der fehlgeschlagene bleibt, wie er ist.",
  ...recht("betrieb.fuehren"),
  request: { params: IdParameter },
  responses: {
    202: angenommen(Auftrag),
    404: keiner,
    409: problem(
      "Der Auftrag ist nicht fehlgeschlagen (`nicht_fehlgeschlagen`), seine Wiederholung oder einer dieser Art wartet " +
        "oder läuft schon (`auftrag_aktiv`), er ist schon wiederholt (`schon_wiederholt`), eine Datei mit vielen Schreiben entsteht beim nächsten Abruf (`erneut_abrufen`)",
    ),
  },
});

export function mountBetriebsauftraege(app: App, { sql, config }: Deps): void {
  const basis = config.BASE_PATH;
  app.openapi(listAuftraege, async (c) => {
    c.set("zeigtFertiges", true);
    return c.json(await listeAuftraege(sql, c.get("kontext").akteur, basis, c.req.valid("query")), 200);
  });
  app.openapi(getAuftrag, async (c) => {
    c.set("zeigtFertiges", true);
    return c.json(await leseAuftrag(sql, c.get("kontext").akteur, basis, c.req.valid("param").id), 200);
  });
  app.openapi(wiederhole, async (c) => {
    const auftrag = await wiederholeAuftrag(sql, c.get("kontext"), basis, c.req.valid("param").id);
    return c.json(auftrag, 202, zumAuftrag(basis, { auftragId: auftrag.id }));
  });
}
