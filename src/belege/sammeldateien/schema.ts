import { z } from "@hono/zod-openapi";
import { VorschauGruppenFilter } from "../../abrechnung/vorschau/schema.ts";
import { ganzzahlParameter, Idliste } from "../../technik/http/parameter.ts";
import { AuftragId } from "../../technik/http/schema.ts";
import { Anzahl, beispiellauf, Datum, Uuid, Zeitpunkt } from "../../technik/http/werte.ts";

const teil = ganzzahlParameter({ min: 1, max: 1000 })
  .optional()
  .openapi({ description: "Welche Datei, wenn es mehrere sind; ohne Angabe die einzige oder die Liste" });

export const PdfGesamtFilter = z.strictObject({
  buchungslaufId: Uuid.openapi({
    description: "Buchungslauf, dessen Schreiben ausgegeben werden",
    example: beispiellauf,
  }),
  teil,
});
export type PdfGesamtFilter = z.output<typeof PdfGesamtFilter>;

export const PdfEntwurfFilter = z.strictObject({ ...VorschauGruppenFilter.shape, teil });
export type PdfEntwurfFilter = z.output<typeof PdfEntwurfFilter>;

const hoechstensHebungen = 1000;

export const PdfHebungsentwurfFilter = z.strictObject({
  hebungIds: Idliste.refine((ids) => ids.split(",").length <= hoechstensHebungen, {
    error: `höchstens ${hoechstensHebungen} Hebungen`,
  })
    .optional()
    .openapi({ description: `Nur diese Hebungen: höchstens ${hoechstensHebungen} ids, durch Komma getrennt` }),
  wirksamBis: Datum.optional().openapi({
    type: "string",
    format: "date",
    description: "Letztes `wirksamAb`",
    example: undefined,
  }),
  teil,
});
export type PdfHebungsentwurfFilter = z.output<typeof PdfHebungsentwurfFilter>;

export const SammeldateiTeil = z
  .object({
    teil: z.number().int().min(1),
    anzahl: Anzahl.openapi({ description: "Schreiben in dieser Datei" }),
    nichtErstellt: Anzahl.openapi({
      description: "Schreiben, die sich nicht zeichnen ließen; an ihrer Stelle steht ein Blatt mit dem Grund",
    }),
    erster: z.string().openapi({ description: "Erste Belegnummer, im Entwurf erste Kontonummer" }),
    letzter: z.string(),
    groesse: Anzahl.openapi({ format: "int64", description: "Bytes" }),
    sha256: z.string(),
  })
  .openapi("SammeldateiTeil");
export type SammeldateiTeil = z.output<typeof SammeldateiTeil>;

/** How far a combined file is. */
export const Sammeldatei = z
  .object({
    auftragId: AuftragId.nullable(),
    status: z.enum(["wartend", "laufend", "fertig"]),
    fortschritt: Anzahl.openapi({ description: "Gezeichnete Schreiben, im Entwurf bearbeitete Pachtkonten" }),
    gesamt: Anzahl.openapi({ description: "Wie viele es werden" }),
    teile: z.array(SammeldateiTeil).openapi({ description: "Fertige Dateien, abzuholen mit `teil`" }),
    angelegtAm: Zeitpunkt,
    fertigAm: Zeitpunkt.nullable(),
  })
  .openapi("Sammeldatei");
export type Sammeldatei = z.output<typeof Sammeldatei>;
