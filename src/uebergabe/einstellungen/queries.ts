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

export const findEinstellungen = async (sql: Db): Promise<Einstellungsfassung> => {
  const [zeile] = await sql<Einstellungsfassung[]>`
    select ${einstellungenSpalten(sql)} from extaccounting_einstellungen where id = 1`;
  return zeile as Einstellungsfassung;
};

export const findEinstellungenGesperrt = async (sql: Db): Promise<Einstellungsfassung> => {
  const [zeile] = await sql<Einstellungsfassung[]>`
    select ${einstellungenSpalten(sql)} from extaccounting_einstellungen where id = 1 for update`;
  return zeile as Einstellungsfassung;
};

export const updateEinstellungen = async (
  sql: Db,
  einstellungen: Omit<ExtaccountingSettings, "system" | "geaendertAm">,
): Promise<Einstellungsfassung> => {
  const [zeile] = await sql<Einstellungsfassung[]>`
    update extaccounting_einstellungen
    set integrationsstart = ${einstellungen.integrationsstart}, mandant_id = ${einstellungen.mandantId},
      journal_rechnung = ${einstellungen.journalRechnung}, journal_lieferant = ${einstellungen.journalLieferant},
      konto_forderungen = ${einstellungen.kontoForderungen},
      konto_verbindlichkeiten = ${einstellungen.kontoVerbindlichkeiten},
      zuordnungen = ${sql.json(einstellungen.zuordnungen)}
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
