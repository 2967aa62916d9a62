import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { vergleicheText } from "../../kern/vergleicheText.ts";
import { type Dokument, type Probleme, schaerfeProbleme } from "./probleme.ts";

const { createKeywordTypeNode: wort, createTypeReferenceNode, createUnionTypeNode } = ts.factory;
const blob = createTypeReferenceNode("Blob");
const textOderZahl = createUnionTypeNode([wort(ts.SyntaxKind.StringKeyword), wort(ts.SyntaxKind.NumberKeyword)]);

/** Where a path takes the id of a record as text, a caller has it as the number that the record carries. */
const nurZiffern = "^[1-9]\\d{0,14}$";

const eigenerTyp = (schema: { format?: string; pattern?: string }): ts.TypeNode | undefined => {
  // A file is one in forms, and in answers that are read with `parseAs: "blob"`.
  if (schema.format === "binary") return blob;
  return schema.pattern === nurZiffern ? textOderZahl : undefined;
};

/** The types of all paths and records, records also by their names. */
const schreibeOpenapi = async (dokument: Dokument): Promise<string> => {
  const knoten = await openapiTS(dokument as unknown as OpenAPI3, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // What has a default need not be sent; what is answered is required by name.
    defaultNonNullable: false,
    transform: eigenerTyp,
  });
  return astToString(knoten);
};

const alsWorte = (worte: Iterable<string>): string =>
  [...worte]
    .sort()
    .map((wort) => `  ${JSON.stringify(wort)},`)
    .join("\n");

/** What of the document the client needs while it runs, and the bodies of all problems by their codes. */
const schreibeVertrag = ({ info, paths }: Dokument, probleme: Probleme): string => {
  const nimmtSchluessel = Object.entries(paths)
    .filter(([, { post }]) => post?.parameters?.some(({ name }) => name === "Idempotency-Key"))
    .map(([pfad]) => pfad);
  const koerper = [...probleme]
    .sort(([a], [b]) => vergleicheText(a, b))
    .map(([code, namen]) => `  ${code}: ${[...namen].map((name) => `schemas["${name}"]`).join(" | ")};`);
  return `import type { components } from "./openapi.ts";

type schemas = components["schemas"];

/** Version of the service that this client was made from. */
export const version = ${JSON.stringify(info.version)};

/** Paths whose POST takes an \`Idempotency-Key\`. */
export const nimmtSchluessel: ReadonlySet<string> = new Set([
${alsWorte(nimmtSchluessel)}
]);

/** All words that \`code\` of a problem can be. */
export const problemcodes = [
${alsWorte(probleme.keys())}
] as const;

export type Problemcode = (typeof problemcodes)[number];

/** The body of a problem by its code. */
export type Probleme = {
${koerper.join("\n")}
};
`;
};

/** The sources of the client that follow from the document, by file name. */
export async function schreibeTypen(text: string): Promise<Record<string, string>> {
  const dokument = JSON.parse(text) as Dokument;
  const probleme = schaerfeProbleme(dokument);
  return { "openapi.ts": await schreibeOpenapi(dokument), "vertrag.ts": schreibeVertrag(dokument, probleme) };
}
