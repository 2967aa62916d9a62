import type { Db } from "../../technik/database/pool.ts";

/** What the company data still lack for a document that anybody may pay on; empty when booking is possible. */
export const listFehlendeFirmendaten = async (sql: Db): Promise<string[]> => {
  const [zeile] = await sql<{ fehlend: string[] }[]>`
    select array_remove(array[
      case when firma is null then 'firma' end,
      case when strasse is null then 'strasse' end,
      case when plz is null then 'plz' end,
      case when ort is null then 'ort' end,
      case when steuernummer is null then 'steuernummer' end,
      case when treuhandkonto_iban is null then 'treuhandkonto' end
    ], null) fehlend
    from firmendaten`;
  return zeile?.fehlend ?? ["firma"];
};

/** The database's clock, in which `eingabe_geaendert_am` is written too. */
export const findZeitpunkt = async (sql: Db): Promise<string> => {
  const [zeile] = await sql<{ zeitpunkt: string }[]>`select now() zeitpunkt`;
  return zeile?.zeitpunkt ?? "";
};

/** Accounts changed or booked since `seit`; at most a thousand. */
export const listGeaendertSeit = (sql: Db, seit: string, auswahl: number[] | null) => {
  const nur = auswahl ? sql`and k.id = any(${auswahl})` : sql``;
  return sql<{ pachtkontoId: number; kontonummer: string }[]>`
    select k.id pachtkonto_id, k.kontonummer
    from pachtkonto k
    where (
      k.eingabe_geaendert_am >= ${seit}
      or k.id in (
        select g.pachtkonto_id
        from buchungslauf l
        join gebuchter_zeitraum g on g.buchungslauf_id = l.id
        where l.beendet_am >= ${seit} or g.storniert_am >= ${seit}
      )
    ) ${nur}
    order by k.kontonummer
    limit 1000`;
};
