import { z } from "@hono/zod-openapi";
import { seite, vergleichstext } from "../http/parameter.ts";
import { paginiert } from "../http/schema.ts";
import { GenannterZeitpunkt, Id, Zeitpunkt } from "../http/werte.ts";

const beliebig = () =>
  z.unknown().openapi({ description: "Beliebiger JSON-Wert; `null`, wo es das Feld nicht gab oder nicht mehr gibt" });

export const AuditLogEntry = z
  .object({
    id: Id,
    zeitpunkt: Zeitpunkt,
    benutzerId: Id.nullable().openapi({ description: "`null` bei Aufträgen des Dienstes selbst" }),
    benutzerName: z.string(),
    aktion: z.string().openapi({ example: "aendern" }),
    ressource: z.string().openapi({ example: "pachtkonto" }),
    ressourceId: z.string().nullable(),
    aenderungen: z.array(z.object({ feld: z.string(), alt: beliebig(), neu: beliebig() }).required()).openapi({
      description:
        "Feld für Feld, was sich geändert hat; leer auch, wo die Werte auf Verlangen der Person gelöscht wurden",
    }),
    anfrageId: z.string().nullable().openapi({ description: "`X-Request-Id` der auslösenden Anfrage" }),
    hash: z.string().nullable().openapi({ description: "SHA-256 in der Kette der Einträge; `null`, bis versiegelt" }),
  })
  .openapi("AuditLogEntry");
export type AuditLogEntry = z.output<typeof AuditLogEntry>;

export const AuditLogPaginatedList = paginiert(AuditLogEntry).openapi("AuditLogPaginatedList");

/** An unescaped `+` arrives as a blank. */
const zeitpunktParameter = (description: string) =>
  z
    .preprocess(
      (wert) => (typeof wert === "string" ? wert.replace(/ (?=\d{2}:\d{2}$)/, "+") : wert),
      GenannterZeitpunkt.optional(),
    )
    .openapi({ param: { required: false }, type: "string", format: "date-time", description });

export const AuditLogFilter = z
  .strictObject({
    userId: vergleichstext(100).optional().openapi({ description: "`benutzerId` der Einträge" }),
    action: vergleichstext(100).optional().openapi({ description: "Genaue `aktion`, z. B. `anlegen`" }),
    resource: vergleichstext(100).optional().openapi({ description: "Genaue `ressource`, z. B. `pachtkonto`" }),
    from: zeitpunktParameter("Von diesem Zeitpunkt an (einschließlich), mit beliebigem Zeitversatz"),
    to: zeitpunktParameter("Bis zu diesem Zeitpunkt (einschließlich), mit beliebigem Zeitversatz"),
    ...seite(50),
  })
  .refine(({ from, to }) => !from || !to || Date.parse(from) <= Date.parse(to), {
    error: "liegt vor `from`",
    path: ["to"],
  });
export type AuditLogFilter = z.output<typeof AuditLogFilter>;
