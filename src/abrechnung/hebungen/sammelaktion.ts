import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { ausGleichzeitigem } from "../../technik/database/ablehnungen.ts";
import { einlass } from "../../technik/database/einlass.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { halteSchluessel, merkeAntwort } from "../../technik/database/schreibe.ts";
import { mitHalter } from "../../technik/database/sperre.ts";
import { aendereHebung } from "./pflege.ts";
import { listBenannte, listFuerSammelaktion } from "./queries.ts";
import {
  type Hebung,
  type HebungSammelaktion,
  type HebungSammelaktionBody,
  hoechstensJeSammelaktion,
} from "./schema.ts";

const wege: Record<HebungSammelaktionBody["aktion"], { von: Hebung["status"][]; nach: Hebung["status"] }> = {
  aktivieren: { von: ["geplant"], nach: "aktiv" },
  stornieren: { von: ["geplant", "aktiv"], nach: "storniert" },
};

/** Each holds a connection for its key while it works on others. */
const derReiheNach = einlass(2);

/**
 * Leads many increases one step on, the earliest first, each by itself and by the rules of the single step: what is
 * refused keeps no other one back, and a second call goes on with what is left. The same `Idempotency-Key` gets the first
 * answer again.
 */
export function fuehreSammelaktionAus(
  sql: Sql,
  kontext: Kontext,
  body: HebungSammelaktionBody,
): Promise<HebungSammelaktion> {
  // The key is that of the whole: a step that had it would be the only one.
  const { einmal, ...jeSchritt } = kontext;
  if (!einmal) return fuehreAlle(sql, jeSchritt, body);
  return derReiheNach(() =>
    mitHalter(sql, async (halter) => {
      const schon = await halteSchluessel(halter, kontext);
      if (schon) return schon.antwort as HebungSammelaktion;
      const ergebnis = await fuehreAlle(sql, jeSchritt, body);
      await merkeAntwort(sql, kontext, ergebnis);
      return ergebnis;
    }),
  );
}

const fuehreAlle = async (
  sql: Sql,
  kontext: Kontext,
  { aktion, hebungIds, filter }: HebungSammelaktionBody,
): Promise<HebungSammelaktion> => {
  const { von, nach } = wege[aktion];
  const ids = await (hebungIds ? listBenannte(sql, hebungIds) : listFuerSammelaktion(sql, von, filter ?? {}));
  const ergebnis: HebungSammelaktion = {
    erledigt: [],
    abgelehnt: [],
    uebrig: Math.max(0, ids.length - hoechstensJeSammelaktion),
  };
  for (const id of ids.slice(0, hoechstensJeSammelaktion))
    try {
      await aendereHebung(sql, kontext, id, { status: nach });
      ergebnis.erledigt.push(id);
    } catch (fehler) {
      const ablehnung = fehler instanceof Ablehnung ? fehler : ausGleichzeitigem(fehler);
      if (!ablehnung) throw fehler;
      ergebnis.abgelehnt.push({ hebungId: id, code: ablehnung.code, detail: ablehnung.detail });
    }
  return ergebnis;
};
