import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { leseZahlungsdatei } from "./lese.ts";
import * as q from "./queries.ts";
import type { VerwerfenBody, Zahlungsdatei } from "./schema.ts";

/**
 * Discards a file that never went to the bank: its payments are free for another one.
 *
 * @throws Ablehnung nichtGefunden, or konflikt `schon_verworfen`
 */
export function verwerfeZahlungsdatei(
  sql: Sql,
  kontext: Kontext,
  id: number,
  { grund }: VerwerfenBody,
): Promise<Zahlungsdatei> {
  return schreibe(sql, kontext, async (tx) => {
    await q.sperreZahlungsdatei(tx, id);
    const alt = await leseZahlungsdatei(tx, id);
    if (alt.verworfen) throw konflikt("schon_verworfen", "Die Zahlungsdatei ist schon verworfen.");
    await q.updateVerworfen(tx, id, kontext.jetzt.toISOString(), kontext.akteur.name, grund);
    const neu = await leseZahlungsdatei(tx, id);
    await protokolliere(tx, kontext, {
      aktion: "verwerfen",
      ressource: "zahlungsdatei",
      ressourceId: id,
      alt: { verworfen: null },
      neu: { verworfen: neu.verworfen },
    });
    return neu;
  });
}
