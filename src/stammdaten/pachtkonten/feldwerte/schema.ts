import { z } from "@hono/zod-openapi";

const lesbar = (wert: string): boolean => wert.isWellFormed() && /^(?:\P{Cc}|[\n\t\r])*$/u.test(wert);

const Name = z
  .string()
  .normalize("NFC")
  .min(1, { error: "ein Feldname darf nicht leer sein" })
  .max(64, { error: "ein Feldname hat höchstens 64 Zeichen" })
  .refine((name) => lesbar(name) && name === name.trim(), { error: "der Feldname enthält unzulässige Zeichen" });

/** Beyond it a number is read as one of its neighbours. */
const zuGross = "eine Zahl hat höchstens den Betrag 9007199254740991, eine längere ist ein Text";

const Wert = z.union(
  [
    z.string().max(2000, { error: "höchstens 2000 Zeichen" }).refine(lesbar, { error: "enthält unzulässige Zeichen" }),
    z.number().min(-Number.MAX_SAFE_INTEGER, { error: zuGross }).max(Number.MAX_SAFE_INTEGER, { error: zuGross }),
    z.boolean(),
    z.null(),
  ],
  { error: "Text bis 2000 Zeichen, Zahl, Wahrheitswert oder null erwartet" },
);

/**
 * Refuses what zod would drop without a word: a name that a JavaScript object cannot carry as an own field, and of two
 * names that are written alike the first.
 */
const behaeltAlle = (wert: unknown, c: z.core.$RefinementCtx): unknown => {
  if (typeof wert !== "object" || wert === null) return wert;
  if (Object.hasOwn(wert, "__proto__"))
    c.addIssue({ code: "custom", path: ["__proto__"], message: "Dieser Feldname ist nicht erlaubt." });
  const gesehen = new Set<string>();
  for (const name of Object.keys(wert)) {
    if (gesehen.has(name.normalize("NFC")))
      c.addIssue({ code: "custom", path: [name], message: "Diesen Feldnamen gibt es schon." });
    gesehen.add(name.normalize("NFC"));
  }
  return wert;
};

/** All own fields of an account; what is not named is gone. */
export const FeldwerteBody = z
  .preprocess(
    behaeltAlle,
    z.record(Name, Wert).refine((felder) => Object.keys(felder).length <= 100, { error: "höchstens 100 Felder" }),
  )
  .openapi("FeldwerteBody", {
    type: "object",
    maxProperties: 100,
    additionalProperties: {
      anyOf: [
        { type: "string", maxLength: 2000 },
        { type: "number", minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        { type: "boolean" },
        { type: "null" },
      ],
    },
    description: "Eigene Felder: Name bis 64 Zeichen; Text bis 2000 Zeichen, Zahl, Wahrheitswert oder null",
    example: { Jagdgenossenschaft: "Wulkenzin", Bodenpunkte: 42, "Drainage vorhanden": true },
  });
export type Feldwerte = z.output<typeof FeldwerteBody>;
