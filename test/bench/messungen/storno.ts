import { storniere } from "../../../src/abrechnung/storno/storniere.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";
import { gestoppt, type Transaktion } from "../stoppuhr.ts";
import { kontextFuer } from "./kontext.ts";

export type StornoMessung = { dokumente: number; transaktion: Transaktion };

/** The newest run, whole, as `POST /abrechnung/stornieren` cancels it. */
export const messeStorno = async (sql: Sql, heute: string): Promise<StornoMessung> => {
  const boss = await starteBoss(sql, "app");
  const [lauf] = await sql<{ id: string }[]>`
    select id from buchungslauf where status = 'abgeschlossen' order by beendet_am desc limit 1`;
  const transaktionen: Transaktion[] = [];
  const storno = await storniere(gestoppt(sql, transaktionen), await kontextFuer(sql, heute), {
    buchungslaufId: String(lauf?.id),
    grund: "Messung",
  });
  await boss.stop({ close: false, graceful: false });
  const [transaktion] = transaktionen;
  if (!transaktion) throw new Error("Der Storno hat nichts geschrieben.");
  return { dokumente: storno.anzahlBelege, transaktion };
};
