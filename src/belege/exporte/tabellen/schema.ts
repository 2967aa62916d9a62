import { z } from "@hono/zod-openapi";
import { LaufId } from "../schema.ts";

const formate = ["csv", "xlsx"] as const;
export type Format = (typeof formate)[number];

export const ExportFilter = z.strictObject({
  buchungslaufId: LaufId,
  format: z.enum(formate).default("csv").openapi({ description: "CSV oder eine Mappe für Excel" }),
  zusammenfassen: z.enum(["0", "1"]).default("0").openapi({
    description: "1: eine Zeile je Kontakt und Bankverbindung statt je Beleg",
  }),
});
export type ExportFilter = z.output<typeof ExportFilter>;
