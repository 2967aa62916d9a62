import type { Sql } from "../../../src/technik/database/pool.ts";
import { storniereLauf } from "../archiv/buche.ts";
import { gestoppt, type Transaktion } from "../stoppuhr.ts";

export type StornoMessung = { dokumente: number; transaktion: Transaktion };

/** The newest run, whole. */
export async function messeStorno(sql: Sql, heute: string): Promise<StornoMessung> {
  const [lauf] = await sql<{ id: string }[]>`
    select id from buchungslauf where status = 'abgeschlossen' order by beendet_am desc limit 1`;
  const transaktionen: Transaktion[] = [];
  const storno = await storniereLauf(gestoppt(sql, transaktionen), heute, String(lauf?.id));
  const [transaktion] = transaktionen;
  if (!transaktion) throw new Error("Der Storno hat nichts geschrieben.");
  return { dokumente: storno.anzahlBelege, transaktion };
}
