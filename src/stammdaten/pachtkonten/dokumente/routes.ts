import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Deps } from "../../../technik/deps.ts";
import { mitETag } from "../../../technik/http/antwort.ts";
import type { App, Env } from "../../../technik/http/app.ts";
import { anordnung, dateiAntworten, sendeDatei } from "../../../technik/http/dateien/dateiantwort.ts";
import { dateiKoerper, mitDatei } from "../../../technik/http/dateien/upload.ts";
import { KennungParameter } from "../../../technik/http/parameter.ts";
import { recht } from "../../../technik/http/recht.ts";
import { json, jsonMitETag, problem } from "../../../technik/http/schema.ts";
import { verlangePachtkonto } from "../verlange.ts";
import { arten } from "./art.ts";
import {
  legeDokumentAb,
  leseDokument,
  listeDokumente,
  loescheDokument,
  merkeDownload,
  oeffneInhalt,
} from "./pflege.ts";
import { Dokument, DokumentFilter, DokumentPaginatedList, DokumentParameter } from "./schema.ts";

const tags = ["Pachtkonten"];
const keinKonto = problem("Kein Pachtkonto mit dieser id");
const keines = problem("Kein Pachtkonto oder Dokument mit dieser id");
const hoechstensMib = 20;

const listDokumente = createRoute({
  method: "get",
  path: "/pachtkonten/{id}/dokumente",
  operationId: "listDokumente",
  tags,
  summary: "Dokumente eines Pachtkontos",
  description: "Die neuesten zuerst. `search` sucht im Dateinamen.",
  ...recht("daten.lesen"),
  request: { params: KennungParameter, query: DokumentFilter },
  responses: { 200: json(DokumentPaginatedList, "Eine Seite der Dokumente"), 404: keinKonto },
});

const createDokument = createRoute({
  method: "post",
  path: "/pachtkonten/{id}/dokumente",
  operationId: "createDokument",
  tags,
  summary: "Dokument zu einem Pachtkonto hochladen",
  description:
    `Höchstens ${hoechstensMib} MiB. Der Typ wird am Inhalt erkannt: PDF, PNG, JPEG, TIFF, DOCX, XLSX, ODT und ODS ohne Makros, Text ` +
    "und CSV in UTF-8; alles andere ist 415. Der Dateiname wird bereinigt und erhält die Endung seines Typs.",
  ...recht("daten.schreiben"),
  request: { params: KennungParameter, ...dateiKoerper("Die Datei", hoechstensMib) },
  responses: {
    201: jsonMitETag(Dokument, "Das abgelegte Dokument"),
    404: keinKonto,
    415: problem("Diese Art von Datei wird nicht angenommen (`dateityp`)"),
  },
});

const binaer = { schema: z.string().openapi({ type: "string", format: "binary" }) };
const inhalt = Object.fromEntries(Object.values(arten).map(({ medientyp }) => [medientyp, binaer]));

const downloadDokument = createRoute({
  method: "get",
  path: "/pachtkonten/{id}/dokumente/{docId}/download",
  operationId: "downloadDokument",
  tags,
  summary: "Dokument herunterladen",
  description:
    "Auch in Teilen (`Range`, mit `If-Range`) und nur bei Änderung (`If-None-Match`). Jeder Abruf steht im Audit-Log.",
  ...recht("daten.lesen"),
  request: { params: DokumentParameter },
  responses: {
    ...dateiAntworten(inhalt),
    404: keines,
  },
});

const deleteDokument = createRoute({
  method: "delete",
  path: "/pachtkonten/{id}/dokumente/{docId}",
  operationId: "deleteDokument",
  tags,
  summary: "Dokument löschen",
  description: "Für `If-Match` seine `version` aus der Liste; der ETag des Downloads ist keine Fassung.",
  ...recht("daten.loeschen"),
  request: { params: DokumentParameter },
  responses: { 204: { description: "Gelöscht" }, 404: keines },
});

const sende = (c: Context<Env>, { sql }: Deps, dokument: Dokument): Promise<Response> =>
  sendeDatei(c, {
    sha256: dokument.sha256,
    groesse: dokument.groesse,
    medientyp: dokument.medientyp.startsWith("text/") ? `${dokument.medientyp}; charset=utf-8` : dokument.medientyp,
    anordnung: anordnung("attachment", dokument.dateiname),
    kopfzeilen: { "Content-Security-Policy": "sandbox; default-src 'none'" },
    oeffne: (bereich) => oeffneInhalt(sql, dokument.id, bereich),
    merke: (bereich) => merkeDownload(sql, c.get("kontext"), dokument, bereich),
  });

export function mountDokumente(app: App, deps: Deps): void {
  const { sql } = deps;
  app.openapi(listDokumente, async (c) =>
    c.json(await listeDokumente(sql, c.req.valid("param").id, c.req.valid("query")), 200),
  );
  app.openapi(createDokument, async (c) => {
    const { id } = c.req.valid("param");
    await verlangePachtkonto(sql, id);
    const neu = await mitDatei(c, hoechstensMib, (datei, kontext) => legeDokumentAb(sql, kontext, id, datei));
    return c.json(mitETag(c, neu), 201);
  });
  app.openapi(downloadDokument, async (c) => {
    const { id, docId } = c.req.valid("param");
    return sende(c, deps, await leseDokument(sql, id, docId));
  });
  app.openapi(deleteDokument, async (c) => {
    const { id, docId } = c.req.valid("param");
    await loescheDokument(sql, c.get("kontext"), id, docId);
    return c.body(null, 204);
  });
}
