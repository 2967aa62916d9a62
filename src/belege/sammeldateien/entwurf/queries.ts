import { empfaengerDaten } from "../../../abrechnung/buchung/schnappschuesse.ts";
import type { Vertragsart } from "../../../kern/fristen/vertrag.ts";
import type { EmpfaengerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import type { Db } from "../../../technik/database/pool.ts";

export const listEmpfaenger = (sql: Db, kontaktIds: number[]) => sql<{ id: number; daten: EmpfaengerSchnappschuss }[]>`
  select id, ${empfaengerDaten(sql)} daten
  from kontakt
  where id = any(${kontaktIds})`;

/** What a letter says of an account. */
export const listKontoangaben = (sql: Db, ids: number[]) => sql<
  { id: number; bezeichnung: string | null; vertragsart: Vertragsart | null; objektarten: string[] }[]
>`
  select k.id, k.bezeichnung, k.vertragsart,
    array(select distinct o.objektart from patchobjekt o where o.pachtkonto_id = k.id) objektarten
  from pachtkonto k
  where k.id = any(${ids})`;

/** The ids in the order of the account numbers. */
export const listNachNummer = async (sql: Db, ids: number[]): Promise<number[]> => {
  const [zeile] = await sql<{ ids: number[] }[]>`
    select coalesce(array_agg(id order by kontonummer collate "C"), '{}') ids
    from pachtkonto
    where id = any(${ids})`;
  return zeile?.ids ?? [];
};

/**
 * A text that changes with anything that the letters of these accounts follow from. Versions are summed, for
 * the latest time of a write misses who began to write before another and was done after him.
 */
export const findEingabestand = async (sql: Db, ids: number[], datum: string): Promise<string> => {
  const [zeile] = await sql<{ stand: string }[]>`
    select concat_ws('|', k.anzahl, k.summe, k.versionen, k.geaendert_am, o.anzahl, o.versionen, a.versionen,
      p.versionen, f.anzahl, f.summe, e.version, l.version) stand
    from (
      select count(*) anzahl, sum(id) summe, sum(version) versionen, max(eingabe_geaendert_am) geaendert_am
      from pachtkonto
      where id = any(${ids})
    ) k
    cross join (
      select count(*) anzahl, sum(version) versionen
      from patchobjekt
      where pachtkonto_id = any(${ids})
    ) o
    cross join (
      select sum(version) versionen
      from positionsart
    ) a
    cross join (
      select sum(p.version) versionen
      from pachtkonto_beteiligter b
      join kontakt p on p.id = b.kontakt_id
      where b.pachtkonto_id = any(${ids})
    ) p
    cross join (
      select count(*) anzahl, sum(id) summe
      from faelligkeit
      where pachtkonto_id = any(${ids}) and status = 'offen' and faellig_am <= ${datum}
    ) f
    cross join firmendaten e
    left join logo l on true`;
  return zeile?.stand ?? "";
};
