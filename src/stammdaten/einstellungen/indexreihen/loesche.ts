import { konflikt } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere, protokolliereAlle } from "../../../technik/auditlog/protokolliere.ts";
import { pruefeVersion } from "../../../technik/database/aendern.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { jeMonat } from "./fassungen.ts";
import { leseIndexreihe } from "./pflege.ts";
import * as q from "./queries.ts";

/** Why a series has to stay; null: nothing names it. */
const grundZuBleiben = ({ klauseln, kontonummern, hebungen, vorgaengerinnen }: q.Verwendung): string | null => {
  if (klauseln > 0) {
    const weitere = klauseln > kontonummern.length ? ` und ${klauseln - kontonummern.length} weiteren` : "";
    return `Die Wertsicherung von ${kontonummern.join(", ")}${weitere} folgt dieser Indexreihe. Bitte die Klauseln zuerst auf eine andere Reihe umstellen.`;
  }
  if (hebungen > 0)
    return `${hebungen === 1 ? "Eine Hebung beruht" : `${hebungen} Hebungen beruhen`} auf dieser Indexreihe; sie bleibt als deren Beleg.`;
  if (vorgaengerinnen.length > 0) return `Diese Indexreihe setzt eine andere fort: ${vorgaengerinnen.join(", ")}.`;
  return null;
};

/**
 * Deletes a series that nobody uses, with its versions.
 *
 * @throws Ablehnung nichtGefunden, konflikt `wird_verwendet` that says by what
 */
export function loescheIndexreihe(sql: Sql, kontext: Kontext, id: number): Promise<void> {
  return schreibe(sql, kontext, async (tx) => {
    await q.sperreReiheZumLoeschen(tx, id);
    const alt = await leseIndexreihe(tx, id);
    pruefeVersion(kontext, alt.version);
    const grund = grundZuBleiben(await q.findVerwendung(tx, id));
    if (grund !== null) throw konflikt("wird_verwendet", grund);
    const fassungen = await q.listFassungen(tx, id);
    await q.deleteIndexreihe(tx, id);
    await protokolliereAlle(
      tx,
      kontext,
      fassungen.map(({ id: fassungId, nr, basis, staende }) => ({
        aktion: "loeschen",
        ressource: "indexfassung",
        ressourceId: fassungId,
        alt: { reiheId: id, nr, basis, staende: jeMonat(staende) },
      })),
    );
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "indexreihe", ressourceId: id, alt });
  });
}
