import { leseBeleg } from "../../belege/archiv/lese.ts";
import { konflikt } from "../../kern/ablehnung.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { worte } from "../../technik/database/suche.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import { Absage } from "../adapter/typen.ts";
import type { DokumentFilter, ExtaccountingDocument, ExtaccountingDocumentDetail } from "../schema.ts";
import { istSystemfehler, nichtBereit } from "../verbindung/unterbrecher.ts";
import { type Dienst, findeStaende } from "../versuch/fuehreAus.ts";
import * as q from "../versuch/queries.ts";
import { erlaubteAktionen, findeHindernisAussen } from "../versuch/regeln.ts";
import * as liste from "./queries.ts";

/** Without a search the counts are kept ready; a page beyond the end needs no look at the documents. */
export const listeDokumente = async (sql: Sql, filter: DokumentFilter): Promise<Liste<ExtaccountingDocument>> => {
  const { integrationsstart } = await q.findEinstellungen(sql);
  const gesucht = worte(filter.search).length > 0;
  const total = gesucht
    ? await liste.zaehleGesuchte(sql, filter, integrationsstart)
    : await liste.findAnzahl(sql, filter.state, integrationsstart);
  const leer = (filter.page - 1) * filter.limit >= total;
  const ids = leer
    ? []
    : gesucht
      ? await liste.listGesuchte(sql, filter, integrationsstart)
      : await liste.listIds(sql, filter, integrationsstart);
  return alsListe([...(await liste.listDokumente(sql, ids))], total, filter);
};

export const leseDokument = async (sql: Sql, id: number): Promise<ExtaccountingDocumentDetail> => {
  const [{ stand, original }, [zeile], vorschau, versuche] = await Promise.all([
    findeStaende(sql, id),
    liste.listDokumente(sql, [id]),
    leseBeleg(sql, id),
    q.listVersuche(sql, id),
  ]);
  return {
    ...(zeile as ExtaccountingDocument),
    version: stand.version,
    mandantId: stand.mandantId,
    externZustand: stand.externZustand,
    code: stand.code,
    phase: stand.phase,
    nichtVor: stand.nichtVor,
    erlaubteAktionen: erlaubteAktionen(stand, original),
    vorschau,
    versuche: [...versuche],
  };
};

const istPdf = (inhalt: Uint8Array): boolean => new TextDecoder("latin1").decode(inhalt.subarray(0, 5)) === "%PDF-";

const keinPdf = (detail: string) => konflikt("kein_pdf", detail);

/** @throws Ablehnung nichtGefunden, konflikt `kein_pdf` and others, fremdsystem/nichtVerfuegbar */
export const lesePdf = async ({ sql, anbindung }: Dienst, id: number) => {
  const { stand } = await findeStaende(sql, id);
  const { externId } = stand;
  if (externId === null) throw keinPdf("Von diesem Beleg steht nichts im Buchhaltungssystem.");
  const leitung = await anbindung.oeffne();
  await leitung.pruefe();
  const { faehigkeiten } = leitung.adapter;
  const hindernis = findeHindernisAussen("refresh", stand, undefined, { ...leitung, faehigkeiten });
  if (hindernis) throw hindernis;
  if (!faehigkeiten.pdf) throw keinPdf("Dieses Buchhaltungssystem gibt keine PDFs heraus.");
  const pdf = await leitung
    .frage((adapter, aufruf) => adapter.pdf(externId, aufruf))
    .catch((fehler: unknown) => {
      if (!(fehler instanceof Absage)) throw fehler;
      const { code, ursache, wartezeitMs = 1_000 } = fehler.absage;
      throw istSystemfehler({ code }) ? nichtBereit({ code, ursache }, wartezeitMs) : keinPdf(ursache);
    });
  if (!pdf || !istPdf(pdf.inhalt))
    throw keinPdf("Das Buchhaltungssystem hat von diesem Beleg kein PDF (vielleicht ein anderes Format).");
  return pdf;
};
