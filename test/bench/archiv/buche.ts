import { bucheAbrechnung } from "../../../src/abrechnung/buchung/buche.ts";
import { storniere } from "../../../src/abrechnung/storno/storniere.ts";
import type { Kontext } from "../../../src/kern/kontext.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";
import { kontextFuer } from "../messungen/kontext.ts";

const mitAuftraegen = async <T>(sql: Sql, heute: string, tat: (kontext: Kontext) => Promise<T>): Promise<T> => {
  const boss = await starteBoss(sql, "app");
  const ergebnis = await tat(await kontextFuer(sql, heute));
  await boss.stop({ close: false, graceful: false });
  return ergebnis;
};

/** Books what is due by `datum` of these accounts, or of all, as a run of its own. */
export function buche(sql: Sql, heute: string, datum: string, auswahl?: number[]) {
  return mitAuftraegen(sql, heute, (kontext) => bucheAbrechnung(sql, kontext, { datum, ...(auswahl && { auswahl }) }));
}

/** Cancels a whole run, as `POST /abrechnung/stornieren` does. */
export function storniereLauf(sql: Sql, heute: string, buchungslaufId: string) {
  return mitAuftraegen(sql, heute, (kontext) => storniere(sql, kontext, { buchungslaufId, grund: "Messung" }));
}

/** Accounts with something due by `datum`, in no order. */
export async function listFaellige(sql: Sql, datum: string): Promise<number[]> {
  const konten = await sql<{ id: number }[]>`
    select pachtkonto_id id
    from faelligkeit
    where status = 'offen' and faellig_am <= ${datum}
    group by pachtkonto_id
    order by md5(pachtkonto_id::text)`;
  return konten.map(({ id }) => id);
}
