import { z } from "zod";
import type { Warteschlange } from "../../technik/database/boss.ts";

/** Draws the letters of a combined file. */
export const sammeldateiJob = "sammeldatei" as const satisfies Warteschlange;

const arten = ["gesamt", "entwurf", "hebungsentwurf"] as const;
export type Sammelart = (typeof arten)[number];

/** Names the file by what it is of: its row is written after the job has its id. */
export const SammeldateiAuftrag = z.strictObject({
  art: z.enum(arten),
  schluessel: z.string(),
  /** Address that the file is to be had at, behind that of the API; jobs of earlier versions have none. */
  abruf: z.string().optional(),
});
export type SammeldateiAuftrag = z.output<typeof SammeldateiAuftrag>;
