import { type Recht, rechte, rechtSatz } from "../../../kern/rechte.ts";
import { unbekannt } from "../problem/feldfehler.ts";
import { falscheRolle } from "../recht.ts";
import { type Eigenheiten, ergaenzeAntwort, ergaenzeProbleme } from "./beispiele.ts";

type Parameter = { name: string; in: string; schema: object; description: string };
export type Operation = {
  operationId: string;
  "x-recht"?: Recht;
  "x-lang"?: true;
  "x-grenze"?: string;
  /** A POST that writes nothing. */
  "x-nur-lesend"?: boolean;
  description?: string;
  parameters?: (Parameter | object)[];
  requestBody?: { content: object };
  responses: Record<string, Parameters<typeof ergaenzeProbleme>[0] & { headers?: object }>;
};

const problemAntwort = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

const kopfzeilen: Record<"ifMatch" | "einmal", Parameter> = {
  ifMatch: {
    name: "If-Match",
    in: "header",
    schema: { type: "string" },
    description:
      "ETag der gelesenen Fassung oder ihre `version` in Anführungszeichen, auch mehrere durch Komma; passt keiner mehr, antwortet der Dienst 412. Ein schwacher (`W/`) gilt wie der starke, `*` passt immer; was in ihm auf einen Bindestrich folgt, zählt nicht.",
  },
  einmal: {
    name: "Idempotency-Key",
    in: "header",
    schema: { type: "string", minLength: 1, maxLength: 200 },
    description:
      "Dieselbe Anfrage mit demselben Schlüssel wird nur einmal ausgeführt (24 Stunden lang). Er gilt für Benutzer und Adresse; mit anderem Inhalt ist er dort 422, und eine abgelehnte Anfrage verbraucht ihn nicht.",
  },
};

const kopf = (type: "string" | "integer", description: string) => ({ required: true, schema: { type }, description });

/** What a refusal brings in its headers, whatever the operation is; see `alsProblem`. */
const kopfJeStatus: Record<string, object> = {
  416: {
    "Accept-Ranges": kopf("string", "`bytes`: die Datei gibt es auch in Teilen"),
    "Content-Range": kopf("string", "Wie viele Bytes die Datei hat"),
  },
  429: { "Retry-After": kopf("integer", "Sekunden, nach denen es weitergeht") },
  503: { "Retry-After": kopf("integer", "Sekunden bis zum nächsten Versuch") },
};

/** What routes say of themselves to this storey alone. */
const nimmMarken = (methode: string, operation: Operation) => {
  const recht = operation["x-recht"] ?? "offen";
  const marken = {
    recht,
    istOffen: recht === "offen",
    meldetAn: operation["x-grenze"] !== undefined,
    /** Origin and key are checked of it, whether it writes or not. */
    sendet: methode !== "get",
    schreibt: methode !== "get" && !operation["x-nur-lesend"],
  };
  for (const marke of ["x-recht", "x-lang", "x-grenze", "x-nur-lesend"] as const) delete operation[marke];
  return marken;
};
type Marken = ReturnType<typeof nimmMarken>;

/** Refusals by status: when each comes, and the codes that follow from the method. */
type Ablehnungen = Record<string, { text?: string; codes?: string[] }>;

const nachRecht = ({ recht, istOffen, meldetAn, sendet }: Marken): Ablehnungen => {
  const zuViele = { 429: { text: "Zu viele Anfragen; `Retry-After` sagt, wann es weitergeht" } };
  if (istOffen) return meldetAn ? zuViele : {};
  const verboten = [
    sendet ? "Fremde Herkunft (`fremde_herkunft`)" : "",
    rechte[recht]?.length ? "Rolle reicht nicht (`keine_berechtigung`)" : "",
  ].filter(Boolean);
  return {
    ...zuViele,
    401: { text: "Nicht angemeldet" },
    ...(verboten.length > 0 ? { 403: { text: verboten.join(", oder ") } } : {}),
    503: { text: "Gerade nicht möglich; `Retry-After` sagt, wann wieder" },
  };
};

const nachMethode = (methode: string, { istOffen, schreibt }: Marken): Ablehnungen => {
  const nurLesbar: Ablehnungen = methode === "put" ? { 400: { codes: ["nur_lesbar"] } } : {};
  const schluessel = { 400: { text: "Ungültiger Idempotency-Key", codes: ["ungueltiger_schluessel"] } };
  if (istOffen || !schreibt) return !istOffen && methode === "post" ? schluessel : nurLesbar;
  const text = "Widerspricht dem Stand der Daten";
  const stets = ["in_benutzung", "gleichzeitig_geaendert"];
  if (methode !== "post") return { ...nurLesbar, 409: { text, codes: stets } };
  return {
    ...schluessel,
    409: { text, codes: [...stets, "idempotenz_laeuft"] },
    422: { text: "Idempotency-Key gehört zu einer anderen Anfrage" },
  };
};

const nachEingabe = (pfad: string, { parameters, requestBody }: Operation, { istOffen }: Marken): Ablehnungen => {
  const ablehnungen: Ablehnungen = pfad.includes("{") ? { 404: { text: "Nicht gefunden" } } : {};
  // Where nothing can be said, a parameter is not known.
  if (!istOffen || parameters?.length || requestBody) ablehnungen[400] = { text: "Ungültige Eingabe" };
  if (!requestBody) return ablehnungen;
  const codes =
    "multipart/form-data" in requestBody.content ? ["ungueltiges_formular"] : ["ungueltiges_json", "ungueltiges_utf8"];
  return {
    ...ablehnungen,
    400: { text: "Ungültige Eingabe", codes },
    408: { text: "Der Inhalt kam nicht in der Frist an" },
    413: { text: "Inhalt zu groß" },
    415: { text: "Medientyp nicht unterstützt" },
  };
};

/** What its refusals say of this operation and of no other; the tests hold them against its answers. */
const eigenheitenVon = (
  { parameters = [], requestBody }: Operation,
  { recht }: Marken,
): Omit<Eigenheiten, "felder"> => {
  const tag = (parameters as Parameter[]).find(
    ({ in: ort, schema }) => ort === "query" && "format" in schema && schema.format === "date",
  );
  const [, mib] = /höchstens (\d+) MiB/.exec(JSON.stringify(requestBody?.content ?? {})) ?? [];
  return {
    saetze: {
      keine_berechtigung: falscheRolle(recht),
      ...(mib === undefined
        ? {}
        : {
            medientyp: "Bitte die Datei als multipart/form-data im Feld datei senden.",
            zu_gross: `Die Datei ist größer als ${mib} MiB.`,
          }),
    },
    feldfehler: tag
      ? { path: tag.name, code: "falsches_format", message: "Datum im Format JJJJ-MM-TT erwartet" }
      : unbekannt("unbekannt", "unbekannt"),
  };
};

/** One after the other: of two texts for a status the later one counts, the codes of both. */
const vereine = (...alle: Ablehnungen[]): Ablehnungen => {
  const vereint: Ablehnungen = {};
  for (const [status, { text, codes = [] }] of alle.flatMap((eine) => Object.entries(eine))) {
    const bisher = vereint[status];
    vereint[status] = { text: text ?? bisher?.text, codes: [...(bisher?.codes ?? []), ...codes] };
  }
  return vereint;
};

export type Beispiele = {
  /** What stands before every path. */
  basis: string;
  antworten: Record<string, unknown>;
  /** Whether the schema of a problem has an example of its own. */
  hatEigenes(antwort: Operation["responses"][string]): boolean;
  /** What its schema gives the examples to show, see `problemMit`. */
  felderVon(antwort: Operation["responses"][string]): Eigenheiten["felder"];
};

/** What makes writing twice, or over somebody else's change, harmless. */
const ergaenzeKopfzeilen = (methode: string, operation: Operation): void => {
  operation.parameters ??= [];
  if (methode === "post") {
    operation.parameters.push(kopfzeilen.einmal);
    return;
  }
  operation.parameters.push(kopfzeilen.ifMatch);
  operation.responses["412"] = {
    ...problemAntwort("Inzwischen geändert (If-Match passt nicht)"),
    headers: { ETag: kopf("string", "Die Fassung, die jetzt gilt") },
  };
};

/** Adds to one operation what follows from its right, method and input, so that no route has to repeat it. */
export function vervollstaendige(methode: string, pfad: string, operation: Operation, beispiele: Beispiele): void {
  const marken = nimmMarken(methode, operation);
  operation.description = [operation.description, rechtSatz(marken.recht)].filter(Boolean).join("\n\n");
  const ablehnungen = vereine(nachRecht(marken), nachMethode(methode, marken), nachEingabe(pfad, operation, marken));
  const eigenheiten = eigenheitenVon(operation, marken);
  if (marken.schreibt && !marken.istOffen) ergaenzeKopfzeilen(methode, operation);
  for (const [status, { text }] of Object.entries(ablehnungen))
    if (text !== undefined) operation.responses[status] ??= problemAntwort(text);
  for (const [status, antwort] of Object.entries(operation.responses)) {
    if (status in kopfJeStatus) antwort.headers = { ...antwort.headers, ...kopfJeStatus[status] };
    if (!beispiele.hatEigenes(antwort))
      ergaenzeProbleme(
        antwort,
        status,
        `${beispiele.basis}${pfad}`,
        { ...eigenheiten, felder: beispiele.felderVon(antwort) },
        ablehnungen[status]?.codes,
      );
    if (status.startsWith("2")) ergaenzeAntwort(antwort, beispiele.antworten[operation.operationId]);
  }
}
