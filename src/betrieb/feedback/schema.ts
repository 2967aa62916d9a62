import { z } from "@hono/zod-openapi";
import { Id, text, Zeitpunkt } from "../../technik/http/werte.ts";

const arten = ["fehler", "wunsch", "lob", "frage"] as const;

export const CreateFeedbackBody = z
  .strictObject({
    text: text(5000).openapi({ minLength: 1, maxLength: 5000, example: "Die Liste könnte nach Ort sortieren." }),
    art: z.enum(arten).nullable().optional().openapi({ description: "Worum es geht" }),
    seite: text(500).nullable().optional().openapi({ description: "Seite der Oberfläche, auf der es auffiel" }),
  })
  .openapi("CreateFeedbackBody", { example: { text: "Die Liste könnte nach Ort sortieren.", art: "wunsch" } });
export type CreateFeedbackBody = z.output<typeof CreateFeedbackBody>;

export const Feedback = z
  .object({
    id: Id,
    text: z.string(),
    art: z.enum(arten).nullable(),
    seite: z.string().nullable(),
    erstelltAm: Zeitpunkt,
  })
  .openapi("Feedback");
export type Feedback = z.output<typeof Feedback>;
