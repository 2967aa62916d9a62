import { createRoute, z } from "@hono/zod-openapi";
import { zumAuftrag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { angenommen, json, koerper, problem } from "../../technik/http/schema.ts";
import { tags } from "../schema.ts";
import type { Dienst } from "../versuch/fuehreAus.ts";
import { legeAuftragAn } from "./legeAn.ts";
import { listeAuftraege } from "./liste.ts";
import { ExtaccountingAuftragKonflikt, ExtaccountingJob, ExtaccountingJobRequest } from "./schema.ts";

const listJobs = createRoute({
  method: "get",
  path: "/extaccounting/jobs",
  operationId: "listExtaccountingJobs",
  tags,
  summary: "Die jüngsten 50 Aufträge mit ihrem Fortschritt",
  ...recht("daten.lesen"),
  responses: { 200: json(z.array(ExtaccountingJob), "Die Aufträge, der neueste zuerst") },
});

const postJob = createRoute({
  method: "post",
  path: "/extaccounting/jobs",
  operationId: "createExtaccountingJob",
  tags,
  summary: "Viele Belege im Hintergrund übergeben, auffrischen oder klären",
  description:
    "Von jeder Art läuft einer zugleich. Ohne `dokumentIds` und `filter` gilt er allen, die anstehen. Belege gesperrter " +
    "Archivkonten bleiben draußen. Steht das Buchhaltungssystem nicht bereit, hält der Auftrag an und geht später weiter; " +
    "ein angehaltener wird mit `fortsetzen` gleich fortgesetzt, durch einen neuen ersetzt.",
  ...recht("extern.fuehren"),
  request: koerper(ExtaccountingJobRequest),
  responses: {
    202: angenommen(ExtaccountingJob),
    404: problem("Einen der Belege gibt es nicht"),
    409: problem(
      "Ein Auftrag dieser Art läuft schon (`auftrag_aktiv`), keiner ist angehalten (`nichts_fortzusetzen`), es ist kein " +
        "System eingerichtet (`nicht_eingerichtet`), es ist kein Mandant ausgewählt (`kein_mandant`)",
      ExtaccountingAuftragKonflikt,
    ),
  },
});

export function mountAuftraege(app: App, { sql, verbindung }: Dienst, basis: string): void {
  app.openapi(listJobs, async (c) => {
    c.set("zeigtFertiges", true);
    return c.json(await listeAuftraege(sql), 200);
  });
  app.openapi(postJob, async (c) => {
    const job = await legeAuftragAn(sql, c.get("kontext"), verbindung.system, c.req.valid("json"));
    return c.json(job, 202, zumAuftrag(basis, job));
  });
}
