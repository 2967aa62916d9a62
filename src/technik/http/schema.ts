import { z } from "@hono/zod-openapi";
import { feldcodes, feldcodeWorte } from "../../kern/feldcode.ts";
import { type Sortierfeld, type Sortierung, type Sortierwert, sortierwerte } from "../database/anweisung/sortierung.ts";

/** Ids, versions and counts are int4 or identity columns; JSON numbers carry them exactly. */
export const Id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** What is said of a value that is none; of one that is missing the usual word is said. */
export const wennDa =
  (text: string) =>
  ({ input }: { input?: unknown }): string | undefined =>
    input === undefined ? undefined : text;

const keinDatum = (befund: { input?: unknown }): string | undefined =>
  typeof befund.input === "string" && /^\d{4}-\d{2}-\d{2}$/.test(befund.input)
    ? "diesen Tag gibt es nicht"
    : wennDa("Datum im Format JJJJ-MM-TT erwartet")(befund);

export const Datum = z.iso
  .date({ error: keinDatum })
  .refine((tag) => tag >= "1900-01-01" && tag <= "9998-12-31", { error: "Datum vor 1900 oder nach 9998" })
  .openapi({ format: "date", example: "2026-10-01" });
export const Zeitpunkt = z.iso.datetime({ offset: true });
/** One that a request names: PostgreSQL takes neither the year 0 nor an offset of 16 hours. */
export const GenannterZeitpunkt = z.iso
  .datetime({ offset: true, error: "Zeitpunkt nach RFC 3339 erwartet" })
  .refine((wert) => wert >= "1900" && !/[+-](?:1[6-9]|2\d):\d{2}$/.test(wert), {
    error: "Zeitpunkt außerhalb des Bereichs",
  });
/** Days that are given to examples when the document is built: a fixed day would be past some time. */
export const beispieltage = { heute: "{heute}", uebernaechstesJahr: "{uebernaechstesJahr}" } as const;

/** The newest booking run of the demo data. */
export const beispiellauf = "4b6a2c0e-5f0f-4c56-9a35-0f7f3a3a9c11";

/** Whole cents. */
export const Cent = z.number().int().min(-1e15).max(1e15).openapi({ format: "int64", description: "Betrag in Cent" });
/** Basis points: 1900 = 19 %. */
export const Bp = z.number().int().min(0).max(10_000).openapi({ description: "Basispunkte, 1900 = 19 %" });
/** How many of something. */
export const Anzahl = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const Uuid = z.uuid();

/** Only NUL and half a sign are no text to the database. */
const istSpeicherbar = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

const ohneRand = (text: string): string => (/[^\s\p{Cf}]/u.test(text) ? text.trim() : "");

/** Text of a person: trimmed, without control characters, at least one character that can be seen. */
export const text = (max: number) =>
  z
    .string()
    .normalize("NFC")
    .overwrite(ohneRand)
    .min(1, { error: "darf nicht leer sein" })
    .max(max, { error: `höchstens ${max} Zeichen` })
    .refine((wert) => wert.isWellFormed() && /^(?:\P{Cc}|[\n\t\r])*$/u.test(wert), {
      error: "enthält unzulässige Zeichen",
    });

/**
 * A whole number in a path or query: digits only, so that "", "1e3" and "0x10" are refused rather than read as numbers.
 */
export const ganzzahlParameter = (grenzen: { min: number; max: number; vorgabe?: number }) => {
  const [mindestens, hoechstens] = [`mindestens ${grenzen.min}`, `höchstens ${grenzen.max}`];
  // `int` also refuses what is beyond the numbers that are told apart, each way with a code of its own.
  const keine = ({ code }: { code: string }) =>
    code === "too_big" ? hoechstens : code === "too_small" ? mindestens : "ganze Zahl erwartet";
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
};

export const IdParameter = z.object({
  id: ganzzahlParameter({ min: 1, max: Number.MAX_SAFE_INTEGER }).openapi({
    param: { name: "id", in: "path" },
    description: "id des Datensatzes",
    example: 1,
  }),
});

/** An id in the path of an endpoint that the contract knows by its path alone: there it is a string. */
export const kennung = (name: string, description = "id des Datensatzes") =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: "Kennung erwartet: eine ganze Zahl ab 1" })
    .transform(Number)
    .openapi({ param: { name, in: "path" }, description, example: "1" });

export const KennungParameter = z.object({ id: kennung("id") });

const int32Parameter = (grenzen: { max: number; vorgabe: number }) =>
  ganzzahlParameter({ min: 1, ...grenzen }).openapi({ format: "int32" });

export const seite = (limit: number, hoechstens = 500) => ({
  page: int32Parameter({ max: 2_147_483_647, vorgabe: 1 }).openapi({ description: "Welche Seite, von 1 an" }),
  limit: int32Parameter({ max: hoechstens, vorgabe: limit }).openapi({ description: "So viele Einträge je Seite" }),
});

/** `page` and `limit` as the contract gives them for the three large lists. */
export const grosseSeite = seite(20, 5000);

/** The parts of one comma-separated parameter; the same parameter twice is no list, so it stays what it is: refused. */
export const ausKommaliste = (wert: unknown): unknown =>
  typeof wert === "string" ? wert.split(",").map((teil) => teil.trim()) : Array.isArray(wert) ? wert.join(",") : wert;

/** `1,2,3`, as it was asked for. */
export const Idliste = z.string().regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, {
  error: "positive ganze Zahlen, durch Komma getrennt, ohne Leerzeichen",
});

const nurEinmal = "einmal angeben, mehrere Werte durch Kommas getrennt";

/** `?status=aktiv,gekuendigt`: one comma-separated parameter, not repeated. */
export const kommaliste = <const W extends readonly [string, ...string[]]>(werte: W) =>
  z.preprocess(ausKommaliste, z.array(z.enum(werte), { error: nurEinmal }).min(1).optional()).openapi({
    param: { style: "form", explode: false, required: false },
    description: "Kommaliste; ohne sie alle",
    type: "array",
    items: { type: "string", enum: [...werte] },
  });

/** A comma-separated list of non-empty texts. */
export const textliste = () =>
  z
    .preprocess(
      ausKommaliste,
      z
        .array(
          z
            .string()
            .normalize("NFC")
            .min(1, { error: "leerer Eintrag" })
            .max(100)
            .refine(istSpeicherbar, { error: "enthält unzulässige Zeichen" }),
          { error: nurEinmal },
        )
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

export const Suche = z
  .string()
  .max(200)
  .refine(istSpeicherbar, { error: "enthält unzulässige Zeichen" })
  .optional()
  .openapi({
    description:
      "Teilzeichenfolge, jedes Wort muss vorkommen; Groß-/Kleinschreibung und Akzente gleichgültig. Ein gespeichertes „Müller“ finden Müller, Mueller und Muller, ein „Mueller“ Müller und Mueller, ein „Muller“ nur Muller.",
  });

export const Monat = z
  .string()
  .regex(/^(19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/, { error: "Monat im Format JJJJ-MM erwartet" })
  .optional()
  // No example: Swagger UI would send it along as if somebody had asked for that month.
  .openapi({ description: "Monat JJJJ-MM" });

/** `sort=feld` or `sort=-feld`: one of the list's own fields. */
export const sortParameter = <Feld extends string>(sortierung: Sortierung<Feld>) =>
  z
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

/** The list envelope; rows beyond the last page are an empty list with the right total. */
export const paginiert = <S extends z.ZodType>(zeile: S) =>
  z.object({
    data: z.array(zeile),
    pagination: z.object({
      page: z.number().int().min(1),
      limit: z.number().int().min(1),
      total: z.number().int().min(0),
      totalPages: z.number().int().min(0),
    }),
  });

export type Seite = { page: number; limit: number };
export type Liste<T> = { data: T[]; pagination: Seite & { total: number; totalPages: number } };

export const alsListe = <T>(data: T[], total: number, { page, limit }: Seite): Liste<T> => ({
  data,
  pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
});

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
export const json = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** The job of a 202, by which everybody can follow it; the queue's own `id` is for the log. */
export const AuftragId = Id.openapi({ description: "Der Auftrag, wie ihn `/betrieb/auftraege/{id}` zeigt" });

export const auftragsort = z.string().optional().openapi({ description: "Adresse des Auftrags" });

/** JSON answer to a job that was taken on, see `zumAuftrag`. */
export const angenommen = <S extends z.ZodType>(schema: S) => ({
  ...json(schema, "Der angenommene Auftrag"),
  headers: z.object({ Location: auftragsort }),
});

/** JSON answer of a record whose version stands in its ETag, see `mitETag`. */
export const jsonMitETag = <S extends z.ZodType>(schema: S, description: string) => ({
  ...json(schema, description),
  headers: z.object({ ETag: z.string().openapi({ description: "Die Fassung, für `If-Match`" }) }),
});

/** JSON that is text already when it is answered, see `alsSeite`: the type asks for no object. */
export const jsonText = <S extends z.ZodType>(
  schema: S,
  description: string,
): { description: string; content: Record<string, { schema: S }> } => json(schema, description);

/** Problem answer with a schema of its own where it carries more than the common fields. */
export const problem = (description: string, schema: z.ZodType = ProblemSchema) => ({
  description,
  content: { "application/problem+json": { schema } },
});

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
        instance: "/api/kontakte/17",
        code: "zusammengefuehrt",
        requestId: "0b9c1f6e-7a4d-4c1b-9a57-3f2d8f1b6c20",
        aufgegangenIn: 4,
      },
    }),
);

/** JSON body; `required`, because without it a missing content type would skip the validation. */
export const koerper = <S extends z.ZodType>(schema: S) => ({
  body: { required: true as const, content: { "application/json": { schema } } },
});

/** Download of a file. */
export const datei = <const M extends string>(medientyp: M, description: string) => ({
  description,
  content: { [medientyp]: { schema: z.string().openapi({ type: "string", format: "binary" }) } } as Record<
    M,
    { schema: z.ZodString }
  >,
});

/** Body of a partial PUT: at least one field; read-only fields may come back as they were read. */
export const aenderung = <F extends Record<string, z.ZodType>>(felder: F) =>
  z
    .strictObject(felder)
    .partial()
    .refine((wert) => Object.keys(wert).length > 0, { error: "mindestens ein Feld angeben" })
    .openapi({ minProperties: 1 });

type Leerbare<F extends Record<string, z.ZodType>> = {
  [K in keyof F as null extends z.output<F[K]> ? K : never]: null;
};

/** The fields that may be empty, empty: what a new record has where nothing is said. */
export const leereFelder = <F extends Record<string, z.ZodType>>(felder: F): Leerbare<F> =>
  Object.fromEntries(
    Object.entries(felder).flatMap(([feld, schema]) => (schema.safeParse(null).success ? [[feld, null]] : [])),
  ) as Leerbare<F>;

/** What every record carries and nobody writes. */
export const datensatz = {
  id: Id,
  version: Id,
  erstelltAm: Zeitpunkt,
  geaendertAm: Zeitpunkt,
};
