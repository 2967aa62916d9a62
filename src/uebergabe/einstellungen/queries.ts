import type { Db, Fragment } from "../../technik/database/pool.ts";
import type { Einstellungen } from "../adapter/typen.ts";
import type { ExtaccountingSettings } from "./schema.ts";

export type Einstellungsfassung = Einstellungen & {
  integrationsstart: string | null;
  version: number;
  geaendertAm: string;
};

const einstellungenSpalten = (sql: Db): Fragment => sql`
  version, integrationsstart, mandant_id, journal_rechnung, journal_lieferant, konto_forderungen,
  konto_verbindlichkeiten, zuordnungen, geaendert_am`;

export const findEinstellungen = async (sql: Db, gesperrt = false): Promise<Einstellungsfassung> => {
  const [zeile] = await sql<Einstellungsfassung[]>`
    select ${einstellungenSpalten(sql)} from extaccounting_einstellungen where id = 1 ${gesperrt ? sql`for update` : sql``}`;
  return zeile as Einstellungsfassung;
};

export const updateEinstellungen = async (
  sql: Db,
  e: Omit<ExtaccountingSettings, "system" | "geaendertAm">,
): Promise<Einstellungsfassung> => {
  const [zeile] = await sql<Einstellungsfassung[]>`
    update extaccounting_einstellungen
    set integrationsstart = ${e.integrationsstart}, mandant_id = ${e.mandantId},
      journal_rechnung = ${e.journalRechnung}, journal_lieferant = ${e.journalLieferant},
      konto_forderungen = ${e.kontoForderungen}, konto_verbindlichkeiten = ${e.kontoVerbindlichkeiten},
      zuordnungen = ${sql.json(e.zuordnungen as never)}
    where id = 1
    returning ${einstellungenSpalten(sql)}`;
  return zeile as Einstellungsfassung;
};

export const listFehlendePositionsarten = async (sql: Db, ids: number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select id from unnest(${ids}::bigint[]) t (id)
    where not exists (select from positionsart p where p.id = t.id)
    order by id`;
  return zeilen.map(({ id }) => id);
};
