import { z } from "@hono/zod-openapi";
import { feldcodes, feldcodeWorte } from "../../kern/feldcode.ts";
import { beispielbasis, Id, Zeitpunkt } from "./werte.ts";

/** The list envelope; rows beyond the last page are an empty list with the right total. */
export function paginiert<S extends z.ZodType>(zeile: S) {
  return z.object({
    data: z.array(zeile),
    pagination: z.object({
      page: z.number().int().min(1),
      limit: z.number().int().min(1),
      total: z.number().int().min(0),
      totalPages: z.number().int().min(0),
    }),
  });
}

export type Seite = { page: number; limit: number };
export type Liste<T> = { data: T[]; pagination: Seite & { total: number; totalPages: number } };

export function alsListe<T>(data: T[], total: number, { page, limit }: Seite): Liste<T> {
  return {
    data,
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

export const ProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().openapi({ description: "Beständiges Maschinenwort" }),
    requestId: z.string(),
    errors: z
      .array(
        z.object({
          path: z.string().openapi({ description: "Das Feld, Teile mit Punkt getrennt; leer: die Eingabe als ganze" }),
          code: z.enum(feldcodeWorte).openapi({
            description: Object.entries(feldcodes)
              .map(([wort, bedeutung]) => `\`${wort}\`: ${bedeutung}`)
              .join("; "),
          }),
          message: z.string(),
        }),
      )
      .optional(),
  })
  .openapi("Problem");

/** JSON answer. */
export function json<S extends z.ZodType>(schema: S, description: string) {
  return {
    description,
    content: { "application/json": { schema } },
  };
}

/** The job of a 202, by which everybody can follow it; the queue's own `id` is for the log. */
export const AuftragId = Id.openapi({ description: "Der Auftrag, wie ihn `/betrieb/auftraege/{id}` zeigt" });

export const auftragsort = z.string().optional().openapi({ description: "Adresse des Auftrags" });

/** JSON answer to a job that was taken on, see `zumAuftrag`. */
export function angenommen<S extends z.ZodType>(schema: S) {
  return {
    ...json(schema, "Der angenommene Auftrag"),
    headers: z.object({ Location: auftragsort }),
  };
}

/** JSON answer of a record whose version stands in its ETag, see `mitETag`. */
export function jsonMitETag<S extends z.ZodType>(schema: S, description: string) {
  return {
    ...json(schema, description),
    headers: z.object({ ETag: z.string().openapi({ description: "Die Fassung, für `If-Match`" }) }),
  };
}

/** JSON that is text already when it is answered, see `alsSeite`: the type asks for no object. */
export function jsonText<S extends z.ZodType>(
  schema: S,
  description: string,
): { description: string; content: Record<string, { schema: S }> } {
  return json(schema, description);
}

/** Problem answer with a schema of its own where it carries more than the common fields. */
export function problem(description: string, schema: z.ZodType = ProblemSchema) {
  return {
    description,
    content: { "application/problem+json": { schema } },
  };
}

/**
 * Body of a refusal that carries more than the common fields.
 *
 * @param zeigt what the examples in the document show of these fields, by code, or by status and code where one comes with two
 */
export function problemMit<const F extends Record<string, z.ZodType>>(
  name: string,
  felder: F,
  zeigt: Record<string, { [K in keyof F]?: z.input<F[K]> }>,
) {
  return z.object({ ...ProblemSchema.shape, ...felder }).openapi(name, { "x-zeigt": zeigt });
}

/** Answer of a record that was merged into another one. */
export const aufgegangen = problem(
  "Der Datensatz ist in einem anderen aufgegangen (`zusammengefuehrt`)",
  z
    .object({
      ...ProblemSchema.shape,
      aufgegangenIn: Id.openapi({ description: "Der Datensatz, der geblieben ist" }),
    })
    .openapi("ProblemZusammengefuehrt", {
      example: {
        type: "urn:pachtverwaltung:problem:zusammengefuehrt",
        title: "Aufgehoben",
        status: 410,
        detail: "Einen Kontakt mit der id 17 gibt es nicht mehr, der Datensatz ist in 4 aufgegangen.",
        instance: `${beispielbasis}/kontakte/17`,
        code: "zusammengefuehrt",
        requestId: "0b9c1f6e-7a4d-4c1b-9a57-3f2d8f1b6c20",
        aufgegangenIn: 4,
      },
    }),
);

/** JSON body; `required`, because without it a missing content type would skip the validation. */
export function koerper<S extends z.ZodType>(schema: S) {
  return {
    body: { required: true as const, content: { "application/json": { schema } } },
  };
}

/** Download of a file, see `alsPdf`. */
export function datei<const M extends string>(medientyp: M, description: string) {
  return {
    description,
    headers: z.object({ "Content-Disposition": z.string().openapi({ description: "Dateiname" }) }),
    content: { [medientyp]: { schema: z.string().openapi({ type: "string", format: "binary" }) } } as Record<
      M,
      { schema: z.ZodString }
    >,
  };
}

/** Body of a partial PUT: at least one field; read-only fields may come back as they were read. */
export function aenderung<F extends Record<string, z.ZodType>>(felder: F) {
  return z
    .strictObject(felder)
    .partial()
    .refine((wert) => Object.keys(wert).length > 0, { error: "mindestens ein Feld angeben" })
    .openapi({ minProperties: 1 });
}

type Leerbare<F extends Record<string, z.ZodType>> = {
  [K in keyof F as null extends z.output<F[K]> ? K : never]: null;
};

/** The fields that may be empty, empty: what a new record has where nothing is said. */
export function leereFelder<F extends Record<string, z.ZodType>>(felder: F): Leerbare<F> {
  return Object.fromEntries(
    Object.entries(felder).flatMap(([feld, schema]) => (schema.safeParse(null).success ? [[feld, null]] : [])),
  ) as Leerbare<F>;
}

/** The version of a record, in its body as in its ETag: a record that only lists show has no other. */
export const Fassung = Id.openapi({
  description: 'Die Fassung; in Anführungszeichen (`"3"`) das, was `If-Match` erwartet',
});

/** What every record carries and nobody writes. */
export const datensatz = {
  id: Id,
  version: Fassung,
  erstelltAm: Zeitpunkt,
  geaendertAm: Zeitpunkt,
};
