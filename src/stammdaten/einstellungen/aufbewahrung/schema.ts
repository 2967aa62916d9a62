import { z } from "@hono/zod-openapi";
import { aenderung } from "../../../technik/http/schema.ts";
import { Zeitpunkt } from "../../../technik/http/werte.ts";

const felder = {
  offeneJahre: z
    .array(z.number().int().min(1950).max(9998))
    .max(100)
    .refine((jahre) => new Set(jahre).size === jahre.length, { error: "jedes Jahr einmal" })
    .openapi({
      uniqueItems: true,
      description:
        "Jahre, deren Unterlagen über ihre Frist hinaus bleiben: die Festsetzung der Steuern kann sich noch ändern " +
        "(§ 147 Abs. 3 Satz 5 AO), etwa während einer Betriebsprüfung",
      example: [2018],
    }),
  geaendertAm: Zeitpunkt.openapi({ readOnly: true }),
};

export const Aufbewahrung = z.object(felder).openapi("Aufbewahrung");
export type Aufbewahrung = z.output<typeof Aufbewahrung>;

export const UpdateAufbewahrungBody = aenderung(felder).openapi("UpdateAufbewahrungBody", {
  example: { offeneJahre: [2018] },
});
export type UpdateAufbewahrungBody = z.output<typeof UpdateAufbewahrungBody>;
