import { Ablehnung, ungueltig } from "../../kern/ablehnung.ts";
import { addiereMonate, formatTag, parseTag } from "../../kern/kalender/tag.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { listUnbekannteIds, type Umfang } from "../eingabe/lade.ts";
import { hoechstensInAnfrage, type VorschauFilter, vorschauMonate } from "./schema.ts";

/**
 * @param parameter that names the accounts
 * @throws Ablehnung ungueltig for unknown accounts or too many of them
 */
export async function pruefeAuswahl(
  sql: Sql,
  auswahl: number[] | undefined,
  hoechstens: number,
  parameter = "auswahl",
): Promise<number[] | null> {
  if (!auswahl) return null;
  if (auswahl.length > hoechstens)
    throw new Ablehnung(
      "ungueltig",
      "auswahl_zu_gross",
      `Die Auswahl darf höchstens ${hoechstens} Pachtkonten nennen.`,
    );
  const ids = [...new Set(auswahl)].sort((a, b) => a - b);
  const unbekannt = await listUnbekannteIds(sql, ids);
  if (unbekannt.length > 0)
    throw ungueltig(parameter, "unbekannt", `Diese Pachtkonten gibt es nicht: ${unbekannt.join(", ")}`);
  return ids;
}

/** "1,2,3" as a parameter gives it. */
export function leseAuswahl(text: string | undefined): number[] | undefined {
  return text?.split(",").map(Number);
}

/**
 * What a preview is asked for.
 *
 * @throws Ablehnung ungueltig when `datum` lies further ahead than due dates are planned, or for the selection
 */
export async function pruefeUmfang(
  sql: Sql,
  { datum, auswahl }: { datum: string; auswahl?: number[] },
  heute: string,
  hoechstens: number,
): Promise<Umfang> {
  if (datum > formatTag(addiereMonate(parseTag(heute), vorschauMonate)))
    throw ungueltig("datum", "zu_weit", `Das Datum darf höchstens ${vorschauMonate} Monate nach heute liegen.`);
  return { datum, auswahl: await pruefeAuswahl(sql, auswahl, hoechstens), belegdatum: heute };
}

/** The same for a preview that may be of one account: that and a selection both narrow it. */
export async function pruefeFilter(
  sql: Sql,
  { datum, auswahl, pachtkontoId }: Pick<VorschauFilter, "datum" | "auswahl" | "pachtkontoId">,
  heute: string,
): Promise<Umfang> {
  const umfang = await pruefeUmfang(sql, { datum, auswahl: leseAuswahl(auswahl) }, heute, hoechstensInAnfrage);
  if (pachtkontoId === undefined) return umfang;
  await pruefeAuswahl(sql, [pachtkontoId], 1, "pachtkontoId");
  const istGewaehlt = umfang.auswahl === null || umfang.auswahl.includes(pachtkontoId);
  return { ...umfang, auswahl: istGewaehlt ? [pachtkontoId] : [] };
}
