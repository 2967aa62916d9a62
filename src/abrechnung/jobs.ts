import { z } from "zod";
import { sendeIn, type Warteschlange } from "../database/boss.ts";
import type { Tx } from "../database/pool.ts";

/** Brings due dates up to date: of the named accounts, else of all. */
export const faelligkeitenJob = "faelligkeiten" satisfies Warteschlange;

export const FaelligkeitenJob = z.strictObject({ pachtkontoIds: z.array(z.number().int().min(1)).optional() });
export type FaelligkeitenJob = z.output<typeof FaelligkeitenJob>;

export const sendeFaelligkeiten = (tx: Tx, daten: FaelligkeitenJob): Promise<string | null> =>
  sendeIn(tx, faelligkeitenJob, daten);
