import { z } from "@hono/zod-openapi";
import { klauselcodes } from "../../kern/wertsicherung/hinweise.ts";
import { klauselarten } from "../../kern/wertsicherung/klausel.ts";
import { Indexwert } from "../../stammdaten/einstellungen/indexreihen/schema.ts";
import { monate } from "../../stammdaten/pachtkonten/schema.ts";
import { Wertsicherung } from "../../stammdaten/pachtkonten/wertsicherung/schema.ts";
import { kommaliste, Suche, seite } from "../../technik/http/parameter.ts";
import { paginiert } from "../../technik/http/schema.ts";
import { Anzahl, beispieltage, Cent, Datum, Id } from "../../technik/http/werte.ts";
import { Hebung, HebungAbschlussPosition, Indexbezug } from "../hebungen/schema.ts";

const vorschlagcodes = [
  "basis_pruefen",
  "fassung_veraltet",
  "rundung_entscheidet",
  "stufe_pruefen",
  "stufen_zusammengefasst",
  ...klauselcodes,
] as const;
export type Vorschlaghinweis = { code: (typeof vorschlagcodes)[number]; text: string };

export const ausgelassencodes = ["hebung_offen", "index_fehlt", "ohne_basis", "ohne_position", "rundung"] as const;
export type Ausgelassencode = (typeof ausgelassencodes)[number];

const { art, wertBp, betragCent, indexBasis, indexNeu, indexBasisjahr, weitergabeBp, obergrenzeBp, verkettung } =
  Hebung.shape;

const Bezug = { ...Indexbezug.shape, wert: Indexwert };

export const Hebungsvorschlag = z
  .object({
    pachtkontoId: Id,
    kontonummer: z.string(),
    bezeichnung: z.string().nullable().openapi({ description: "Des Pachtkontos" }),
    klausel: Wertsicherung,
    wirksamAb: Datum.openapi({ description: "Frühester Tag, nie in einem gebuchten Zeitraum" }),
    hebung: z
      .object({
        art,
        wertBp,
        betragCent,
        indexBasis,
        indexNeu,
        indexBasisjahr,
        weitergabeBp,
        obergrenzeBp,
        verkettung,
      })
      .openapi({ description: "Was übernommen würde" }),
    index: z
      .object({
        reihe: z.string().openapi({ description: "Name der Reihe" }),
        basistext: z.string().nullable().openapi({ description: "Basis beider Stände; null, wo verkettet wird" }),
        basis: z.object(Bezug),
        neu: z.object({ ...Bezug, eingegebenAm: Datum }),
        aenderungProzent: z
          .string()
          .openapi({ description: "Die volle Änderung, vier Nachkommastellen", example: "10.0856" }),
        schwelleSeit: Datum.openapi({
          description: "Eingabetag des Wertes, seit dem die Schwelle ohne Unterbrechung überschritten ist",
        }),
      })
      .nullable()
      .openapi({ description: "Nur bei einer Indexklausel" }),
    positionen: z.array(HebungAbschlussPosition),
    altJahrCent: Cent.openapi({ description: "Jahressumme der betroffenen Positionen" }),
    neuJahrCent: Cent,
    hinweise: z.array(z.object({ code: z.enum(vorschlagcodes), text: z.string() })),
  })
  .openapi("Hebungsvorschlag");
export type Hebungsvorschlag = z.output<typeof Hebungsvorschlag>;

export const HebungsvorschlagListe = paginiert(Hebungsvorschlag)
  .extend({
    bis: Datum,
    vorschlagHash: z.string().openapi({
      description:
        "Über alle Vorschläge bis `bis`, was auch gefiltert ist: `uebernehmen` prüft damit, dass sich nichts geändert hat",
    }),
    summen: z.object({ anzahl: Anzahl, altJahrCent: Cent, neuJahrCent: Cent }),
    ausgelassen: z
      .array(
        z.object({
          code: z.enum(ausgelassencodes),
          text: z.string(),
          anzahl: Anzahl,
          beispiele: z.array(z.object({ pachtkontoId: Id, kontonummer: z.string() })).max(20),
        }),
      )
      .openapi({ description: "Konten mit Klausel, für die es keinen Vorschlag gibt, obwohl einer zu erwarten wäre" }),
  })
  .openapi("HebungsvorschlagListe");
export type HebungsvorschlagListe = z.output<typeof HebungsvorschlagListe>;

const bis = Datum.openapi({
  type: "string",
  format: "date",
  description: "Letztes `wirksamAb`",
  example: beispieltage.uebernaechstesJahr,
});

export const HebungsvorschlagFilter = z.strictObject({
  bis,
  art: z.enum(klauselarten).optional().openapi({ description: "Nur Klauseln dieser Art" }),
  hebemonat: kommaliste(monate),
  search: Suche,
  ...seite(20),
});
export type HebungsvorschlagFilter = z.output<typeof HebungsvorschlagFilter>;

/** As many as a booking takes. */
export const hoechstensJeUebernahme = 100_000;

export const UebernehmenBody = z
  .strictObject({
    bis,
    auswahl: z
      .array(Id)
      .min(1)
      .max(hoechstensJeUebernahme)
      .optional()
      .openapi({ description: "Nur diese Pachtkonten; ohne Angabe alle" }),
    vorschlagHash: z.string().max(100).optional().openapi({
      description: "Aus der Liste: passt er nicht mehr, wird nichts übernommen (409)",
    }),
  })
  .openapi("HebungsvorschlaegeUebernehmenBody", { example: { bis: beispieltage.uebernaechstesJahr } });
export type UebernehmenBody = z.output<typeof UebernehmenBody>;

export const Uebernahme = z
  .object({
    anzahl: Anzahl,
    hebungIds: z.array(Id).openapi({ description: "Die neuen geplanten Hebungen, in der Reihenfolge der Pachtkonten" }),
    altJahrCent: Cent,
    neuJahrCent: Cent,
  })
  .openapi("HebungsvorschlaegeUebernahme");
export type Uebernahme = z.output<typeof Uebernahme>;
