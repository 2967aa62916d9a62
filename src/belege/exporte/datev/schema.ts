import { z } from "@hono/zod-openapi";
import { ganzzahlParameter } from "../../../technik/http/parameter.ts";
import { problemMit } from "../../../technik/http/schema.ts";
import { Anzahl } from "../../../technik/http/werte.ts";
import { LaufId } from "../schema.ts";
import { mangelcodes } from "./kontierung.ts";

export const DatevFilter = z.strictObject({
  buchungslaufId: LaufId,
  nur: z.enum(["belege", "stornos"]).optional().openapi({
    description: "`belege` ohne Stornobelege, oder `stornos` allein: für einen Lauf, dessen Belege schon verbucht sind",
  }),
  wirtschaftsjahr: ganzzahlParameter({ min: 1900, max: 9998 }).optional().openapi({
    description: "Jahr, in dem das Wirtschaftsjahr beginnt; nötig, wenn Belege des Laufs in mehreren liegen",
  }),
});
export type DatevFilter = z.output<typeof DatevFilter>;

const codes = ["datev_fehlt", ...mangelcodes] as const;

export const DatevKonflikt = problemMit(
  "DatevKonflikt",
  {
    fehlend: z
      .array(
        z.object({
          code: z.enum(codes),
          text: z.string(),
          anzahl: Anzahl.openapi({ description: "Betroffene Belege" }),
          belegnummern: z.array(z.string()).openapi({ description: "Die ersten fünf" }),
        }),
      )
      .optional()
      .openapi({ description: "`datev_unvollstaendig`: alles, was zu ergänzen ist" }),
    wirtschaftsjahre: z
      .array(z.number().int())
      .optional()
      .openapi({ description: "`mehrere_wirtschaftsjahre`: die möglichen Werte von `wirtschaftsjahr`" }),
  },
  {
    datev_unvollstaendig: {
      fehlend: [
        {
          code: "debitornummer_fehlt",
          text: "Kontakt Anna Müller: Debitornummer fehlt.",
          anzahl: 2,
          belegnummern: ["RE-2026-000017", "RE-2026-000018"],
        },
      ],
    },
    mehrere_wirtschaftsjahre: { wirtschaftsjahre: [2025, 2026] },
  },
);
export type FehlendeAngabe = NonNullable<z.output<typeof DatevKonflikt>["fehlend"]>[number];
