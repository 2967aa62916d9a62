import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { aendereHebung } from "./pflege.ts";
import { listFuerSammelaktion } from "./queries.ts";
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

/**
 * Leads many increases one step on, each by itself and by the rules of the single step: what is refused keeps no other
 * one back, and a second call goes on with what is left.
 */
export const fuehreSammelaktionAus = async (
  sql: Sql,
  kontext: Kontext,
  { aktion, hebungIds, filter }: HebungSammelaktionBody,
): Promise<HebungSammelaktion> => {
  const { von, nach } = wege[aktion];
  const ids = hebungIds ? [...new Set(hebungIds)] : await listFuerSammelaktion(sql, von, filter ?? {});
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
      if (!(fehler instanceof Ablehnung)) throw fehler;
      ergebnis.abgelehnt.push({ hebungId: id, code: fehler.code, detail: fehler.detail });
    }
  return ergebnis;
};
