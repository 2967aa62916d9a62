import { bucheAbrechnung } from "../../../src/abrechnung/buchung/buche.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";
import { kontextFuer } from "../messungen/kontext.ts";

/** Books what is due by `datum` of these accounts, or of all, as a run of its own. */
export const buche = async (sql: Sql, heute: string, datum: string, auswahl?: number[]) => {
  const boss = await starteBoss(sql, "app");
  const lauf = await bucheAbrechnung(sql, await kontextFuer(sql, heute), { datum, ...(auswahl && { auswahl }) });
  await boss.stop({ close: false, graceful: false });
  return lauf;
};

/** Accounts with something due by `datum`, in no order. */
export const listFaellige = async (sql: Sql, datum: string): Promise<number[]> => {
  const konten = await sql<{ id: number }[]>`
    select pachtkonto_id id
    from faelligkeit
    where status = 'offen' and faellig_am <= ${datum}
    group by pachtkonto_id
    order by md5(pachtkonto_id::text)`;
  return konten.map(({ id }) => id);
};
