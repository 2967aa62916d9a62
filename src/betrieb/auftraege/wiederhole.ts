import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { beauftrage } from "../../technik/database/auftrag/beauftrage.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { sperre } from "../../technik/database/sperre.ts";
import { leseAuftrag } from "./lese.ts";
import { findEinreihung } from "./queries.ts";
import type { Auftrag } from "./schema.ts";

/**
 * A job is repeated once, then its repetition is; but for one that was taken out of the queue, which nobody can repeat.
 *
 * @throws Ablehnung konflikt `auftrag_aktiv`, `schon_wiederholt`
 */
const verlangeUnwiederholt = (wiederholung: Auftrag): void => {
  const { id, status } = wiederholung;
  if (status === "wartend" || status === "laeuft")
    throw konflikt("auftrag_aktiv", `Dieser Auftrag wird schon wiederholt, durch Auftrag ${id}.`);
  if (status !== "abgebrochen")
    throw konflikt(
      "schon_wiederholt",
      `Dieser Auftrag ist schon wiederholt, durch Auftrag ${id}. Ist auch der fehlgeschlagen, bitte ihn wiederholen.`,
    );
};

/**
 * Queues a failed job once more, as a new one; the failed one stays as it is.
 *
 * @throws Ablehnung nichtGefunden, konflikt `nicht_fehlgeschlagen`, `erneut_abrufen`, `auftrag_aktiv`, `schon_wiederholt`
 */
export function wiederholeAuftrag(sql: Sql, kontext: Kontext, basis: string, id: number): Promise<Auftrag> {
  return schreibe(sql, kontext, async (tx) => {
    const { akteur } = kontext;
    // The server may not change jobs and so not lock their rows: of two clerks the second waits here, and sees the first's.
    await sperre(tx, `auftrag ${id} wiederholen`);
    const { status, wiederholtDurch } = await leseAuftrag(tx, akteur, basis, id);
    const einreihung = await findEinreihung(tx, id);
    if (status !== "fehlgeschlagen" || !einreihung)
      throw konflikt("nicht_fehlgeschlagen", "Nur ein fehlgeschlagener Auftrag wird wiederholt.");
    if (einreihung.art === "sammeldatei")
      throw konflikt("erneut_abrufen", "Diese Datei entsteht neu, wenn sie wieder abgerufen wird.");
    if (wiederholtDurch !== null) verlangeUnwiederholt(await leseAuftrag(tx, akteur, basis, wiederholtDurch));
    const neu = await beauftrage(tx, einreihung.art, einreihung.daten, akteur, id);
    if (neu === null) throw konflikt("auftrag_aktiv", "Ein solcher Auftrag wartet oder läuft schon.");
    await protokolliere(tx, kontext, {
      aktion: "auftrag_wiederholen",
      ressource: "auftrag",
      ressourceId: neu.auftragId,
      neu: { art: einreihung.art, wiederholt: id },
    });
    return leseAuftrag(tx, akteur, basis, neu.auftragId);
  });
}
