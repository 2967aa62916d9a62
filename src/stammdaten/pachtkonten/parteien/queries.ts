import { alsZeilen } from "../../../technik/database/anweisung/massen.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import type { Parteizeile } from "../beteiligte.ts";
import { parteifelder } from "../schema.ts";

/** What some contacts are in one account, and the ids that these entries have, which give them their place in the list. */
export type Kontoparteien = { pachtkontoId: number; kontonummer: string; parteien: Parteizeile[]; plaetze: number[] };

/** The accounts that have one of these contacts as a party. */
export const listKontenMit = async (tx: Db, kontaktIds: readonly number[]): Promise<number[]> => {
  const zeilen = await tx<{ pachtkontoId: number }[]>`
    select distinct pachtkonto_id
    from pachtkonto_beteiligter
    where kontakt_id = any(${kontaktIds}::bigint[])
    order by pachtkonto_id`;
  return zeilen.map(({ pachtkontoId }) => pachtkontoId);
};

export const listKontoparteien = (tx: Db, pachtkontoIds: readonly number[], kontaktIds: readonly number[]) => tx<
  Kontoparteien[]
>`
  select k.id pachtkonto_id, k.kontonummer, coalesce((
      select json_agg(json_build_object('kontaktId', b.kontakt_id, 'rolle', b.rolle, 'hauptkontakt', b.hauptkontakt,
        'anteilZaehler', b.anteil_zaehler, 'anteilNenner', b.anteil_nenner, 'gueltigVon', b.gueltig_von,
        'gueltigBis', b.gueltig_bis) order by b.id)
      from pachtkonto_beteiligter b
      where b.pachtkonto_id = k.id and b.kontakt_id = any(${kontaktIds}::bigint[])), '[]') parteien,
    array(
      select b.id
      from pachtkonto_beteiligter b
      where b.pachtkonto_id = k.id and b.kontakt_id = any(${kontaktIds}::bigint[])
      order by b.id
    ) plaetze
  from pachtkonto k
  where k.id = any(${pachtkontoIds}::bigint[])
  order by k.id`;

export const deleteKontoparteien = (tx: Db, pachtkontoIds: readonly number[], kontaktIds: readonly number[]) => tx`
  delete from pachtkonto_beteiligter
  where pachtkonto_id = any(${pachtkontoIds}::bigint[])
    and kontakt_id = any(${kontaktIds}::bigint[])`;

/** All parties of these accounts. */
export const deleteBeteiligte = (tx: Db, pachtkontoIds: readonly number[]) =>
  tx`delete from pachtkonto_beteiligter where pachtkonto_id = any(${pachtkontoIds}::bigint[])`;

type Kontopartei = Parteizeile & { pachtkontoId: number };

const felder = ["pachtkontoId", ...parteifelder];

export const insertBeteiligte = async (tx: Db, parteien: readonly Kontopartei[]): Promise<void> => {
  if (parteien.length > 0) await insert(tx, felder, parteien);
};

/** So many fit into one statement. */
const jeAnweisung = 2000;

/** Under ids that entries of these accounts had, else under new ones. */
export const insertKontoparteien = async (
  tx: Db,
  zeilen: readonly (Kontopartei & { id: number | null })[],
): Promise<void> => {
  const [alte, neue] = [zeilen.filter(({ id }) => id !== null), zeilen.filter(({ id }) => id === null)];
  for (const teil of inStapeln(alte, jeAnweisung)) await insert(tx, ["id", ...felder], teil);
  for (const teil of inStapeln(neue, jeAnweisung)) await insert(tx, felder, teil);
};

const insert = (tx: Db, felder: string[], zeilen: readonly Kontopartei[]) => tx`
  insert into pachtkonto_beteiligter (${tx(felder)})
  overriding system value
  select ${tx(felder)}
  from ${alsZeilen(tx, "pachtkonto_beteiligter", felder, zeilen)} n
  order by n.ordinality`;
