import type { Warteschlange } from "../../technik/database/boss.ts";

/** Brings the due dates of all accounts up to date; takes no data. */
export const faelligkeitenJob = "faelligkeiten" as const satisfies Warteschlange;
