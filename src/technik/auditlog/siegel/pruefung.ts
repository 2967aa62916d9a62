import { Buffer } from "node:buffer";
import { inMomentaufnahme } from "../../database/momentaufnahme.ts";
import type { Db, Sql } from "../../database/pool.ts";
import type { Aenderung } from "../protokolliere.ts";
import * as q from "./queries.ts";
import { anfang, kettenhash, wertehash } from "./siegel.ts";

/** Where the chain breaks first; `eintrag` is the id of the audit log's entry, null where none can be named. */
type Bruch = { eintrag: string | null; grund: string };

export type Befund = {
  /** Sealed entries that were found whole, and those that wait for their seal. */
  geprueft: number;
  offen: number;
  /** Of those found whole, the entries whose values were erased as a later, sealed entry says. */
  geloescht: number;
  /** Hash of the last entry that was found whole. */
  kopf: string;
  bruch: Bruch | null;
};

type Lage = { nr: number; hash: Buffer; siegelNr: number; siegelBis: number; geloescht: number };

/** What the log says about itself: which entry lost its values by which other one, and where chains ended. */
type Eigenes = { loeschungVon: Map<string, number>; fruehereEnden: string[] };

/** Whoever forges an entry may write anything there: it counts for nothing then. */
const liesWerte = (werte: string): Partial<Aenderung>[] => {
  try {
    const felder: unknown = JSON.parse(werte);
    return Array.isArray(felder) ? felder.filter((feld) => feld !== null && typeof feld === "object") : [];
  } catch {
    return [];
  }
};

const liesEigenes = async (tx: Db): Promise<Eigenes> => {
  const eigenes: Eigenes = { loeschungVon: new Map(), fruehereEnden: [] };
  for (const { id, nr, aktion, werte } of await q.listEigene(tx))
    for (const { feld, alt, neu } of liesWerte(werte)) {
      // Only what is sealed excuses values that are gone. The end of an earlier chain counts at once: after the migration
      // that sealed anew, or the restore of a backup from before it, no worker may have been there yet.
      if (nr !== null && aktion === "loeschen" && feld === "werte" && Array.isArray(neu))
        for (const genannt of neu as unknown[]) eigenes.loeschungVon.set(String(genannt), id);
      if (aktion === "versiegeln" && feld === "kopf") eigenes.fruehereEnden.push(String(alt));
    }
  return eigenes;
};

const istGeloescht = ({ werteHash, werte }: q.Glied): boolean => werteHash !== null && werte === null;

/**
 * An erasure names what was there before it: entries with smaller ids. Its place in the chain may come before theirs, that
 * of a transaction that had begun earlier, and waited for the one that made them.
 *
 * @returns what is wrong with the values that lie beside an entry
 */
const pruefeWerte = (glied: q.Glied, { loeschungVon }: Eigenes): string | null => {
  const { auditlogId, ressource, werteHash, salz, werte } = glied;
  if (istGeloescht(glied)) {
    const erlaubt = ressource !== "auditlog" && (loeschungVon.get(auditlogId) ?? 0) > Number(auditlogId);
    return erlaubt ? null : "hat seine Werte verloren, und kein versiegelter Löscheintrag nennt ihn";
  }
  if (werteHash === null) return werte === null ? null : "hat Werte bekommen, mit denen er nicht versiegelt ist";
  const passt = salz !== null && werte !== null && wertehash(salz, werte) === werteHash;
  return passt ? null : "hat andere Werte, als versiegelt sind: sie oder ihr Salz wurden geändert";
};

/** @returns what is wrong with the next place of the chain */
const pruefeGlied = (lage: Lage, glied: q.Glied, eigenes: Eigenes): string | null => {
  if (glied.nr !== lage.nr + 1) return `davor fehlen ${glied.nr - lage.nr - 1} Glieder der Kette`;
  if (glied.fehlt) return "ist gelöscht";
  if (kettenhash(lage.hash, glied).toString("hex") !== glied.hash)
    return `passt nicht zu seinem Hash: er oder der Hash davor (Glied ${lage.nr}) wurde geändert`;
  const werte = pruefeWerte(glied, eigenes);
  if (werte !== null || glied.siegelNr === null) return werte;
  if (glied.siegelNr !== lage.siegelNr + 1) return `ein Siegel davor fehlt (nach Nr. ${lage.siegelNr})`;
  if (glied.siegelN !== glied.nr - lage.siegelBis || glied.siegelHash !== glied.hash || !glied.siegelPasst)
    return `das Siegel Nr. ${glied.siegelNr} passt nicht zu ihm`;
  return null;
};

const pruefeKette = async (tx: Db, offeneAnker: Set<string>, jeTeil: number, melde: (geprueft: number) => void) => {
  const lage: Lage = { nr: 0, hash: anfang, siegelNr: 0, siegelBis: 0, geloescht: 0 };
  const eigenes = await liesEigenes(tx);
  for (const ende of eigenes.fruehereEnden) offeneAnker.delete(ende);
  let bruch: Bruch | null = null;
  let seitSiegel: string | null = null;
  while (!bruch) {
    const glieder = await q.listGlieder(tx, lage.nr, jeTeil);
    for (const glied of glieder) {
      const grund = pruefeGlied(lage, glied, eigenes);
      if (grund) {
        bruch = { eintrag: glied.auditlogId, grund };
        break;
      }
      lage.nr = glied.nr;
      lage.hash = Buffer.from(glied.hash, "hex");
      if (istGeloescht(glied)) lage.geloescht += 1;
      offeneAnker.delete(glied.hash);
      seitSiegel = glied.siegelNr === null ? (seitSiegel ?? glied.auditlogId) : null;
      if (glied.siegelNr !== null) Object.assign(lage, { siegelNr: glied.siegelNr, siegelBis: glied.nr });
    }
    melde(lage.nr);
    if (glieder.length < jeTeil) break;
  }
  if (!bruch && seitSiegel) bruch = { eintrag: seitSiegel, grund: "sein Siegel fehlt" };
  return { lage, bruch };
};

const pruefeRest = async (tx: Db, lage: Lage, verspaetet: number | null, anker: Set<string>): Promise<Bruch | null> => {
  const letztes = await q.findLetztesSiegel(tx);
  if (letztes && letztes.nr !== lage.siegelNr)
    return { eintrag: null, grund: `nach Glied ${lage.nr} fehlen Einträge bis zum Siegel Nr. ${letztes.nr}` };
  if (verspaetet !== null)
    return { eintrag: String(verspaetet), grund: "steht ohne Hash zwischen versiegelten Einträgen: eingefügt" };
  const verwaist = await q.findVerwaisteWerte(tx);
  if (verwaist !== undefined) return { eintrag: verwaist, grund: "fehlt, doch Werte stehen für ihn da: eingefügt" };
  const [fremder] = anker;
  if (fremder === undefined) return null;
  return { eintrag: null, grund: `der Anker ${fremder} kommt in der Kette nicht vor: sie wurde gekürzt oder ersetzt` };
};

/**
 * Computes the whole chain again, part by part in one snapshot, and stops at the first entry that does not hold. What
 * was cut off at the end, or sealed anew from end to end, only a hash kept elsewhere can tell.
 *
 * @param optionen.anker hashes, in hex, that must stand in the chain, or be the end of one that it replaced
 */
export function pruefeAuditlog(
  sql: Sql,
  optionen: { anker?: readonly string[]; jeTeil?: number; melde?: (geprueft: number) => void } = {},
): Promise<Befund> {
  return inMomentaufnahme(sql, async (tx) => {
    const { anker = [], jeTeil = 5_000, melde = () => {} } = optionen;
    const offeneAnker = new Set(anker.map((hash) => hash.toLowerCase()));
    const { lage, bruch } = await pruefeKette(tx, offeneAnker, jeTeil, melde);
    const { anzahl, verspaetet } = await q.zaehleOffene(tx);
    return {
      geprueft: lage.nr,
      offen: anzahl,
      geloescht: lage.geloescht,
      kopf: lage.hash.toString("hex"),
      bruch: bruch ?? (await pruefeRest(tx, lage, verspaetet, offeneAnker)),
    };
  });
}
