import { z } from "zod";
import type { Warteschlange } from "../../technik/database/boss.ts";

/** Reads and checks an uploaded file. */
export const importPruefung = "import-pruefung" as const satisfies Warteschlange;

/** Writes a checked file into the stock. */
export const importAusfuehrung = "import-ausfuehrung" as const satisfies Warteschlange;

export const ImportAuftrag = z.strictObject({ importId: z.number().int() });
