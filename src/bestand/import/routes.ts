import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import { zumAuftrag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { dateiKoerper, mitDatei } from "../../technik/http/dateien/upload.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { angenommen, json, koerper, problem } from "../../technik/http/schema.ts";
import { lasseAusfuehren, nimmAn } from "./annahme.ts";
import { leseImport, listeBefunde } from "./lese.ts";
import { BefundFilter, Import, ImportAusfuehrungBody, ImportBefundPaginatedList, ImportFilter } from "./schema.ts";

const tags = ["Import und Bestand"];
const keiner = problem("Kein Import mit dieser id");
const hoechstensMib = 50;

const createImport = createRoute({
  method: "post",
  path: "/import",
  operationId: "createImport",
  tags,
  summary: "Eine Datei für den Import hochladen und prüfen",
  description:
    `Eine Mappe nach der Vorlage (\`/import/vorlage\`) oder ein Blatt davon als CSV (\`art\`), höchstens ${hoechstensMib} MiB. Der Worker ` +
    "liest und prüft jede Zeile nach denselben Regeln wie die Eingabe; in den Bestand schreibt er dabei nichts. Eine " +
    "fehlende Spalte oder Zeile lässt den Bestand, wie er ist, eine leere Zelle leert das Feld; wo es nicht leer sein " +
    "kann, gilt sie als nicht angegeben. Firmendaten nimmt er nur von Administratoren; eine Kontaktart, die es gibt, bleibt, " +
    "wie sie ist. " +
    "Nach 30 Tagen wird die Datei gelöscht.",
  ...recht("bestand.uebernehmen"),
  request: { query: ImportFilter, ...dateiKoerper("Die Mappe (XLSX) oder die CSV", hoechstensMib) },
  responses: { 202: angenommen(Import) },
});

const getImport = createRoute({
  method: "get",
  path: "/import/{id}",
  operationId: "getImport",
  tags,
  summary: "Wie weit ein Import ist, und was er täte",
  ...recht("bestand.uebernehmen"),
  request: { params: IdParameter },
  responses: { 200: json(Import, "Der Import"), 404: keiner },
});

const getBefunde = createRoute({
  method: "get",
  path: "/import/{id}/befunde",
  operationId: "listImportBefunde",
  tags,
  summary: "Was an den Zeilen eines Imports falsch oder auffällig ist",
  description: "Nach Blatt, Zeile und Reihenfolge des Findens; was die Datei als ganze betrifft, zuerst.",
  ...recht("bestand.uebernehmen"),
  request: { params: IdParameter, query: BefundFilter },
  responses: { 200: json(ImportBefundPaginatedList, "Eine Seite der Befunde"), 404: keiner },
});

const executeImport = createRoute({
  method: "post",
  path: "/import/{id}/ausfuehren",
  operationId: "executeImport",
  tags,
  summary: "Einen geprüften Import ausführen",
  description:
    "In einer einzigen Transaktion, ganz oder gar nicht, mit den Einträgen im Audit-Log, die dieselbe Eingabe von Hand " +
    "hätte. Geprüft wird dabei noch einmal: hat sich der Bestand inzwischen so geändert, dass ein Fehler daraus wird, " +
    "bleibt alles, wie es war, und der Befund sagt, warum. Dieselbe Datei ein zweites Mal ändert nichts.",
  ...recht("bestand.uebernehmen"),
  request: { params: IdParameter, ...koerper(ImportAusfuehrungBody) },
  responses: {
    202: angenommen(Import),
    404: keiner,
    409: problem(
      "Er ist noch nicht oder nicht zu Ende geprüft (`import_nicht_geprueft`), es gibt Fehler (`import_fehlerhaft`), er wird " +
        "schon ausgeführt (`import_laeuft`), er ist schon ausgeführt (`import_ausgefuehrt`)",
    ),
  },
});

export function mountImport(app: App, { sql, config }: Deps): void {
  const basis = config.BASE_PATH;
  app.openapi(createImport, async (c) => {
    const neu = await mitDatei(c, hoechstensMib, (datei, kontext) => nimmAn(sql, kontext, datei, c.req.valid("query")));
    return c.json(neu, 202, zumAuftrag(basis, neu));
  });
  app.openapi(getImport, async (c) => {
    c.set("zeigtFertiges", true);
    return c.json(await leseImport(sql, c.req.valid("param").id), 200);
  });
  app.openapi(getBefunde, async (c) =>
    c.json(await listeBefunde(sql, c.req.valid("param").id, c.req.valid("query")), 200),
  );
  app.openapi(executeImport, async (c) => {
    const lauf = await lasseAusfuehren(sql, c.get("kontext"), c.req.valid("param").id, c.req.valid("json"));
    return c.json(lauf, 202, zumAuftrag(basis, lauf));
  });
}
