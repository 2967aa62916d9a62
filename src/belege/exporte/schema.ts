import { z } from "@hono/zod-openapi";

export const LaufId = z.guid({ error: "UUID erwartet" }).openapi({
  type: "string",
  format: "uuid",
  description: "Buchungslauf, dessen Belege ausgegeben werden",
  example: "4b6a2c0e-5f0f-4c56-9a35-0f7f3a3a9c11",
});
