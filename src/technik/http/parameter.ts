import { z } from "@hono/zod-openapi";
import { type Sortierfeld, type Sortierung, type Sortierwert, sortierwerte } from "../database/anweisung/sortierung.ts";
import { wennDa } from "./werte.ts";

/** Only NUL and half a sign are no text to the database. */
const istSpeicherbar = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/**
 * A whole number in a path or query: digits only, so that "", "1e3" and "0x10" are refused rather than read as numbers.
 */
export function ganzzahlParameter(grenzen: { min: number; max: number; vorgabe?: number }) {
  const [mindestens, hoechstens] = [`mindestens ${grenzen.min}`, `höchstens ${grenzen.max}`];
  // `int` also refuses what is beyond the numbers that are told apart, each way with a code of its own.
  const keine = ({ code }: { code: string }) => {
    if (code === "too_big") return hoechstens;
    return code === "too_small" ? mindestens : "ganze Zahl erwartet";
  };
  const zahl = z
    .number({ error: wennDa("ganze Zahl erwartet") })
    .int({ error: keine, abort: true })
    .min(grenzen.min, { error: mindestens })
    .max(grenzen.max, { error: hoechstens });
  const lese = (wert: unknown) => (typeof wert === "string" && /^-?\d{1,100}$/.test(wert) ? Number(wert) : wert);
  return z.preprocess(
    lese,
    grenzen.vorgabe === undefined ? zahl : zahl.default(grenzen.vorgabe),
  ) as unknown as z.ZodNumber;
}

/** An id, in a path or in the query. */
export const IdWert = ganzzahlParameter({ min: 1, max: Number.MAX_SAFE_INTEGER });

/** @param example one of the demo data that the operation takes */
export function idParameter(example: number) {
  return z.object({
    id: IdWert.openapi({
      param: { name: "id", in: "path" },
      description: "id des Datensatzes",
      example,
    }),
  });
}

export const IdParameter = idParameter(1);

/** An id in the path of an endpoint that the contract knows by its path alone: there it is a string. */
export function kennung(name: string, description = "id des Datensatzes") {
  return z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: "Kennung erwartet: eine ganze Zahl ab 1" })
    .transform(Number)
    .openapi({ param: { name, in: "path" }, description, example: "1" });
}

export const KennungParameter = z.object({ id: kennung("id") });

const int32Parameter = (grenzen: { max: number; vorgabe: number }) =>
  ganzzahlParameter({ min: 1, ...grenzen }).openapi({ format: "int32" });

export function seite(limit: number, hoechstens = 500) {
  return {
    page: int32Parameter({ max: 2_147_483_647, vorgabe: 1 }).openapi({ description: "Welche Seite, von 1 an" }),
    limit: int32Parameter({ max: hoechstens, vorgabe: limit }).openapi({ description: "So viele Einträge je Seite" }),
  };
}

/** `page` and `limit` as the contract gives them for the three large lists. */
export const grosseSeite = seite(20, 5000);

/** The parts of one comma-separated parameter; the same parameter twice is no list, so it stays what it is: refused. */
export function ausKommaliste(wert: unknown): unknown {
  if (typeof wert === "string") return wert.split(",").map((teil) => teil.trim());
  return Array.isArray(wert) ? wert.join(",") : wert;
}

/** `1,2,3`, as it was asked for. */
export const Idliste = z.string().regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, {
  error: "positive ganze Zahlen, durch Komma getrennt, ohne Leerzeichen",
});

const nurEinmal = "einmal angeben, mehrere Werte durch Kommas getrennt";

/** `?status=aktiv,gekuendigt`: one comma-separated parameter, not repeated. */
export function kommaliste<const W extends readonly [string, ...string[]]>(werte: W) {
  return z.preprocess(ausKommaliste, z.array(z.enum(werte), { error: nurEinmal }).min(1).optional()).openapi({
    param: { style: "form", explode: false, required: false },
    description: "Kommaliste; ohne sie alle",
    type: "array",
    items: { type: "string", enum: [...werte] },
  });
}

/** A comma-separated list of non-empty texts. */
export function textliste() {
  return z
    .preprocess(
      ausKommaliste,
      z
        .array(vergleichstext(100).normalize("NFC").min(1, { error: "leerer Eintrag" }), { error: nurEinmal })
        .min(1)
        .max(100)
        .optional(),
    )
    .openapi({
      param: { style: "form", explode: false, required: false },
      description: "Kommaliste; ohne sie alle",
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 100 },
    });
}

/** Text that rows are compared with. */
export function vergleichstext(max: number) {
  return z.string().max(max).refine(istSpeicherbar, { error: "enthält unzulässige Zeichen" });
}

export const Suche = vergleichstext(200).optional().openapi({
  description:
    "Teilzeichenfolge, jedes Wort muss vorkommen; Groß-/Kleinschreibung und Akzente gleichgültig. Ein gespeichertes „Müller“ finden Müller, Mueller und Muller, ein „Mueller“ Müller und Mueller, ein „Muller“ nur Muller.",
});

export const Monat = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: "Monat im Format JJJJ-MM erwartet" })
  .refine((monat) => monat >= "1900-01", { error: "Monat vor 1900" })
  .optional()
  // No example: Swagger UI would send it along as if somebody had asked for that month.
  .openapi({ description: "Monat JJJJ-MM" });

/** `sort=feld` or `sort=-feld`: one of the list's own fields. */
export function sortParameter<Feld extends string>(sortierung: Sortierung<Feld>) {
  return z
    .enum(sortierwerte(sortierung) as [Sortierwert<Feld>, ...Sortierwert<Feld>[]])
    .optional()
    .openapi({
      default: sortierung.vorgabe,
      description: [
        "Feld, nach dem geordnet wird, mit `-` davor absteigend. Bei gleichen Werten entscheidet die id, in derselben Richtung.",
        ...(Object.values<Sortierfeld>(sortierung.felder).some(({ leer }) => leer)
          ? ["Was keinen Wert hat, steht am Ende, auf- wie absteigend."]
          : []),
        ...(sortierung.hinweis ? [sortierung.hinweis] : []),
      ].join(" "),
    });
}
