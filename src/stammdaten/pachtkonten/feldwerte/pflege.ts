import { isDeepStrictEqual } from "node:util";
import { nichtGefunden } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliereAlle, type Urheber } from "../../../technik/auditlog/protokolliere.ts";
import { pruefeVersion } from "../../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { verlangeKeineVeroeffentlichung } from "../../faelligkeiten/sperre.ts";
import { type FeldwerteFassung, findFeldwerte, findFeldwerteGesperrt, updateFeldwerte } from "./queries.ts";
import type { Feldwerte } from "./schema.ts";

/** @throws Ablehnung nichtGefunden */
export async function leseFeldwerte(sql: Sql, pachtkontoId: number): Promise<FeldwerteFassung> {
  const fassung = await findFeldwerte(sql, pachtkontoId);
  if (!fassung) throw nichtGefunden("Ein Pachtkonto mit der id", pachtkontoId);
  return fassung;
}

/** Named after their place in the account, so that no own field is taken for one of the record's. */
const imKonto = (feldwerte: Feldwerte) =>
  Object.fromEntries(Object.entries(feldwerte).map(([name, wert]) => [`feldwerte.${name}`, wert]));

type Feldwertaenderung = { pachtkontoId: number; alt: Feldwerte; neu: Feldwerte };

/** @param aenderungen of locked accounts, each one once   @returns what they are now, in any order */
export async function aendereFeldwerte(
  tx: Tx,
  urheber: Urheber,
  aenderungen: readonly Feldwertaenderung[],
): Promise<(FeldwerteFassung & { id: number })[]> {
  const geschrieben = await updateFeldwerte(
    tx,
    aenderungen.map(({ pachtkontoId, neu }) => ({ id: pachtkontoId, feldwerte: neu })),
  );
  const jetzige = new Map(geschrieben.map(({ id, feldwerte }) => [id, feldwerte]));
  await protokolliereAlle(
    tx,
    urheber,
    aenderungen.map(({ pachtkontoId, alt }) => ({
      aktion: "aendern",
      ressource: "pachtkonto",
      ressourceId: pachtkontoId,
      alt: imKonto(alt),
      neu: imKonto(jetzige.get(pachtkontoId) ?? {}),
    })),
  );
  return [...geschrieben];
}

/** Replaces all own fields of an account. @throws Ablehnung nichtGefunden, veraltet, konflikt `lauf_aktiv` */
export function ersetzeFeldwerte(
  sql: Sql,
  kontext: Kontext,
  pachtkontoId: number,
  feldwerte: Feldwerte,
): Promise<FeldwerteFassung> {
  return schreibe(sql, kontext, async (tx) => {
    await verlangeKeineVeroeffentlichung(tx, [pachtkontoId]);
    const alt = await findFeldwerteGesperrt(tx, pachtkontoId);
    if (!alt) throw nichtGefunden("Ein Pachtkonto mit der id", pachtkontoId);
    pruefeVersion(kontext, alt.version);
    if (isDeepStrictEqual(feldwerte, alt.feldwerte)) return alt;
    const [neu] = await aendereFeldwerte(tx, kontext, [{ pachtkontoId, alt: alt.feldwerte, neu: feldwerte }]);
    return neu as FeldwerteFassung;
  });
}
