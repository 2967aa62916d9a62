import { sperreLaeufe } from "../../abrechnung/buchung/laeufe/lese.ts";
import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { pruefeVersion } from "../../technik/database/aendern.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import * as q from "./queries.ts";
import type { Archivkonto, MarkierungBody } from "./schema.ts";

const unmarkiert = { version: 1, markierung: null, notiz: null };

/**
 * Marks an archived account. A note that is not named stays; with the marking it goes. Who locks an account while a
 * payment file of its run is made waits for it, and finds the file there.
 *
 * @throws Ablehnung nichtGefunden, or veraltet when the caller has seen another marking
 */
export function markiereArchivkonto(
  sql: Sql,
  kontext: Kontext,
  id: number,
  { markierung, notiz }: MarkierungBody,
): Promise<Archivkonto> {
  return schreibe(sql, kontext, async (tx) => {
    const archiviert = await q.findArchivkontoZeile(tx, id);
    if (!archiviert) throw nichtGefunden("Ein Archivkonto mit der id", id);
    // Holds off another first marking, too: until something is marked there is no row that could be locked.
    await sperreLaeufe(tx, [archiviert.buchungslaufId]);
    const alt = (await q.findMarkierungGesperrt(tx, id)) ?? unmarkiert;
    pruefeVersion(kontext, alt.version);
    // A note that is not sent stays, and goes with the mark.
    const bleibende = markierung === null ? null : alt.notiz;
    const neu = { markierung, notiz: notiz === undefined ? bleibende : notiz };
    if (neu.markierung !== alt.markierung || neu.notiz !== alt.notiz) {
      await q.insertMarkierung(tx, id, kontext.akteur.name);
      await q.updateMarkierung(tx, id, { ...neu, benutzerName: kontext.akteur.name });
      await protokolliere(tx, kontext, {
        aktion: "markieren",
        ressource: "archivkonto",
        ressourceId: id,
        alt: { markierung: alt.markierung, notiz: alt.notiz },
        neu,
      });
    }
    const konto = await q.findArchivkontoZeile(tx, id);
    if (!konto) throw nichtGefunden("Ein Archivkonto mit der id", id);
    return konto;
  });
}
