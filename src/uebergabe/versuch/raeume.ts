import { Ablehnung } from "../../kern/ablehnung.ts";
import { system } from "../../technik/auditlog/protokolliere.ts";
import type { Dienst } from "./fuehreAus.ts";
import { listOffeneVersuche } from "./queries.ts";
import { mitPlatz, mitSperre } from "./sperre.ts";
import { beendeTote } from "./versuch.ts";

/**
 * Ends the attempts of processes that died. Documents that an action is at work on are left alone: their locks are held.
 *
 * @returns how many were ended
 */
export async function raeumeToteVersuche({ sql, verbindung, uhr }: Dienst): Promise<number> {
  const offene = await listOffeneVersuche(sql);
  const setzzeitMs = offene.length > 0 ? await verbindung.setzzeitMs() : 0;
  let beendet = 0;
  for (const { belegId } of offene)
    beendet += await mitPlatz(sql, (halter) =>
      mitSperre(halter, [belegId], null, () => beendeTote({ sql, uhr }, system, [belegId], setzzeitMs)),
    ).catch((fehler: unknown) => {
      if (fehler instanceof Ablehnung) return 0;
      throw fehler;
    });
  return beendet;
}
