import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { beauftrageEinmal } from "../../technik/database/auftrag/beauftrage.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { leseAuftrag } from "../auftraege/lese.ts";
import type { Auftrag } from "../auftraege/schema.ts";
import type { Zeitplanname } from "./plan.ts";

/** Has the worker do it now; asked again before it is done, it is the same job. */
export function starteZeitplan(sql: Sql, kontext: Kontext, basis: string, name: Zeitplanname): Promise<Auftrag> {
  return schreibe(sql, kontext, async (tx) => {
    const { auftragId } = await beauftrageEinmal(tx, name, kontext.akteur);
    await protokolliere(tx, kontext, {
      aktion: "zeitplan_starten",
      ressource: "auftrag",
      ressourceId: auftragId,
      neu: { art: name },
    });
    return leseAuftrag(tx, kontext.akteur, basis, auftragId);
  });
}
