import type { Db, Sql } from "../database/pool.ts";
import { konflikt, nichtGefunden } from "../http/problem.ts";
import { type BriefDaten, layoutVersion } from "./briefdaten.ts";
import {
  findPdf,
  insertFehlschlaege,
  insertPdfs,
  ladeBriefe,
  listOhnePdf,
  type PdfZeile,
  zaehleOhnePdf,
} from "./queries.ts";
import { zeichneBriefe } from "./zeichneBrief.ts";

export type Pdf = { inhalt: Uint8Array; sha256: string; belegnummer: string };

/**
 * The letter of an archived document: the stored one, or made and stored now. Whoever stores first wins, so that
 * everybody is always served the same bytes.
 *
 * @throws Problem 404, or 409 `pdf_nicht_erstellbar` with the cause, which is kept with the document as well
 */
export const erstellePdf = async (sql: Sql, belegId: number): Promise<Pdf> => {
  const vorhanden = await findPdf(sql, belegId);
  if (vorhanden) return vorhanden;
  const [brief] = await ladeBriefe(sql, [belegId]);
  if (!brief) throw nichtGefunden("Archivbeleg", belegId);
  const { fehlschlaege } = await erstelleAlle(sql, [brief]);
  const gespeichert = await findPdf(sql, belegId);
  if (gespeichert) return gespeichert;
  throw konflikt("pdf_nicht_erstellbar", fehlschlaege[0]?.fehler ?? "Das PDF ließ sich nicht erstellen.");
};

type Fehlschlag = { beleg_id: number; fehler: string };

const jeStapel = 50;

export type Stueckzahl = { erstellt: number; fehlgeschlagen: number };

/**
 * Makes the missing letters of a run, batch by batch, so that it can be stopped anywhere and started again. A document
 * that fails is marked with its cause and does not stop the others; each pass tries it once more.
 *
 * @throws the reason of `signal` when aborted
 */
export const erstellePdfsDesLaufs = (
  sql: Sql,
  buchungslaufId: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Stueckzahl> => erstelleFehlende(sql, buchungslaufId, signal);

/** The same for every document of the archive that has no letter. */
export const erstelleFehlendePdfs = (sql: Sql, { signal }: { signal?: AbortSignal } = {}): Promise<Stueckzahl> =>
  erstelleFehlende(sql, null, signal);

export const zaehleFehlendePdfs = (sql: Db): Promise<number> => zaehleOhnePdf(sql);

const erstelleFehlende = async (
  sql: Sql,
  buchungslaufId: string | null,
  signal: AbortSignal | undefined,
): Promise<Stueckzahl> => {
  const ergebnis = { erstellt: 0, fehlgeschlagen: 0 };
  let nach = 0;
  for (;;) {
    signal?.throwIfAborted();
    const ids = await listOhnePdf(sql, buchungslaufId, nach, jeStapel);
    const letzte = ids.at(-1);
    if (letzte === undefined) return ergebnis;
    const { pdfs, fehlschlaege } = await erstelleAlle(sql, await ladeBriefe(sql, ids), signal);
    ergebnis.erstellt += pdfs.length;
    ergebnis.fehlgeschlagen += fehlschlaege.length;
    nach = letzte;
  }
};

const erstelleAlle = async (sql: Sql, briefe: BriefDaten[], signal?: AbortSignal) => {
  const pdfs: PdfZeile[] = [];
  const fehlschlaege: Fehlschlag[] = [];
  for (const brief of briefe) {
    if (signal?.aborted) break;
    for (const { id, ...ergebnis } of await zeichneBriefe([brief]))
      if ("fehler" in ergebnis) fehlschlaege.push({ beleg_id: id, ...ergebnis });
      else pdfs.push({ beleg_id: id, layout_version: layoutVersion, ...ergebnis });
  }
  if (pdfs.length > 0) await insertPdfs(sql, pdfs);
  if (fehlschlaege.length > 0) await insertFehlschlaege(sql, fehlschlaege);
  return { pdfs, fehlschlaege };
};
