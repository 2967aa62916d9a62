import { z } from "@hono/zod-openapi";
import { beteiligtenrollen, kontoStatus } from "../../../kern/pacht/typen.ts";
import { kommaliste, seite } from "../../../technik/http/parameter.ts";
import { paginiert } from "../../../technik/http/schema.ts";
import { Anzahl, Datum, Gueltigkeit, Id } from "../../../technik/http/werte.ts";
import { Zahlungsmoral } from "../schema.ts";

// What objects are like stands here, since their slice imports this one.
export const objektarten = [
  "acker",
  "gruenland",
  "wald",
  "garten",
  "gewaesser",
  "gewerbe",
  "stellplatz",
  "windkraft",
  "solar",
  "jagd",
  "sonstige",
] as const;

export const objektstatus = ["aktuell", "veraltet", "kritisch", "geplant"] as const;

/** An object as records beside its own show it. */
export const objektlage = {
  bezeichnung: z.string(),
  objektart: z.enum(objektarten),
  strasse: z.string().nullable(),
  hausnummer: z.string().nullable(),
  plz: z.string().nullable(),
  ort: z.string().nullable(),
  gemarkung: z.string().nullable(),
  flur: z.string().nullable(),
  flurstueckZaehler: z.string().nullable(),
  flurstueckNenner: z.string().nullable(),
  flaecheQm: Anzahl.nullable(),
};

export const ZahlungsmoralBody = z
  .strictObject({ zahlungsmoral: Zahlungsmoral })
  .openapi("ZahlungsmoralBody", { example: { zahlungsmoral: 1 } });

const konto = { pachtkontoId: Id, kontonummer: z.string(), kontobezeichnung: z.string().nullable() };

export const VerknuepftesKonto = z
  .object({
    id: Id.openapi({ description: "id des Pachtkontos" }),
    kontonummer: z.string(),
    bezeichnung: z.string().nullable(),
    status: z.enum(kontoStatus),
    pachtbeginn: Datum,
    pachtende: Datum.nullable(),
    rolle: z.enum(beteiligtenrollen),
    hauptkontakt: z.boolean(),
    anteilZaehler: z.number().int().nullable(),
    anteilNenner: z.number().int().nullable(),
    ...Gueltigkeit,
  })
  .openapi("VerknuepftesKonto");
export type VerknuepftesKonto = z.output<typeof VerknuepftesKonto>;

export const VerknuepftesObjekt = z
  .object({
    id: Id,
    ...objektlage,
    status: z.enum(objektstatus),
    ...konto,
    rollen: z.array(z.enum(beteiligtenrollen)).openapi({ description: "Rollen des Kontakts an diesem Pachtkonto" }),
  })
  .openapi("VerknuepftesObjekt");
export type VerknuepftesObjekt = z.output<typeof VerknuepftesObjekt>;

export const VerknuepftesKontoPaginatedList = paginiert(VerknuepftesKonto).openapi("VerknuepftesKontoPaginatedList");
export const VerknuepftesObjektPaginatedList = paginiert(VerknuepftesObjekt).openapi("VerknuepftesObjektPaginatedList");

// No example: Swagger UI would send it along as if a clerk had asked for that day.
const stichtag = Datum.optional().openapi({
  example: undefined,
  description: "Nur Beteiligungen, die an diesem Tag gelten",
});

export const VerknuepfteKontenFilter = z.strictObject({
  rolle: kommaliste(beteiligtenrollen),
  status: kommaliste([...kontoStatus, "alle"]),
  stichtag,
  ...seite(20),
});
export type VerknuepfteKontenFilter = z.output<typeof VerknuepfteKontenFilter>;

export const VerknuepfteObjekteFilter = z.strictObject({
  rolle: kommaliste(beteiligtenrollen),
  status: kommaliste([...objektstatus, "alle"]),
  stichtag,
  ...seite(20),
});
export type VerknuepfteObjekteFilter = z.output<typeof VerknuepfteObjekteFilter>;
