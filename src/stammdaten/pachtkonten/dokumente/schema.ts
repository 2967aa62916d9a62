import { z } from "@hono/zod-openapi";
import { kennung, Suche, seite } from "../../../technik/http/parameter.ts";
import { datensatz, paginiert } from "../../../technik/http/schema.ts";
import { Id } from "../../../technik/http/werte.ts";

export const Dokument = z
  .object({
    ...datensatz,
    pachtkontoId: Id,
    dateiname: z
      .string()
      .openapi({ description: "Bereinigt; die Endung passt zum Inhalt", example: "Pachtvertrag.pdf" }),
    medientyp: z.string().openapi({ description: "Am Inhalt erkannt", example: "application/pdf" }),
    groesse: z.number().int().min(1).openapi({ description: "Bytes" }),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    hochgeladenVon: z.string(),
  })
  .openapi("PachtkontoDokument");
export type Dokument = z.output<typeof Dokument>;

export const DokumentPaginatedList = paginiert(Dokument).openapi("PachtkontoDokumentPaginatedList");

export const DokumentFilter = z.strictObject({ search: Suche, ...seite(20) });
export type DokumentFilter = z.output<typeof DokumentFilter>;

export const DokumentParameter = z.object({
  id: kennung("id"),
  docId: kennung("docId", "id des Dokuments"),
});
