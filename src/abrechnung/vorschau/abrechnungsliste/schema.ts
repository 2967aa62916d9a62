import { z } from "@hono/zod-openapi";
import { rhythmen } from "../../../kern/pacht/perioden.ts";
import { faelligkeitArten, kontoStatus } from "../../../kern/pacht/typen.ts";
import { kommaliste, Suche, seite } from "../../../technik/http/parameter.ts";
import { paginiert } from "../../../technik/http/schema.ts";
import { Anzahl, Cent, Datum, Id } from "../../../technik/http/werte.ts";
import { NichtAbrechenbaresKonto, vorschauMonate } from "../schema.ts";

const NaechsteFaelligkeit = z
  .object({
    faelligkeitId: Id.nullable().openapi({
      description: "`null`: nur noch die Schlussabrechnung, deren letzter Zeitraum schon gebucht ist",
    }),
    art: z.enum(faelligkeitArten),
    faelligAm: Datum,
    zeitraumVon: Datum.nullable(),
    zeitraumBis: Datum,
    nettoCent: Cent.nullable().openapi({
      format: "int64",
      description: "Rechnungen an Pächter; `null`: siehe `gruende`",
    }),
    steuerCent: Cent.nullable(),
    bruttoCent: Cent.nullable(),
  })
  .openapi("NaechsteFaelligkeit");

export const AbrechnungslisteZeile = z
  .object({
    pachtkontoId: Id,
    kontonummer: z.string(),
    bezeichnung: z.string().nullable(),
    status: z.enum(kontoStatus),
    zahlungsrhythmus: z.enum(rhythmen),
    paechter: z.array(z.string()).openapi({ description: "Namen der am Stichtag beteiligten Pächter" }),
    naechsteFaelligkeit: NaechsteFaelligkeit.nullable().openapi({
      description:
        "Die älteste offene, auch nach dem Stichtag; `null`: es ist nichts mehr abzurechnen oder noch nichts geplant",
    }),
    anzahlFaellig: Anzahl.openapi({ description: "Zeiträume, die bis zum Stichtag fällig sind" }),
    gruende: NichtAbrechenbaresKonto.shape.gruende.openapi({ description: "Leer: abrechenbar" }),
  })
  .openapi("AbrechnungslisteZeile");
export type AbrechnungslisteZeile = z.output<typeof AbrechnungslisteZeile>;

export const AbrechnungslistePaginatedList = paginiert(AbrechnungslisteZeile).openapi("AbrechnungslistePaginatedList");

export const AbrechnungslisteFilter = z.strictObject({
  // No example: Swagger UI would send it along as if a clerk had asked for that day.
  datum: Datum.optional().openapi({
    type: "string",
    format: "date",
    example: undefined,
    description: `Stichtag, höchstens ${vorschauMonate} Monate nach heute; ohne ihn heute`,
  }),
  search: Suche,
  status: kommaliste([...kontoStatus, "alle"]).openapi({ description: "Kommaliste; ohne sie alle" }),
  ...seite(20),
});
export type AbrechnungslisteFilter = z.output<typeof AbrechnungslisteFilter>;
