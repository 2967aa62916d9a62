import type { App } from "../app.ts";
import { etagVon } from "../dateien/dateiantwort.ts";
import { sitzungCookie } from "../recht.ts";
import { ProblemSchema } from "../schema.ts";
import { version } from "../version.ts";
import { beispielbasis, beispieltage, ersterTag, letzterTag } from "../werte.ts";
import { type Beispiele, type Operation, vervollstaendige } from "./vervollstaendige.ts";

/** The tags as a clerk thinks, in the order of use. */
const tags = [
  ["Anmeldung", "Anmelden über OpenID Connect, Sitzung, Abmelden"],
  ["Dashboard", "Was heute ansteht: Übersicht, jüngste Tätigkeiten und Bemerkungen"],
  ["Pachtkonten", "Die Verträge: Laufzeit, Positionen, Beteiligte, eigene Felder und Dokumente"],
  ["Patchobjekte", "Was verpachtet ist: Flurstücke, Lage und Fläche"],
  ["Kontakte", "Pächter, Verpächter und weitere Personen und Firmen"],
  ["Duplikate", "Kontakte und Patchobjekte, die mutmaßlich doppelt sind"],
  ["Fälligkeiten und Termine", "Was wann fällig wird, und was sonst in den nächsten Tagen ansteht"],
  ["Vorschau und Buchung", "Erst ansehen, was ein Stichtag ergäbe, dann genau das buchen; Läufe und Abdeckung"],
  ["Archiv und Schreiben", "Gebuchte Belege mit Herleitung, ihre Briefe und E-Rechnungen, Archivkonten"],
  ["Exporte und Zahlungsdateien", "Listen eines Laufs als CSV und XLSX, SEPA-Dateien, DATEV-Buchungsstapel"],
  ["Storno", "Einen Lauf, einen Teil davon oder einzelne Belege zurücknehmen"],
  ["Hebungen", "Pachterhöhungen planen, aktivieren und abschließen, mit Schreiben an die Pächter"],
  ["Import und Bestand", "Einen ganzen Bestand als Mappe einlesen und ausgeben, und die Vorlage dazu"],
  ["Externe Buchhaltung", "Übergabe archivierter Belege an ein Buchhaltungssystem"],
  ["Einstellungen", "Positionsarten, Kontaktarten, Indexreihen, Firmendaten, Logo und offen gehaltene Jahre"],
  ["Audit-Log", "Unveränderliches Protokoll aller Änderungen"],
  ["Feedback", "Rückmeldungen an den Betreiber"],
  ["Betrieb", "Zustand des Dienstes, Hintergrundaufträge, Zeitpläne"],
] as const;

type Schritt = readonly [(typeof tags)[number][0], string, string];

/** The way through the main job, as links to operations. */
const rundgang = [
  ["Pachtkonten", "listPachtkonten", "Die Verträge ansehen"],
  ["Fälligkeiten und Termine", "listNaechsteTermine", "Sehen, was ansteht"],
  ["Vorschau und Buchung", "getAbrechnungVorschauGruppen", "Die Abrechnung zum Stichtag prüfen"],
  ["Vorschau und Buchung", "bucheAbrechnung", "Sie buchen"],
  ["Archiv und Schreiben", "listArchiv", "Belege und Briefe finden"],
  ["Exporte und Zahlungsdateien", "exportSepa", "Die Datei für die Bank holen"],
] as const satisfies readonly Schritt[];

/** The way to a lease of one's own that can be billed, each step with the ids of those before. */
const ersterVertrag = [
  ["Kontakte", "createKontakt", "Pächter und Verpächter anlegen"],
  ["Pachtkonten", "createPachtkonto", "Das Pachtkonto mit beiden als Beteiligten"],
  ["Pachtkonten", "createPachtkontoPosition", "Seine Position: wofür, wie viel, wie oft"],
  ["Patchobjekte", "createPatchobjekt", "Was verpachtet ist, mit der id des Pachtkontos"],
] as const satisfies readonly Schritt[];

const alsVerweise = (basis: string, schritte: readonly Schritt[]): string =>
  schritte
    .map(([tag, operation, text], i) => `${i + 1}. [${text}](${basis}/docs#/${encodeURIComponent(tag)}/${operation})`)
    .join("\n");

const beschreibung = (basis: string) => `Verwaltung von Pachtkonten, Patchobjekten und Kontakten mit Abrechnung, Archiv,
Exporten und Übergabe an ein externes Buchhaltungssystem.

Zum Ausprobieren zuerst **[anmelden](${basis}/auth/login?returnTo=${basis}/docs)**; die Sitzung steht danach im Cookie
\`${sitzungCookie}\`. Der Weg durch eine Abrechnung:

${alsVerweise(basis, rundgang)}

Der Weg zu einem eigenen Vertrag, der sich danach ebenso abrechnen lässt:

${alsVerweise(basis, ersterVertrag)}

Beträge sind ganze Cent (\`…Cent\`), Sätze Basispunkte (\`…Bp\`), Tage \`JJJJ-MM-TT\` ohne Zeitzone,
Zeitpunkte RFC 3339 in UTC. Ein Tag liegt zwischen ${ersterTag} und ${letzterTag}. Von einem Text im Inhalt einer
Anfrage fällt, außer in eigenen Feldern, der Leerraum am Rand weg; was bleibt, hat mindestens ein sichtbares Zeichen und
keine Steuerzeichen außer Tabulator und Zeilenumbruch. Fehler sind \`application/problem+json\` (RFC 9457) mit beständigem \`code\`. Adresse und Kopfzeilen
fassen zusammen 16 KiB; was darüber liegt, ist überall 431 (\`kopf_zu_gross\`).`;

type Schema = { $ref?: string; anyOf?: Schema[]; example?: unknown; "x-zeigt"?: Record<string, object> };

/** What the schemas of problems say of their examples; the document does without these marks. */
const nimmEigenes = (schemas: Record<string, Schema>): Pick<Beispiele, "hatEigenes" | "felderVon"> => {
  const marken = new Map(Object.entries(schemas).map(([name, { "x-zeigt": felder }]) => [name, felder]));
  for (const schema of Object.values(schemas)) delete schema["x-zeigt"];
  const nameVon = ({ $ref }: Schema) => $ref?.split("/").at(-1) ?? "";
  const schemaVon = ({ content }: Operation["responses"][string]): Schema =>
    content?.["application/problem+json"]?.schema ?? {};
  const felderZu = (schema: Schema): Record<string, object> => {
    const name = nameVon(schema);
    const { anyOf = [] } = schemas[name] ?? {};
    return Object.assign({}, marken.get(name), ...anyOf.map(felderZu));
  };
  return {
    hatEigenes: (antwort) => "example" in (schemas[nameVon(schemaVon(antwort))] ?? {}),
    felderVon: (antwort) => felderZu(schemaVon(antwort)),
  };
};

/** An object has the fields that it declares and no others; only what says so itself stays open. */
const schliesse = (knoten: unknown): void => {
  if (Array.isArray(knoten)) for (const teil of knoten) schliesse(teil);
  else if (knoten !== null && typeof knoten === "object") {
    if ("properties" in knoten && "type" in knoten && !("additionalProperties" in knoten))
      Object.assign(knoten, { additionalProperties: false });
    for (const teil of Object.values(knoten)) schliesse(teil);
  }
};

/** Takes out what is marked as {@link verborgen}. */
const verbirg = (pfade: Record<string, object>): void => {
  for (const [pfad, operationen] of Object.entries(pfade)) {
    const offene = Object.entries(operationen).filter(([, operation]) => !("x-verborgen" in operation));
    if (offene.length > 0) pfade[pfad] = Object.fromEntries(offene);
    else delete pfade[pfad];
  }
};

export type ApiDokument = { bytes: Uint8Array<ArrayBuffer>; etag: string };

/**
 * The OpenAPI document, built once from the routes as they are served, with its ETag.
 *
 * @param heute stands in examples   @param antworten what an operation answered on the demo stock, by its id
 */
export function baueDokument(
  app: App,
  basis: string,
  heute: string,
  antworten: Record<string, unknown> = {},
): ApiDokument {
  app.openAPIRegistry.registerComponent("securitySchemes", "sitzung", {
    type: "apiKey",
    in: "cookie",
    name: sitzungCookie,
    description: "Sitzung nach der Anmeldung; HttpOnly, in Produktion Secure.",
  });
  app.openAPIRegistry.register("Problem", ProblemSchema);
  const dokument = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Lease Management Service Interface",
      version,
      description: beschreibung(basis),
      license: { name: "Nicht öffentlich lizenziert", url: basis },
    },
    servers: [{ url: basis, description: "Diese Installation" }],
    tags: tags.map(([name, description]) => ({ name, description })),
  });
  const eigenes = nimmEigenes(dokument.components?.schemas ?? {});
  const pfade: Record<string, object> = dokument.paths ?? {};
  verbirg(pfade);
  for (const [pfad, operationen] of Object.entries(pfade))
    for (const [methode, operation] of Object.entries(operationen))
      vervollstaendige(methode, pfad, operation as Operation, { basis, antworten, ...eigenes });
  schliesse(dokument.components?.schemas);
  schliesse(dokument.paths);
  const text = JSON.stringify(dokument)
    .replaceAll(beispielbasis, basis)
    .replaceAll(beispieltage.heute, heute)
    .replaceAll(beispieltage.uebernaechstesJahr, `${Number(heute.slice(0, 4)) + 2}-01-01`);
  const bytes = new TextEncoder().encode(text);
  return { bytes, etag: etagVon(bytes) };
}
