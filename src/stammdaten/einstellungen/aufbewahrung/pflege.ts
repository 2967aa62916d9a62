import type { Schreibkontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../../technik/database/aendern.ts";
import type { Db, Sql } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import * as q from "./queries.ts";
import type { UpdateAufbewahrungBody } from "./schema.ts";

/** Which years are held open, with the version that stands in the ETag. */
export function leseAufbewahrung(sql: Db): Promise<q.AufbewahrungFassung> {
  return q.findAufbewahrung(sql);
}

export function aendereAufbewahrung(
  sql: Sql,
  kontext: Schreibkontext,
  body: UpdateAufbewahrungBody,
): Promise<q.AufbewahrungFassung> {
  return schreibe(sql, kontext, async (tx) => {
    const alt = await q.findAufbewahrungGesperrt(tx);
    pruefeVersion(kontext, alt.version);
    const { offeneJahre } = uebernimm(alt, body, ["offeneJahre"]);
    const jahre = offeneJahre.toSorted((a, b) => a - b);
    if (istUnveraendert(alt, { ...alt, offeneJahre: jahre }, ["offeneJahre"])) return alt;
    const neu = await q.updateAufbewahrung(tx, jahre);
    await protokolliere(tx, kontext, { aktion: "aendern", ressource: "aufbewahrung", alt, neu });
    return neu;
  });
}
