import { createRoute } from "@hono/zod-openapi";
import { alsPdf, mitETag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht, verlange } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { datei, json, jsonMitETag, problem } from "../../technik/http/schema.ts";
import { ExtaccountingDocumentAction, ExtaccountingProblem, tags } from "../schema.ts";
import type { Dienst } from "../versuch/fuehreAus.ts";
import { fuehreAktionAus } from "./fuehreAktionAus.ts";
import { leseDokument } from "./lese.ts";
import { lesePdf } from "./lesePdf.ts";
import { listeDokumente } from "./liste.ts";
import { AktionParameter, DokumentFilter, ExtaccountingDocumentDetail, ExtaccountingDocumentList } from "./schema.ts";

const keinBeleg = problem("Kein Archivbeleg mit dieser id");
const nichtBereit = {
  502: problem(
    "Das Buchhaltungssystem weist die Anmeldung zurück; ein Mensch muss etwas tun (`extaccounting_nicht_bereit`)",
    ExtaccountingProblem,
  ),
  503: problem(
    "Das Buchhaltungssystem ist nicht erreichbar oder nimmt gerade nichts an (`extaccounting_nicht_bereit`)",
    ExtaccountingProblem,
  ),
};

const listDocuments = createRoute({
  method: "get",
  path: "/extaccounting/documents",
  operationId: "listExtaccountingDocuments",
  tags,
  summary: "Archivbelege mit ihrem Stand im Buchhaltungssystem",
  description: "Die neuesten zuerst: nach Belegdatum, dann id, absteigend.",
  ...recht("daten.lesen"),
  request: { query: DokumentFilter },
  responses: { 200: json(ExtaccountingDocumentList, "Eine Seite der Belege") },
});

const getDocument = createRoute({
  method: "get",
  path: "/extaccounting/documents/{id}",
  operationId: "getExtaccountingDocument",
  tags,
  summary: "Einen Archivbeleg mit seinem Stand im Buchhaltungssystem lesen",
  description: "Mit der Vorschau aus dem Archiv und allen Versuchen.",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: jsonMitETag(ExtaccountingDocumentDetail, "Der Beleg"), 404: keinBeleg },
});

const postAction = createRoute({
  method: "post",
  path: "/extaccounting/documents/{id}/{action}",
  operationId: "runExtaccountingAction",
  tags,
  summary: "Eine Aktion an einem Beleg ausführen",
  description: `\`export\` übergibt (aus pending, failed, deleted; aus legacy mit \`bestaetigt\`), \`refresh\` liest den
Stand außen (aus synced, cancelled), \`reconcile\` klärt, was offen blieb (aus uncertain, failed, synced), \`cancel\`
storniert außen (aus synced), \`delete\` löscht einen Entwurf ohne Nummer (aus failed, pending, cancelled; sonst 409
\`unveraenderlich\`). Der Export eines Stornos storniert den Beleg außen. Vor jeder Anfrage steht fest, was gesendet wird:
bleibt die Antwort aus, ist der Beleg \`uncertain\`. \`cancel\` und \`delete\` nur Administrator und Verwalter.`,
  ...dauert,
  ...recht("extern.uebergeben"),
  request: {
    params: AktionParameter,
    body: { required: false, content: { "application/json": { schema: ExtaccountingDocumentAction } } },
  },
  responses: {
    200: jsonMitETag(ExtaccountingDocumentDetail, "Der Beleg nach der Aktion"),
    404: keinBeleg,
    409: problem(
      "Der Zustand erlaubt es nicht (`zustand`), das System kann es nicht (`nicht_unterstuetzt`), am Beleg läuft schon " +
        "eine Aktion (`aktion_laeuft`), das Archivkonto ist gesperrt (`gesperrt`), der Beleg wird nicht übergeben " +
        "(`uebersprungen`), er braucht eine Bestätigung (`bestaetigung_noetig`), das Original ist ungeklärt " +
        "(`original_ungeklaert`), es ist ein Storno (`storno`), sein Storno ist übergeben (`storno_uebertragen`), er " +
        "wurde nie gesendet (`nie_gesendet`), er steht in einem anderen System (`anderes_system`), es ist kein System " +
        "eingerichtet (`nicht_eingerichtet`), es ist kein Mandant ausgewählt (`kein_mandant`), zu löschen ist " +
        "dort kein Entwurf ohne Nummer (`unveraenderlich`)",
    ),
    ...nichtBereit,
  },
});

const getPdf = createRoute({
  method: "get",
  path: "/extaccounting/documents/{id}/pdf",
  operationId: "getExtaccountingPdf",
  tags,
  summary: "Das PDF des zugeordneten Belegs im Buchhaltungssystem",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: {
    200: datei("application/pdf", "Das PDF des Buchhaltungssystems"),
    404: keinBeleg,
    409: problem("Es gibt dort kein PDF (`kein_pdf`), es ist kein System eingerichtet (`nicht_eingerichtet`)"),
    ...nichtBereit,
  },
});

export function mountExtaccountingDokumente(app: App, dienst: Dienst): void {
  const { sql } = dienst;
  app.openapi(listDocuments, async (c) => c.json(await listeDokumente(sql, c.req.valid("query")), 200));
  app.openapi(getDocument, async (c) => c.json(mitETag(c, await leseDokument(sql, c.req.valid("param").id)), 200));
  app.openapi(postAction, async (c) => {
    const { id, action } = c.req.valid("param");
    const kontext = c.get("kontext");
    if (action === "cancel" || action === "delete") verlange(kontext, "extern.fuehren");
    return c.json(mitETag(c, await fuehreAktionAus(dienst, kontext, id, action, c.req.valid("json"))), 200);
  });
  app.openapi(getPdf, async (c) => {
    const { inhalt, dateiname } = await lesePdf(dienst, c.req.valid("param").id);
    return alsPdf(inhalt, dateiname.replace(/\.pdf$/i, ""));
  });
}
