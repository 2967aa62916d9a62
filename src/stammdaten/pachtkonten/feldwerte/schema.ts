import { z } from "@hono/zod-openapi";

const lesbar = (wert: string): boolean => wert.isWellFormed() && /^(?:\P{Cc}|[\n\t\r])*$/u.test(wert);

const Name = z
  .string()
  .min(1, { error: "ein Feldname darf nicht leer sein" })
  .max(64, { error: "ein Feldname hat höchstens 64 Zeichen" })
  .refine((name) => lesbar(name) && name === name.trim(), { error: "der Feldname enthält unzulässige Zeichen" });

const Wert = z.union(
  [
    z.string().max(2000, { error: "höchstens 2000 Zeichen" }).refine(lesbar, { error: "enthält unzulässige Zeichen" }),
    z.number(),
    z.boolean(),
    z.null(),
  ],
  { error: "Text bis 2000 Zeichen, Zahl, Wahrheitswert oder null erwartet" },
);

/** A name that a JavaScript object cannot carry as an own field; zod would leave it out without a word. */
const ohneProto = (wert: unknown, c: z.core.$RefinementCtx): unknown => {
  if (typeof wert === "object" && wert !== null && Object.hasOwn(wert, "__proto__"))
    c.addIssue({ code: "custom", path: ["__proto__"], message: "Dieser Feldname ist nicht erlaubt." });
  return wert;
};

/** All own fields of an account; what is not named is gone. */
export const FeldwerteBody = z
  .preprocess(
    ohneProto,
    z.record(Name, Wert).refine((felder) => Object.keys(felder).length <= 100, { error: "höchstens 100 Felder" }),
  )
  .openapi("FeldwerteBody", {
    type: "object",
    maxProperties: 100,
    additionalProperties: {
      anyOf: [{ type: "string", maxLength: 2000 }, { type: "number" }, { type: "boolean" }, { type: "null" }],
    },
    description: "Eigene Felder: Name bis 64 Zeichen; Text bis 2000 Zeichen, Zahl, Wahrheitswert oder null",
    example: { Jagdgenossenschaft: "Wulkenzin", Bodenpunkte: 42, "Drainage vorhanden": true },
  });
export type Feldwerte = z.output<typeof FeldwerteBody>;
