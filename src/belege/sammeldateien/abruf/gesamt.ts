import type { Kontext } from "../../../kern/kontext.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { layoutVersion } from "../../briefe/daten.ts";
import { verlangeLauf } from "../lauf.ts";
import * as q from "../queries.ts";
import type { PdfGesamtFilter } from "../schema.ts";
import { angabenGesamt, ausArchiv } from "../zeichnung/quellen.ts";
import { holeAusAuftrag, type Lieferung, zeichneDirekt } from "./hole.ts";

/**
 * All letters of a run in the order of their numbers, those of its Storno documents included.
 *
 * @param direktBis so many letters are drawn at once, more by the worker
 * @throws Ablehnung nichtGefunden, konflikt `lauf_nicht_abgeschlossen`, `keine_schreiben` or `pdf_nicht_erstellbar`
 */
export async function holeGesamt(
  sql: Sql,
  kontext: Kontext,
  { buchungslaufId, teil }: PdfGesamtFilter,
  direktBis: number,
): Promise<Lieferung> {
  const lauf = await verlangeLauf(sql, buchungslaufId);
  const anzahl = await q.countBelege(sql, buchungslaufId);
  const was = {
    name: `Schreiben-${lauf.datum}`,
    sonst: "Der Buchungslauf hat keine Belege: In seinen Zeiträumen war nichts zu berechnen.",
    nachweis: { ressource: "buchungslauf", ressourceId: buchungslaufId, neu: { art: "pdf-gesamt" } },
    teil,
  };
  if (anzahl <= direktBis) {
    const ids = await q.listBelegIds(sql, buchungslaufId);
    return zeichneDirekt(sql, kontext, was, angabenGesamt(lauf.datum, lauf.belegdatum), ausArchiv(sql, ids));
  }
  return holeAusAuftrag(sql, kontext, was, {
    art: "gesamt",
    schluessel: buchungslaufId,
    // A Storno adds documents to the run.
    stand: `${anzahl}|${layoutVersion}`,
    abruf: `/abrechnung/pdf-gesamt?buchungslaufId=${buchungslaufId}`,
    buchungslaufId,
    datum: null,
    heute: null,
    listIds: (tx) => q.listBelegIds(tx, buchungslaufId),
  });
}
