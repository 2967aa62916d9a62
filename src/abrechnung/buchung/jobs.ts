import { z } from "zod";
import type { Auftraggeber } from "../../kern/kontext.ts";
import { beauftrage, type Eingereiht } from "../../technik/database/auftrag/beauftrage.ts";
import type { Warteschlange } from "../../technik/database/boss.ts";
import type { Tx } from "../../technik/database/pool.ts";

/** Makes the letters of a booking run. */
export const pdfLauf = "pdf-lauf" as const satisfies Warteschlange;

/** Makes all letters that are missing; takes no data. */
export const pdfNachtrag = "pdf-nachtrag" as const satisfies Warteschlange;

export const PdfLauf = z.strictObject({ buchungslaufId: z.uuid() });

/** Queues the letters of a run with the transaction that books it. */
export function sendePdfLauf(tx: Tx, buchungslaufId: string, wer: Auftraggeber): Promise<Eingereiht | null> {
  return beauftrage(tx, pdfLauf, { buchungslaufId }, wer);
}
