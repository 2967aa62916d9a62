import { z } from "@hono/zod-openapi";
import { schreibbareFelder as kontaktfelder } from "../../stammdaten/kontakte/schema.ts";
import { Partei } from "../../stammdaten/pachtkonten/schema.ts";
import { schreibbareFelder as alleObjektfelder } from "../../stammdaten/patchobjekte/schema.ts";
import { seite } from "../../technik/http/parameter.ts";
import { paginiert, problemMit } from "../../technik/http/schema.ts";
import { Datum, Id, Zeitpunkt } from "../../technik/http/werte.ts";

const arten = ["kontakt", "patchobjekt"] as const;
export type Art = (typeof arten)[number];

const bleibt = Id.openapi({ description: "Der Datensatz, der bleibt" });
const geht = Id.openapi({ description: "Der Datensatz, der in ihm aufgeht" });

/** The account of an object follows by itself. */
const objektfelder = alleObjektfelder.filter((feld) => feld !== "pachtkontoId");

const verschieden = { error: "zwei verschiedene ids angeben", path: ["geht"] };

export const KontaktZusammenfuehrungBody = z
  .strictObject({
    bleibt,
    geht,
    felder: z
      .array(z.enum(kontaktfelder))
      .max(kontaktfelder.length)
      .default([])
      .openapi({
        description:
          "Felder, in denen gilt, was an `geht` steht; in allen anderen gilt, was an `bleibt` steht. Zur `iban` gehören " +
          "`bic`, `kontoinhaber` und `bankBestaetigtAm`, und ist es eine andere, auch `sepaMandat` und `zahlungsart`, " +
          "wo einer der beiden ein Mandat hat; ein `sepaMandat` kommt mit seiner `iban`, `bankBestaetigtAm` gilt nur für sie",
        example: ["email"],
      }),
  })
  .refine((body) => body.bleibt !== body.geht, verschieden)
  .openapi("KontaktZusammenfuehrungBody", { example: { bleibt: 13, geht: 442, felder: ["email"] } });
export type KontaktZusammenfuehrungBody = z.output<typeof KontaktZusammenfuehrungBody>;

export const ObjektZusammenfuehrungBody = z
  .strictObject({
    bleibt,
    geht,
    felder: z
      .array(z.enum(objektfelder))
      .max(objektfelder.length)
      .default([])
      .openapi({
        description: "Felder, in denen gilt, was an `geht` steht; in allen anderen gilt, was an `bleibt` steht",
        example: ["flur"],
      }),
  })
  .refine((body) => body.bleibt !== body.geht, verschieden)
  .openapi("PachtobjektZusammenfuehrungBody", { example: { bleibt: 534, geht: 535, felder: ["flur"] } });
export type ObjektZusammenfuehrungBody = z.output<typeof ObjektZusammenfuehrungBody>;

export const ZusammenfuehrungQuery = z.strictObject({
  // No example: Swagger UI would send it along.
  nurZeigen: z.enum(["1"]).optional().openapi({
    example: undefined,
    description: "`1`: zeigt, was sich ändern würde, und ändert nichts; die Antwort ist 200 statt 201",
  }),
});

const Feldwert = z
  .union([z.string(), z.number(), z.boolean(), z.object({ referenz: z.string(), datum: Datum })])
  .nullable()
  .openapi({ description: "Wert des Feldes; `null`, wo es leer war oder wird" });

const Seite = z.object({
  id: Id,
  name: z
    .string()
    .nullable()
    .openapi({ description: "Name von heute; `null`, wo der Datensatz nach einer Rücknahme entfernt wurde" }),
});

export const Zusammenfuehrung = z
  .object({
    id: Id.nullable().openapi({ description: "Für die Rücknahme; `null`, wo nur gezeigt wird" }),
    art: z.enum(arten),
    bleibt: Seite.openapi({ description: "Was geblieben ist, mit dem Namen von heute" }),
    geht: Seite.openapi({ description: "Was darin aufgegangen ist" }),
    felder: z
      .array(z.object({ feld: z.string(), alt: Feldwert, neu: Feldwert }))
      .openapi({ description: "Was sich an dem ändert, der bleibt" }),
    pachtkonten: z
      .array(
        z.object({
          pachtkontoId: Id,
          kontonummer: z.string(),
          vorher: z.array(Partei),
          nachher: z.array(Partei),
        }),
      )
      .openapi({
        description: "Die Pachtkonten von `geht`; bei Kontakten auch, was beide daran waren, und was davon bleibt",
      }),
    anzahlBelege: z
      .number()
      .int()
      .min(0)
      .openapi({ description: "Belege an den, der geht; sie bleiben, wie sie sind" }),
    zusammengefuehrtAm: Zeitpunkt.nullable(),
    zusammengefuehrtVon: z.string().nullable(),
    zurueckgenommenAm: Zeitpunkt.nullable(),
    zurueckgenommenVon: z.string().nullable(),
  })
  .openapi("Zusammenfuehrung");
export type Zusammenfuehrung = z.output<typeof Zusammenfuehrung>;

export const Hindernis = z.object({
  art: z.enum(["geaendert", "gebucht", "zusammengefuehrt", "geloescht"]),
  text: z.string(),
  pachtkontoId: Id.nullable().openapi({ description: "Das Pachtkonto, um das es geht" }),
});
export type Hindernis = z.output<typeof Hindernis>;

export const RuecknahmeKonflikt = problemMit(
  "RuecknahmeKonflikt",
  {
    hindernisse: z.array(Hindernis).optional().openapi({ description: "Was der Rücknahme im Weg steht" }),
  },
  {
    ruecknahme_nicht_moeglich: {
      hindernisse: [
        {
          art: "gebucht",
          text: "Auf dem Pachtkonto PK-000017 ist seit der Zusammenführung gebucht worden: RE-2026-000017.",
          pachtkontoId: 17,
        },
      ],
    },
  },
);

export const ZusammenfuehrungPaginatedList = paginiert(Zusammenfuehrung).openapi("ZusammenfuehrungPaginatedList");

export const ZusammenfuehrungFilter = z.strictObject({
  art: z.enum(arten).optional().openapi({ description: "Nur Kontakte oder nur Patchobjekte" }),
  ...seite(20),
});
export type ZusammenfuehrungFilter = z.output<typeof ZusammenfuehrungFilter>;
