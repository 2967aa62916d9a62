import { z } from "@hono/zod-openapi";

export const formate = ["csv", "xlsx"] as const;
export type Format = (typeof formate)[number];

export const LaufId = z.guid({ error: "UUID erwartet" }).openapi({
  type: "string",
  format: "uuid",
  description: "Buchungslauf, dessen Belege ausgegeben werden",
  example: "4b6a2c0e-5f0f-4c56-9a35-0f7f3a3a9c11",
});

export const ExportFilter = z.strictObject({
  buchungslaufId: LaufId,
  format: z.enum(formate).default("csv"),
  zusammenfassen: z.enum(["0", "1"]).default("0").openapi({
    description: "1: eine Zeile je Kontakt und Bankverbindung statt je Beleg",
  }),
});
export type ExportFilter = z.output<typeof ExportFilter>;
