import { Ablehnung, nichtGefunden } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere, protokolliereAlle } from "../../../technik/auditlog/protokolliere.ts";
import { pruefeVersion } from "../../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import type { Bereich } from "../../../technik/http/dateien/dateiantwort.ts";
import { ausStuecken, derReiheNach, legeStueckeAb } from "../../../technik/http/dateien/stuecke.ts";
import type { Eingang } from "../../../technik/http/dateien/upload.ts";
import { alsListe, type Liste } from "../../../technik/http/schema.ts";
import { haltePachtkonto, verlangePachtkonto } from "../verlange.ts";
import { arten, erkenneArt } from "./art.ts";
import { sichererName } from "./name.ts";
import * as q from "./queries.ts";
import type { Dokument, DokumentFilter } from "./schema.ts";

export async function listeDokumente(sql: Sql, pachtkontoId: number, filter: DokumentFilter): Promise<Liste<Dokument>> {
  await verlangePachtkonto(sql, pachtkontoId);
  const [zeilen, total] = await Promise.all([
    q.listDokumente(sql, pachtkontoId, filter),
    q.countDokumente(sql, pachtkontoId, filter),
  ]);
  return alsListe([...zeilen], total, filter);
}

/**
 * Keeps a file with an account, piece by piece in one transaction, of which no more than two run at a time.
 *
 * @throws Ablehnung nichtGefunden, or falscherTyp for content that is not on the list of types
 */
export async function legeDokumentAb(
  sql: Sql,
  kontext: Kontext,
  pachtkontoId: number,
  datei: Eingang,
): Promise<Dokument> {
  const art = await erkenneArt(datei.pfad, datei.groesse, datei.name);
  if (!art)
    throw new Ablehnung(
      "falscherTyp",
      "dateityp",
      "Angenommen werden PDF, PNG, JPEG, TIFF, DOCX, XLSX, ODT und ODS ohne Makros sowie Text und CSV in UTF-8.",
    );
  const { medientyp, endungen } = arten[art];
  const kopiere = async (tx: Tx) => {
    await haltePachtkonto(tx, pachtkontoId);
    const neu = await q.insertDokument(tx, {
      pachtkontoId,
      dateiname: sichererName(datei.name, endungen),
      medientyp,
      groesse: datei.groesse,
      sha256: datei.sha256,
      hochgeladenVon: kontext.akteur.name,
    });
    await legeStueckeAb(datei, (nr, inhalt) => q.insertStueck(tx, neu.id, nr, inhalt));
    await protokolliere(tx, kontext, {
      aktion: "anlegen",
      ressource: "pachtkonto_dokument",
      ressourceId: neu.id,
      neu,
    });
    return neu;
  };
  return derReiheNach(() => schreibe(sql, kontext, kopiere));
}

/** @throws Ablehnung nichtGefunden */
export async function leseDokument(sql: Sql, pachtkontoId: number, id: number): Promise<Dokument> {
  const dokument = await q.findDokument(sql, pachtkontoId, id);
  if (!dokument) throw nichtGefunden("Ein Dokument mit der id", id);
  return dokument;
}

/** Records that a document leaves the house, or which part of it. */
export function merkeDownload(
  sql: Sql,
  kontext: Kontext,
  { id, pachtkontoId, dateiname }: Dokument,
  bereich: Bereich | undefined,
): Promise<void> {
  return protokolliere(sql, kontext, {
    aktion: "herunterladen",
    ressource: "pachtkonto_dokument",
    ressourceId: id,
    neu: { pachtkontoId, dateiname, ...(bereich ? { bytes: `${bereich.von}-${bereich.bis}` } : {}) },
  });
}

export function oeffneInhalt(sql: Sql, id: number, bereich: Bereich): ReadableStream<Uint8Array> {
  return ausStuecken(bereich, (nr) => q.findStueck(sql, id, nr));
}

/** @throws Ablehnung nichtGefunden, veraltet */
export function loescheDokument(sql: Sql, kontext: Kontext, pachtkontoId: number, id: number): Promise<void> {
  return schreibe(sql, kontext, async (tx) => {
    const alt = await q.findDokumentGesperrt(tx, pachtkontoId, id);
    if (!alt) throw nichtGefunden("Ein Dokument mit der id", id);
    pruefeVersion(kontext, alt.version);
    await q.deleteDokument(tx, id);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "pachtkonto_dokument", ressourceId: id, alt });
  });
}

/** All uploads of these accounts; the entries say that they went, not what they were called. */
export async function loescheDokumenteVon(tx: Tx, kontext: Kontext, pachtkontoIds: readonly number[]): Promise<void> {
  const ids = await q.deleteDokumenteVon(tx, pachtkontoIds);
  await protokolliereAlle(
    tx,
    kontext,
    ids.map((ressourceId) => ({ aktion: "loeschen", ressource: "pachtkonto_dokument", ressourceId })),
  );
}
