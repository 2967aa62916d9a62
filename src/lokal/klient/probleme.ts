type Schema = { $ref?: string; anyOf?: Schema[]; allOf?: object[]; properties?: Record<string, { enum?: unknown[] }> };
type Antwort = { content?: Record<string, { schema: Schema; examples?: object }> };
type Operation = { parameters?: { name?: string }[]; responses: Record<string, Antwort> };
export type Dokument = {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Which bodies a code comes with: names of components. */
export type Probleme = Map<string, Set<string>>;

const nameVon = (ref: string): string => ref.split("/").at(-1) ?? "";

/** The components that the body of a problem may be, each with the codes that it itself names; null: any. */
const listArme = (schema: Schema, schemas: Dokument["components"]["schemas"]) => {
  const ziel = schema.$ref === undefined ? schema : (schemas[nameVon(schema.$ref)] ?? {});
  const arme = ziel.anyOf ?? [schema];
  return arme.map(({ $ref = "" }) => {
    const name = nameVon($ref);
    return { $ref, name, codes: (schemas[name]?.properties?.code?.enum as string[] | undefined) ?? null };
  });
};

const genaue = ($ref: string, codes: string[]): Schema => ({
  allOf: [{ $ref }, { type: "object", properties: { code: { type: "string", enum: codes } }, required: ["code"] }],
});

/**
 * Says of every problem answer which codes it really comes with, so that its type can be told apart by `code`: they
 * stand in the document as names of its examples.
 *
 * @param dokument is changed   @returns all codes with their bodies
 */
export function schaerfeProbleme(dokument: Dokument): Probleme {
  const { schemas } = dokument.components;
  const probleme: Probleme = new Map();
  for (const { responses } of Object.values(dokument.paths).flatMap((operationen) => Object.values(operationen)))
    for (const antwort of Object.values(responses)) {
      const inhalt = antwort.content?.["application/problem+json"];
      if (!inhalt) continue;
      const genannte = Object.keys(inhalt.examples ?? {});
      const arme = listArme(inhalt.schema, schemas);
      for (const { name, codes } of arme)
        for (const code of codes ?? genannte) probleme.set(code, (probleme.get(code) ?? new Set()).add(name));
      const formen = arme.map(({ $ref, codes }) => (codes ? { $ref } : genaue($ref, genannte)));
      inhalt.schema = formen.length === 1 ? (formen[0] ?? {}) : { anyOf: formen };
    }
  return probleme;
}
