import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Deps } from "../technik/deps.ts";
import { alsPdf, mitETag } from "../technik/http/antwort.ts";
import type { App, Env } from "../technik/http/app.ts";
import { recht, verlange } from "../technik/http/recht.ts";
import { datei, IdParameter, json, koerper, problem } from "../technik/http/schema.ts";
import { legeAuftragAn, listeAuftraege } from "./auftraege/legeAn.ts";
import { handle } from "./dokumente/fuehreAktionAus.ts";
import { leseDokument, lesePdf, listeDokumente } from "./dokumente/lese.ts";
import { aendereEinstellungen, type Fassung, leseEinstellungen } from "./einstellungen/aendere.ts";
import {
  AktionParameter,
  DokumentFilter,
  ExtaccountingDocumentAction,
  ExtaccountingDocumentDetail,
  ExtaccountingDocumentList,
  ExtaccountingJob,
  ExtaccountingJobRequest,
  ExtaccountingProblem,
  ExtaccountingSettings,
  ExtaccountingStatus,
} from "./schema.ts";
import { leseStatus } from "./status/lese.ts";
import { erstelleAnbindung } from "./verbindung/verbindung.ts";

const tags = ["Externe Buchhaltung"];
const keinBeleg = problem("Kein Archivbeleg mit dieser id");
const nichtBereit = {
  502: problem("Das Buchhaltungssystem weist die Anmeldung zurück; ein Mensch muss etwas tun", ExtaccountingProblem),
  503: problem(
    "Das Buchhaltungssystem ist nicht erreichbar oder nimmt gerade nichts an (`Retry-After`)",
    ExtaccountingProblem,
  ),
};

const getStatus = createRoute({
  method: "get",
  path: "/extaccounting/status",
  operationId: "getExtaccountingStatus",
  tags,
  summary: "Zustand der Verbindung zum Buchhaltungssystem",
  description:
    "Antwortet immer mit 200; ist das System nicht erreichbar, steht `verbunden` auf false und in `problem` warum. Nach " +
    "einer abgewiesenen Anmeldung fragt der Dienst nicht wieder an, bis Einstellungen oder Konfiguration sich ändern oder " +
    "eine Viertelstunde vergangen ist: sonst sperrt das Buchhaltungssystem den Zugang.",
  ...recht("daten.lesen"),
  responses: { 200: json(ExtaccountingStatus, "Der Zustand") },
});

const getSettings = createRoute({
  method: "get",
  path: "/extaccounting/settings",
  operationId: "getExtaccountingSettings",
  tags,
  summary: "Zuordnung zum Treuhänder im Buchhaltungssystem lesen",
  description: "Die Fassung steht nur im ETag. Die Zugangsdaten stehen in der Konfiguration und nirgends sonst.",
  ...recht("daten.lesen"),
  responses: { 200: json(ExtaccountingSettings, "Die Einstellungen") },
});

const putSettings = createRoute({
  method: "put",
  path: "/extaccounting/settings",
  operationId: "updateExtaccountingSettings",
  tags,
  summary: "Zuordnung zum Treuhänder im Buchhaltungssystem ändern",
  description:
    "Ändert die genannten Felder; `null` leert ein Feld, `zuordnungen` werden als Ganzes ersetzt. Angehaltene Aufträge " +
    "gehen danach weiter.",
  ...recht("extern.einrichten"),
  request: koerper(ExtaccountingSettings),
  responses: { 200: json(ExtaccountingSettings, "Die geänderten Einstellungen") },
});

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
  responses: { 200: json(ExtaccountingDocumentDetail, "Der Beleg"), 404: keinBeleg },
});

const postAction = createRoute({
  method: "post",
  path: "/extaccounting/documents/{id}/{action}",
  operationId: "runExtaccountingAction",
  tags,
  summary: "Eine Aktion an einem Beleg ausführen",
  description: `\`export\` übergibt (aus pending, failed; aus legacy mit \`bestaetigt\`), \`refresh\` liest den Stand außen
(aus synced, cancelled), \`reconcile\` klärt, was offen blieb (aus uncertain, failed, synced), \`cancel\` storniert außen
(aus synced), \`delete\` löscht einen Entwurf ohne Nummer (aus failed, pending, cancelled). Der Export eines Stornos
storniert den Beleg außen. Vor jeder Anfrage steht fest, was gesendet wird: bleibt die Antwort aus, ist der Beleg
\`uncertain\`. \`cancel\` und \`delete\` nur Administrator und Verwalter.`,
  ...recht("extern.uebergeben"),
  request: {
    params: AktionParameter,
    body: { required: false, content: { "application/json": { schema: ExtaccountingDocumentAction } } },
  },
  responses: {
    200: json(ExtaccountingDocumentDetail, "Der Beleg nach der Aktion"),
    404: keinBeleg,
    409: problem("Nicht erlaubt, nicht unterstützt, oder am Beleg läuft schon eine Aktion (`aktion_laeuft`)"),
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
    409: problem("Es gibt dort kein PDF (`kein_pdf`)"),
    ...nichtBereit,
  },
});

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
    202: json(ExtaccountingJob, "Der angenommene Auftrag"),
    404: problem("Einen der Belege gibt es nicht"),
    409: problem("Ein Auftrag dieser Art läuft schon (`auftrag_aktiv`)", ExtaccountingProblem),
  },
});

const alsAntwort = (c: Context<Env>, fassung: Fassung) => {
  const { version: _, ...einstellungen } = mitETag(c, fassung);
  return einstellungen;
};

export const mountExtaccounting = (app: App, { sql, config, uhr, melde }: Deps): void => {
  const anbindung = erstelleAnbindung(sql, config, uhr, melde);
  const { system } = anbindung;
  const dienst = { sql, anbindung, uhr };
  app.openapi(getStatus, async (c) => c.json(await leseStatus(anbindung), 200));
  app.openapi(getSettings, async (c) => c.json(alsAntwort(c, await leseEinstellungen(sql, system)), 200));
  app.openapi(putSettings, async (c) => {
    const fassung = await aendereEinstellungen(sql, c.get("kontext"), system, c.req.valid("json"));
    return c.json(alsAntwort(c, fassung), 200);
  });
  app.openapi(listDocuments, async (c) => c.json(await listeDokumente(sql, c.req.valid("query")), 200));
  app.openapi(getDocument, async (c) => c.json(mitETag(c, await leseDokument(sql, c.req.valid("param").id)), 200));
  app.openapi(postAction, async (c) => {
    const { id, action } = c.req.valid("param");
    const kontext = c.get("kontext");
    if (action === "cancel" || action === "delete") verlange(kontext, "extern.fuehren");
    return c.json(mitETag(c, await handle(dienst, kontext, id, action, c.req.valid("json"))), 200);
  });
  app.openapi(getPdf, async (c) => {
    const { inhalt, dateiname } = await lesePdf(dienst, c.req.valid("param").id);
    return alsPdf(inhalt, dateiname.replace(/\.pdf$/i, ""));
  });
  app.openapi(listJobs, async (c) => c.json(await listeAuftraege(sql), 200));
  app.openapi(postJob, async (c) =>
    c.json(await legeAuftragAn(sql, c.get("kontext"), system, c.req.valid("json")), 202),
  );
};
