import { ungueltig } from "../ablehnung.ts";

/**
 * The day on which something has happened does not lie ahead.
 *
 * @param bisher the day that the record has already: it stays, so that the record can be sent back as it was read
 * @throws Ablehnung ungueltig `zu_weit`
 */
export function pruefeGeschehen(heute: string, feld: string, tag: string | null, bisher?: string | null): void {
  if (tag !== null && tag > heute && tag !== bisher) throw ungueltig(feld, "zu_weit", "Der Tag liegt nach heute.");
}
