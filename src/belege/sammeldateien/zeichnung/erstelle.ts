import type { Sql } from "../../../technik/database/pool.ts";
import { stueckgroesse } from "../../../technik/http/dateien/stuecke.ts";
import type { Angaben } from "../../briefe/satz/blatt.ts";
import type { SammeldateiAuftrag } from "../jobs.ts";
import { verlangeLauf } from "../lauf.ts";
import {
  angabenEntwurf,
  angabenGesamt,
  angabenHebungsentwurf,
  ausArchiv,
  ausHebungen,
  ausVorschau,
  type Quelle,
} from "./quellen.ts";
import * as q from "./queries.ts";
import { beginneTeil, type FertigerTeil, type Teil } from "./teil.ts";

export type Vorgaben = {
  /** Letters in one file. */
  jeDatei: number;
  signal?: AbortSignal;
};

/** After so many documents or accounts the progress is written down. */
const jeMeldung = 100;

/**
 * Draws a combined file part by part. A part that is finished stays: stopped or killed, the next call goes on with the
 * part that was under way.
 *
 * @returns parts that it has made; none if the file is finished or was removed
 * @throws the reason of `signal` when aborted
 */
export async function erstelleSammeldatei(
  sql: Sql,
  auftrag: SammeldateiAuftrag,
  { jeDatei, signal }: Vorgaben,
): Promise<{ teile: number }> {
  const arbeit = await q.findArbeit(sql, auftrag);
  if (!arbeit) return { teile: 0 };
  const { angaben, quelle } = await oeffne(sql, arbeit);
  let erledigt = arbeit.erledigt;
  let fertige = 0;
  let teil: Teil | undefined;
  const legeAb = async (): Promise<void> => {
    if (!teil) return;
    const fertig = await teil.schliesse();
    teil = undefined;
    fertige += 1;
    await speichere(sql, arbeit.id, arbeit.teile + fertige, erledigt, fertig);
  };
  for await (const gruppe of quelle) {
    signal?.throwIfAborted();
    if (teil && teil.anzahl + gruppe.length > jeDatei) await legeAb();
    for (const schreiben of gruppe)
      if (teil) await teil.nimm(schreiben);
      else teil = await beginneTeil(angaben, schreiben);
    erledigt += 1;
    if (erledigt % jeMeldung === 0 && (await q.updateFortschritt(sql, arbeit.id, erledigt)) === 0)
      return { teile: fertige };
  }
  await legeAb();
  await q.updateFertig(sql, arbeit.id);
  return { teile: fertige };
}

export function merkeFehler(sql: Sql, auftrag: SammeldateiAuftrag, fehler: string) {
  return q.updateFehler(sql, auftrag, fehler);
}

const oeffne = async (
  sql: Sql,
  { art, ids, erledigt, datum, heute, buchungslaufId }: q.Arbeit,
): Promise<{ angaben: Omit<Angaben, "verfasser">; quelle: Quelle }> => {
  const offen = ids.slice(erledigt);
  if (art === "hebungsentwurf" && heute !== null)
    return { angaben: angabenHebungsentwurf(heute), quelle: ausHebungen(sql, offen, heute) };
  if (datum !== null && heute !== null)
    return { angaben: angabenEntwurf(datum, heute), quelle: ausVorschau(sql, offen, datum, heute) };
  const lauf = await verlangeLauf(sql, String(buchungslaufId));
  return { angaben: angabenGesamt(lauf.datum, lauf.belegdatum), quelle: ausArchiv(sql, offen) };
};

/** All of a part or nothing of it. */
const speichere = (
  sql: Sql,
  dateiId: number,
  nr: number,
  bis: number,
  { inhalt, ...teil }: FertigerTeil,
): Promise<unknown> =>
  sql.begin(async (tx) => {
    await q.insertTeil(tx, dateiId, { ...teil, nr, bis, groesse: inhalt.length });
    for (let stueck = 0; stueck * stueckgroesse < inhalt.length; stueck += 1) {
      const von = stueck * stueckgroesse;
      await q.insertStueck(tx, dateiId, nr, stueck, inhalt.subarray(von, von + stueckgroesse));
    }
  });
