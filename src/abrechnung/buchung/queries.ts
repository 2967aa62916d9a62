import type { Db } from "../../technik/database/pool.ts";
import { istBisEndeGebucht } from "../eingabe/ausstehend.ts";

/** Accounts changed or booked since `seit`, or of contacts that changed; at most a thousand. */
export const listGeaendertSeit = (sql: Db, seit: string, auswahl: number[] | null) => {
  const nur = auswahl ? sql`and k.id = any(${auswahl})` : sql``;
  return sql<{ pachtkontoId: number; kontonummer: string }[]>`
    select k.id pachtkonto_id, k.kontonummer
    from pachtkonto k
    cross join firmendaten e
    where (
      k.eingabe_geaendert_am >= ${seit} or e.eingabe_geaendert_am >= ${seit}
      or k.id in (
        select b.pachtkonto_id
        from kontakt p
        join pachtkonto_beteiligter b on b.kontakt_id = p.id
        where p.eingabe_geaendert_am >= ${seit}
      )
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

/**
 * The first day on which one of these accounts (null: any) has something due that is not booked. Ends are gone through only
 * up to the first due date: what is booked is looked up for each.
 */
export const findNaechsteFaelligkeit = async (sql: Db, auswahl: number[] | null): Promise<string | null> => {
  const nur = auswahl ? sql`and k.id = any(${auswahl})` : sql``;
  const [zeile] = await sql<{ faelligAm: string | null }[]>`
    with offen as (
      select min(f.faellig_am) tag
      from faelligkeit f
      join pachtkonto k on k.id = f.pachtkonto_id
      where f.status = 'offen' and k.status <> 'inaktiv' ${nur}
    )
    select least(
      (select tag from offen),
      (select min(k.pachtende) + 1
        from pachtkonto k
        where k.status <> 'inaktiv' and k.schlussabrechnung is null
          and k.pachtende < (select coalesce(tag, 'infinity') from offen) and ${istBisEndeGebucht(sql)} ${nur})) faellig_am`;
  return zeile?.faelligAm ?? null;
};
