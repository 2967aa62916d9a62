import { z } from "@hono/zod-openapi";
import { type Fristart, fristarten } from "../../kern/fristen/fristen.ts";
import { Kontofrist } from "../../stammdaten/pachtkonten/fristen/schema.ts";
import { ganzzahlParameter, kommaliste, seite } from "../../technik/http/parameter.ts";
import { paginiert } from "../../technik/http/schema.ts";
import { Anzahl, Datum, Id } from "../../technik/http/werte.ts";

export const terminarten = [
  "faelligkeit",
  "hebung_ueberfaellig",
  "pachtende",
  "pachtpruefung",
  "schlussabrechnung",
] as const;
export type Terminart = (typeof terminarten)[number];

export const Termin = z
  .object({
    art: z.enum(terminarten).openapi({
      description: "`schlussabrechnung`: eine ohne eigene Fälligkeit, da bis zum Pachtende schon alles gebucht ist",
    }),
    datum: Datum,
    pachtkontoId: Id,
    kontonummer: z.string(),
    text: z.string(),
    faelligkeitId: Id.nullable().openapi({ description: "Nur `faelligkeit`" }),
    hebungId: Id.nullable().openapi({
      description: "`hebung_ueberfaellig`, und `pachtpruefung`, wenn für den Tag eine Hebung geplant ist",
    }),
    zeitraumVon: Datum.nullable().openapi({ description: "Nur `faelligkeit`" }),
    zeitraumBis: Datum.nullable().openapi({ description: "Nur `faelligkeit`" }),
  })
  .openapi("Termin");
export type Termin = z.output<typeof Termin>;

export const Kontenfrist = z
  .object({ pachtkontoId: Id, kontonummer: z.string(), ...Kontofrist.shape })
  .openapi("Kontenfrist");
export type Kontenfrist = z.output<typeof Kontenfrist>;

export const TerminPaginatedList = paginiert(Termin)
  .extend({
    fristen: z.array(Kontenfrist).openapi({
      description:
        "Dieselbe Seite der Fristen, die jedes Pachtkonto auch selbst zeigt, nach `tag`, `art`, `pachtkontoId`",
    }),
    fristenTotal: Anzahl.openapi({ description: "So viele Fristen sind es auf allen Seiten" }),
  })
  .openapi("TerminPaginatedList");
export type TerminPaginatedList = z.output<typeof TerminPaginatedList>;

/** As many as a calendar still shows without trouble. */
export const hoechstensImKalender = 10_000;

export type Kalenderart = Terminart | Fristart;

export const TerminFilter = z.strictObject({
  tage: ganzzahlParameter({ min: 1, max: 730, vorgabe: 90 }).openapi({
    description: "So viele Tage ab heute, beide Enden eingeschlossen; eine überfällige Anzeige ist immer dabei",
  }),
  art: kommaliste([...terminarten, ...fristarten]).openapi({
    description: "Kommaliste, Arten von Terminen und von Fristen; ohne sie alle",
  }),
  format: z
    .enum(["json", "ics"])
    .default("json")
    .openapi({
      description: `\`ics\`: alle, ohne Seiten, als Kalenderdatei, höchstens ${hoechstensImKalender} Termine und ebenso viele Fristen`,
    }),
  ...seite(20),
});
export type TerminFilter = z.output<typeof TerminFilter>;
