import { z } from "zod";
import { sendeIn, type Warteschlange } from "../../technik/database/boss.ts";
import type { Tx } from "../../technik/database/pool.ts";

/** Makes the letters of a booking run. */
export const pdfLauf = "pdf-lauf" satisfies Warteschlange;

/** Makes all letters that are missing; takes no data. */
export const pdfNachtrag = "pdf-nachtrag" as const satisfies Warteschlange;

export const PdfLauf = z.strictObject({ buchungslaufId: z.uuid() });

/** Queues the letters of a run with the transaction that books it. */
export const sendePdfLauf = (tx: Tx, buchungslaufId: string): Promise<string | null> =>
  sendeIn(tx, pdfLauf, { buchungslaufId });
