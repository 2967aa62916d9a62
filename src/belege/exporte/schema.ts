import { z } from "@hono/zod-openapi";
import { beispiellauf } from "../../technik/http/werte.ts";

export const LaufId = z.guid().openapi({
  type: "string",
  format: "uuid",
  description: "Buchungslauf, dessen Belege ausgegeben werden",
  example: beispiellauf,
});
