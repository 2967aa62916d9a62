import { isDeepStrictEqual } from "node:util";
import { nichtGefunden } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { pruefeVersion } from "../../../technik/database/aendern.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { verlangeKeineVeroeffentlichung } from "../../faelligkeiten/sperre.ts";
import { type FeldwerteFassung, findFeldwerte, findFeldwerteGesperrt, updateFeldwerte } from "./queries.ts";
import type { Feldwerte } from "./schema.ts";

export const leseFeldwerte = async (sql: Sql, pachtkontoId: number): Promise<FeldwerteFassung> => {
  const fassung = await findFeldwerte(sql, pachtkontoId);
  if (!fassung) throw nichtGefunden("Ein Pachtkonto mit der id", pachtkontoId);
  return fassung;
};

/** Named after their place in the account, so that no own field is taken for one of the record's. */
const imKonto = (feldwerte: Feldwerte) =>
  Object.fromEntries(Object.entries(feldwerte).map(([name, wert]) => [`feldwerte.${name}`, wert]));

/** Replaces all own fields of an account. */
export const ersetzeFeldwerte = (
  sql: Sql,
  kontext: Kontext,
  pachtkontoId: number,
  feldwerte: Feldwerte,
): Promise<FeldwerteFassung> =>
  schreibe(sql, kontext, async (tx) => {
    await verlangeKeineVeroeffentlichung(tx, [pachtkontoId]);
    const alt = await findFeldwerteGesperrt(tx, pachtkontoId);
    if (!alt) throw nichtGefunden("Ein Pachtkonto mit der id", pachtkontoId);
    pruefeVersion(kontext, alt.version);
    if (isDeepStrictEqual(feldwerte, alt.feldwerte)) return alt;
    const neu = await updateFeldwerte(tx, pachtkontoId, feldwerte);
    await protokolliere(tx, kontext, {
      aktion: "aendern",
      ressource: "pachtkonto",
      ressourceId: pachtkontoId,
      alt: imKonto(alt.feldwerte),
      neu: imKonto(neu.feldwerte),
    });
    return neu;
  });
