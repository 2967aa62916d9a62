import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import { alsPdf, alsSeite, mitETag, zumAuftrag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { dateiAntworten, sendeDatei } from "../../technik/http/dateien/dateiantwort.ts";
import { lies } from "../../technik/http/lesen.ts";
import { IdParameter, KennungParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { angenommen, datei, json, jsonMitETag, jsonText, koerper, problem } from "../../technik/http/schema.ts";
import { erstelleKontoPdf, erstellePdf } from "../dokumente/beiBedarf.ts";
import { leseArchivkonto, leseBeleg, listeArchivkonten } from "./lese.ts";
import { leseErechnung, leseXrechnung } from "./leseErechnung.ts";
import { markiereArchivkonto } from "./markiere.ts";
import { listArchivseite } from "./queries.ts";
import {
  ArchivEintragDetail,
  ArchivEintragPaginatedList,
  ArchivFilter,
  Archivkonto,
  ArchivkontoDetail,
  ArchivkontoFilter,
  ArchivkontoPaginatedList,
  DokumenteJob,
  ErechnungFilter,
  MarkierungBody,
} from "./schema.ts";
import { trageDokumenteNach } from "./trageNach.ts";

const tags = ["Archiv und Schreiben"];
const keinBeleg = problem("Kein Archivbeleg mit dieser id");
const keinKonto = problem("Kein Archivkonto mit dieser id");
const nichtErstellbar = problem("Das PDF lässt sich nicht erstellen (`pdf_nicht_erstellbar`)");

const listArchiv = createRoute({
  method: "get",
  path: "/abrechnung/archiv",
  operationId: "listArchiv",
  tags,
  summary: "Archivierte Belege suchen",
  description:
    "Ohne `sort` die neuesten zuerst: nach Belegdatum, dann id, absteigend. Alle Filter gelten zusammen, auch mit der Suche.",
  ...recht("daten.lesen"),
  request: { query: ArchivFilter },
  responses: { 200: jsonText(ArchivEintragPaginatedList, "Eine Seite der Belege") },
});

const getArchiv = createRoute({
  method: "get",
  path: "/abrechnung/archiv/{id}",
  operationId: "getArchivEintrag",
  tags,
  summary: "Einen archivierten Beleg lesen",
  description: "Mit Zeilen, ihrer Herleitung, Steuergruppen, Empfänger und Aussteller.",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: json(ArchivEintragDetail, "Der Beleg"), 404: keinBeleg },
});

const getArchivPdf = createRoute({
  method: "get",
  path: "/abrechnung/archiv/{id}/pdf",
  operationId: "getArchivPdf",
  tags,
  summary: "Das Schreiben eines archivierten Belegs",
  description: "Wird einmal erstellt und danach unverändert ausgeliefert.",
  ...recht("daten.lesen"),
  request: { params: IdParameter },
  responses: { 200: datei("application/pdf", "Das Schreiben"), 404: keinBeleg, 409: nichtErstellbar },
});

const getArchivXml = createRoute({
  method: "get",
  path: "/abrechnung/archiv/{id}/xml",
  operationId: "getArchivXml",
  tags,
  summary: "Die E-Rechnung eines archivierten Belegs",
  description:
    "Factur-X/ZUGFeRD im Profil EN 16931 (UN/CEFACT CII): dieselbe Datei, die als `factur-x.xml` im Schreiben steckt. " +
    "Eine Auszahlungsmitteilung an einen Verpächter ohne Umsatzsteuer und ein Schreiben aus der Zeit davor haben keine. " +
    "`profil=xrechnung`: XRechnung 3.0 (CII) neben dem Schreiben, wenn der Empfänger bei der Buchung eine Leitweg-ID hatte.",
  ...recht("daten.lesen"),
  request: { params: IdParameter, query: ErechnungFilter },
  responses: {
    ...dateiAntworten({ "application/xml": { schema: z.string() } }),
    404: keinBeleg,
    409: problem(
      "Der Beleg hat keine E-Rechnung (`keine_erechnung`), er hat keine XRechnung (`keine_xrechnung`), sein Schreiben lässt sich nicht erstellen (`pdf_nicht_erstellbar`)",
    ),
  },
});

const listArchivKonten = createRoute({
  method: "get",
  path: "/abrechnung/archiv-konten",
  operationId: "listArchivKonten",
  tags,
  summary: "Was je Lauf und Pachtkonto gebucht wurde",
  description: "Die neuesten zuerst: nach id, absteigend.",
  ...recht("daten.lesen"),
  request: { query: ArchivkontoFilter },
  responses: { 200: json(ArchivkontoPaginatedList, "Eine Seite der Archivkonten") },
});

const getArchivKonto = createRoute({
  method: "get",
  path: "/abrechnung/archiv-konten/{id}",
  operationId: "getArchivKonto",
  tags,
  summary: "Ein Archivkonto mit seinen Belegen lesen",
  ...recht("daten.lesen"),
  request: { params: KennungParameter },
  responses: { 200: jsonMitETag(ArchivkontoDetail, "Das Archivkonto"), 404: keinKonto },
});

const getArchivKontoPdf = createRoute({
  method: "get",
  path: "/abrechnung/archiv-konten/{id}/pdf",
  operationId: "getArchivKontoPdf",
  tags,
  summary: "Der Kontoauszug eines Laufs",
  description:
    "Jeder Beleg, den der Lauf für dieses Pachtkonto erstellt hat, mit Vortrag und Summen. Stornobelege stehen nicht darin: " +
    "der Auszug bleibt, wie er bei der Buchung war.",
  ...recht("daten.lesen"),
  request: { params: KennungParameter },
  responses: { 200: datei("application/pdf", "Der Kontoauszug"), 404: keinKonto, 409: nichtErstellbar },
});

const patchMarkierung = createRoute({
  method: "patch",
  path: "/abrechnung/archiv-konten/{id}/markierung",
  operationId: "markiereArchivKonto",
  tags,
  summary: "Ein Archivkonto markieren",
  description: "Markierung und Notiz stehen neben dem Archiv; was gebucht ist, ändern sie nicht.",
  ...recht("abrechnung.markieren"),
  request: { params: KennungParameter, ...koerper(MarkierungBody) },
  responses: { 200: jsonMitETag(Archivkonto, "Das markierte Archivkonto"), 404: keinKonto },
});

const backfillDokumente = createRoute({
  method: "post",
  path: "/abrechnung/backfill-dokumente",
  operationId: "backfillDokumente",
  tags,
  summary: "Fehlende Schreiben erstellen",
  description:
    "Ein Hintergrundauftrag, von dem zugleich nur einer besteht: er erstellt die fehlenden Schreiben aller Belege, auch " +
    "die zuvor fehlgeschlagenen, und nur diese. Wie weit ein Lauf ist, steht in `/abrechnung/buchungslaeufe/{id}`.",
  ...recht("abrechnung.buchen"),
  responses: { 202: angenommen(DokumenteJob) },
});

export function mountArchiv(app: App, deps: Deps): void {
  const { sql, config } = deps;
  app.openapi(listArchiv, async (c) => {
    const filter = c.req.valid("query");
    return alsSeite(await lies(c, deps, (db) => listArchivseite(db, filter)), filter);
  });
  app.openapi(getArchiv, async (c) => c.json(await leseBeleg(sql, c.req.valid("param").id), 200));
  app.openapi(getArchivPdf, async (c) => {
    const { inhalt, belegnummer } = await erstellePdf(sql, c.req.valid("param").id);
    return alsPdf(inhalt, belegnummer);
  });
  app.openapi(getArchivXml, async (c) => {
    const lese = c.req.valid("query").profil === "xrechnung" ? leseXrechnung : leseErechnung;
    const { xml, sha256, belegnummer } = await lese(sql, c.req.valid("param").id);
    return sendeDatei(c, {
      sha256,
      groesse: xml.length,
      medientyp: "application/xml",
      anordnung: `attachment; filename="${belegnummer}.xml"`,
      oeffne: ({ von, bis }) => xml.subarray(von, bis + 1),
      merke: () => Promise.resolve(),
    });
  });
  app.openapi(listArchivKonten, async (c) => c.json(await listeArchivkonten(sql, c.req.valid("query")), 200));
  app.openapi(getArchivKonto, async (c) =>
    c.json(mitETag(c, await leseArchivkonto(sql, c.req.valid("param").id)), 200),
  );
  app.openapi(patchMarkierung, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(mitETag(c, await markiereArchivkonto(sql, c.get("kontext"), id, c.req.valid("json"))), 200);
  });
  app.openapi(backfillDokumente, async (c) => {
    const job = await trageDokumenteNach(sql, c.get("kontext"));
    return c.json(job, 202, zumAuftrag(config.BASE_PATH, job));
  });
  app.openapi(getArchivKontoPdf, async (c) => {
    const { inhalt, kontonummer, datum } = await erstelleKontoPdf(sql, c.req.valid("param").id);
    return alsPdf(inhalt, `Kontoauszug_${kontonummer}_${datum}`);
  });
}
