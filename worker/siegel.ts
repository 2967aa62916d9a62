import { tagInBerlin } from "../src/kern/kalender/berlin.ts";
import { findStand, versiegele } from "../src/technik/auditlog/siegel/siegel.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { wiederhole } from "../src/technik/takt.ts";

const alleMs = 1_000;

/**
 * Seals the audit log every second until it is stopped, and once a day hands out the head of the chain: kept outside
 * the database, that line proves later that nothing before it was exchanged.
 *
 * @param gibAus takes the line "Anker des Audit-Logs: <Tag> <Hash>"
 * @returns stops it; the promise waits for the step that is under way
 */
export function versiegeleLaufend(
  sql: Sql,
  gibAus: (zeile: string) => void,
  melde: (fehler: unknown) => void,
  uhr: () => Date = () => new Date(),
): () => Promise<void> {
  let ausgegeben = "";
  const versiegeleReifes = async (ende: AbortSignal) => {
    while (!ende.aborted && (await versiegele(sql)) > 0);
    const heute = tagInBerlin(uhr());
    if (heute === ausgegeben) return;
    const stand = await findStand(sql);
    if (!stand) return;
    gibAus(`Anker des Audit-Logs: ${heute} ${stand.hash}`);
    ausgegeben = heute;
  };
  return wiederhole(versiegeleReifes, alleMs, melde);
}
