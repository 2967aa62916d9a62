import type { Dokument } from "./dienst.ts";

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  example?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  minProperties?: number;
  minItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  readOnly?: boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

const formate: Record<string, string> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  uuid: "00000000-0000-4000-8000-000000000000",
  email: "a@example.org",
  uri: "https://example.org",
};

/** A small value that the schema allows: what is required, and one field where none is. */
export function musterwert(dokument: Dokument, schema: Schema): unknown {
  if (schema.$ref)
    return musterwert(dokument, dokument.components.schemas[schema.$ref.split("/").at(-1) ?? ""] as Schema);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.example !== undefined) return schema.example;
  const teil = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (teil) return musterwert(dokument, teil);
  const typ = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (typ === "object") {
    const felder = schema.properties ?? {};
    const pflicht = schema.required ?? [];
    const frei = Object.keys(felder).find((feld) => ["bezeichnung", "bemerkung", "aktiv", "firma"].includes(feld));
    const gewaehlt = pflicht.length > 0 || !schema.minProperties ? pflicht : [frei ?? Object.keys(felder)[0] ?? ""];
    return Object.fromEntries(gewaehlt.map((feld) => [feld, musterwert(dokument, felder[feld] ?? {})]));
  }
  if (typ === "array") return schema.minItems ? [musterwert(dokument, schema.items ?? {})] : [];
  if (typ === "integer" || typ === "number") return Math.max(1, schema.minimum ?? 1);
  if (typ === "boolean") return true;
  return formate[schema.format ?? ""] ?? "Muster";
}
