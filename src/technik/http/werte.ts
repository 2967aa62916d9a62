import { z } from "@hono/zod-openapi";

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

/** Between these a day may lie: with room behind them for what is computed from it. */
export const [ersterTag, letzterTag] = ["1900-01-01", "9998-12-31"] as const;

export const Datum = z.iso
  .date({ error: keinDatum })
  .refine((tag) => tag >= ersterTag && tag <= letzterTag, { error: "Datum vor 1900 oder nach 9998" })
  .openapi({ format: "date", example: "2026-10-01" });
/** First and last day of what holds for a time, both included. */
export const Gueltigkeit = {
  gueltigVon: Datum.nullable().openapi({ description: "Erster Tag, an dem es gilt; `null`: von Anfang an" }),
  gueltigBis: Datum.nullable().openapi({ description: "Letzter Tag, an dem es gilt; `null`: bis auf Weiteres" }),
};
export const Zeitpunkt = z.iso.datetime({ offset: true });
/** One that a request names: PostgreSQL takes neither the year 0 nor an offset of 16 hours. */
export const GenannterZeitpunkt = z.iso
  .datetime({ offset: true, error: "Zeitpunkt nach RFC 3339 erwartet" })
  .refine((wert) => wert >= "1900" && !/[+-](?:1[6-9]|2\d):\d{2}$/.test(wert), {
    error: "Zeitpunkt außerhalb des Bereichs",
  });
/** Days that are given to examples when the document is built: a fixed day would be past some time. */
export const beispieltage = { heute: "{heute}", uebernaechstesJahr: "{uebernaechstesJahr}" } as const;

/** So is the path before every address. */
export const beispielbasis = "{basis}";

/** The newest booking run of the demo data. */
export const beispiellauf = "4b6a2c0e-5f0f-4c56-9a35-0f7f3a3a9c11";

/** Of the demo data too: an increase that is planned, and a lessor whom the newest run pays, whatever the day. */
export const [beispielhebung, beispielverpaechter] = [5, 303] as const;

/** Whole cents. */
export const Cent = z.number().int().min(-1e15).max(1e15).openapi({ format: "int64", description: "Betrag in Cent" });
/** Basis points: 1900 = 19 %. */
export const Bp = z.number().int().min(0).max(10_000).openapi({ description: "Basispunkte, 1900 = 19 %" });
/** How many of something. */
export const Anzahl = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const Uuid = z.uuid();

const ohneRand = (text: string): string => (/[^\s\p{Cf}]/u.test(text) ? text.trim() : "");

/** Text of a person: trimmed, without control characters, at least one character that can be seen. */
export function text(max: number) {
  return z
    .string()
    .normalize("NFC")
    .overwrite(ohneRand)
    .min(1, { error: "darf nicht leer sein" })
    .max(max, { error: `höchstens ${max} Zeichen` })
    .refine((wert) => wert.isWellFormed() && /^(?:\P{Cc}|[\n\t\r])*$/u.test(wert), {
      error: "enthält unzulässige Zeichen",
    });
}
