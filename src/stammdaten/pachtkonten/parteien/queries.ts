import type { Db } from "../../../technik/database/pool.ts";
import type { Parteizeile } from "../beteiligte.ts";
import { parteifelder } from "../schema.ts";

/** What two contacts are in one account. */
export type Kontoparteien = { pachtkontoId: number; kontonummer: string; parteien: Parteizeile[] };

export const listKontoparteien = (tx: Db, kontaktId: number, mitKontaktId: number) => tx<Kontoparteien[]>`
  select k.id pachtkonto_id, k.kontonummer, (
      select json_agg(json_build_object('kontaktId', b.kontakt_id, 'rolle', b.rolle, 'hauptkontakt', b.hauptkontakt,
        'anteilZaehler', b.anteil_zaehler, 'anteilNenner', b.anteil_nenner, 'gueltigVon', b.gueltig_von,
        'gueltigBis', b.gueltig_bis) order by b.id)
      from pachtkonto_beteiligter b
      where b.pachtkonto_id = k.id and b.kontakt_id in (${kontaktId}, ${mitKontaktId})) parteien
  from pachtkonto k
  where exists (select from pachtkonto_beteiligter b where b.pachtkonto_id = k.id and b.kontakt_id = ${kontaktId})
  order by k.id`;

export const deleteKontoparteien = (tx: Db, pachtkontoIds: readonly number[], kontaktIds: readonly number[]) => tx`
  delete from pachtkonto_beteiligter
  where pachtkonto_id = any(${pachtkontoIds as number[]}::bigint[])
    and kontakt_id = any(${kontaktIds as number[]}::bigint[])`;

/** So many fit into one statement. */
const jeAnweisung = 2000;

export const insertKontoparteien = async (
  tx: Db,
  zeilen: readonly (Parteizeile & { pachtkontoId: number })[],
): Promise<void> => {
  for (let i = 0; i < zeilen.length; i += jeAnweisung)
    await tx`
      insert into pachtkonto_beteiligter
        ${tx(zeilen.slice(i, i + jeAnweisung), "pachtkontoId", ...parteifelder)}`;
};
