import type { Sql } from "../../technik/database/pool.ts";
import { mitHalter } from "../../technik/database/sperre.ts";
import { leseEinstellungen } from "../einstellungen/lese.ts";
import type { Dienst } from "../versuch/fuehreAus.ts";
import { Angehalten, erstelleBearbeiter, type Melder } from "./bearbeite.ts";
import * as q from "./queries.ts";
import { zustaendeJeArt } from "./schema.ts";

/** So many documents are looked up at once; each is recorded by itself. */
const jeStapel = 100;

/**
 * Works a job off, document by document in the order of posting. Each result is recorded in the transaction that ends
 * the document's attempt, so that whoever takes over after a crash goes on behind it.
 *
 * @throws the reason of `signal` when aborted; the job waits for the next worker
 */
export async function arbeiteAuftragAb(
  dienst: Dienst,
  auftragId: number,
  { signal, melde }: { signal: AbortSignal; melde: Melder },
): Promise<void> {
  const { sql, uhr } = dienst;
  await mitHalter(sql, async (halter) => {
    // Goes with the process, so that another worker can take over at once.
    if (!(await halter.versuche(q.bearbeitung(auftragId)))) return;
    const auftrag = await q.findAuftrag(sql, auftragId);
    if (!auftrag || !(await q.updateLaeuft(sql, auftragId, uhr()))) return;
    const { version } = await leseEinstellungen(sql);
    try {
      if (!auftrag.istErmittelt) await ermittle(sql, auftrag);
      const bearbeite = erstelleBearbeiter(dienst, auftrag, signal, melde);
      for (;;) {
        const ids = await q.listNaechste(sql, auftragId, jeStapel);
        if (ids.length === 0) break;
        for (const id of ids) {
          signal.throwIfAborted();
          await bearbeite(id);
        }
      }
      await q.updateBeendet(sql, auftragId, "abgeschlossen", uhr(), null);
    } catch (fehler) {
      if (!(fehler instanceof Angehalten)) throw fehler;
      // A person who was here while the job ran could not wake it: it goes on as if he came now.
      const warJemandDa = (await leseEinstellungen(sql)).version !== version;
      await q.updateAngehalten(sql, auftragId, fehler.message, fehler.weiterAm ?? (warJemandDa ? uhr() : null));
    }
  });
}

const ermittle = (sql: Sql, { id, art, auswahl: { filter = {} } }: q.Auftrag) =>
  sql.begin(async (tx) => {
    const { integrationsstart } = await leseEinstellungen(tx);
    await q.insertGefilterte(tx, id, filter.state ?? zustaendeJeArt[art][0], filter, integrationsstart);
    await q.updateErmittelt(tx, id);
  });
