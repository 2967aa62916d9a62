import { z } from "@hono/zod-openapi";
import { HOECHSTBETRAG_CENT } from "../../kern/pacht/grenzen.ts";
import { intervalle } from "../../kern/pacht/perioden.ts";
import { hebungArten } from "../../kern/pacht/typen.ts";
import { klauselarten } from "../../kern/wertsicherung/klausel.ts";
import { Indexmonat, Indexwert } from "../../stammdaten/einstellungen/indexreihen/schema.ts";
import { ganzzahlParameter, IdWert, seite, sortParameter } from "../../technik/http/parameter.ts";
import { aenderung, datensatz, leereFelder, paginiert } from "../../technik/http/schema.ts";
import { Anzahl, beispieltage, Cent, Datum, Id, text, Zeitpunkt } from "../../technik/http/werte.ts";
import { hebungsortierung } from "./sortierung.ts";

const hebungStatus = ["geplant", "aktiv", "abgeschlossen", "storniert"] as const;

export const HebungAbschlussPosition = z
  .object({
    ursprungId: Id.openapi({ description: "Id der Position, allen ihren Fassungen gemeinsam" }),
    positionId: Id.openapi({ description: "Fassung, die ab `wirksamAb` mit dem neuen Betrag gilt" }),
    bezeichnung: z.string(),
    intervall: z.enum(intervalle),
    betragAltCent: Cent,
    betragNeuCent: Cent,
  })
  .openapi("HebungAbschlussPosition");
export type HebungAbschlussPosition = z.output<typeof HebungAbschlussPosition>;

/** The base years of a consumer price index that an increase can name. */
export const indexBasisjahre = { min: 1900, max: 2200 } as const;

const eigene = {
  bezeichnung: text(200).nullable(),
  art: z.enum(hebungArten),
  wertBp: z
    .number()
    .int()
    .min(-10_000)
    .max(100_000)
    .nullable()
    .openapi({ description: "Nur `prozent`: Basispunkte, 250 = 2,5 %; negativ mindert" }),
  betragCent: Cent.min(-HOECHSTBETRAG_CENT).max(HOECHSTBETRAG_CENT).nullable().openapi({
    description:
      "Nur `betrag` (Cent im Jahr mehr, nicht 0) und `neuer_betrag` (Cent im Jahr für alle betroffenen Positionen)",
  }),
  indexBasis: Indexwert.nullable().openapi({ description: "Nur `index`: Stand, auf dem die Beträge beruhen" }),
  indexNeu: Indexwert.nullable().openapi({ description: "Nur `index`: neuer Stand" }),
  indexBasisjahr: z
    .number()
    .int()
    .min(indexBasisjahre.min)
    .max(indexBasisjahre.max)
    .nullable()
    .openapi({ description: "Nur `index`: Basisjahr, auf das sich beide Stände beziehen" }),
  weitergabeBp: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .openapi({ description: "Nur `index`: Anteil der Änderung, der weitergegeben wird; `null` = ganz (10000)" }),
  obergrenzeBp: z.number().int().min(1).max(100_000).nullable().openapi({
    description: "Nur `index`: höchste Änderung der Beträge, nach oben wie nach unten; was darüber liegt, verfällt",
  }),
  verkettung: z.strictObject({ alt: Indexwert, neu: Indexwert }).nullable().openapi({
    description:
      "Nur `index`, wenn eine Reihe endete und `indexNeu` aus ihrer Nachfolgerin stammt: die Stände beider Reihen im Monat des Übergangs",
  }),
  wirksamAb: Datum.refine((tag) => tag > "1900-01-01", { error: "Datum vor 1900-01-02" }),
  positionIds: z
    .array(Id)
    .min(1)
    .max(1000)
    .nullable()
    .openapi({ description: "`ursprungId` der betroffenen Positionen; `null` = alle erhöhbaren" }),
  begruendung: text(4000).nullable(),
};

/** Where a value of an index stands. */
export const Indexbezug = z.object({
  reiheId: Id,
  fassung: Id.openapi({ description: "Nummer der Fassung" }),
  monat: Indexmonat,
});

export const Hebungsherkunft = z
  .object({ klausel: z.enum(klauselarten), basis: Indexbezug.nullable(), neu: Indexbezug.nullable() })
  .openapi("Hebungsherkunft", {
    description:
      "Die Klausel, nach der die Hebung vorgeschlagen wurde, bei einem Index mit den Monaten ihrer Stände. Wer ihren Wert ändert, macht sie zu einer von Hand (null)",
  });
export type Hebungsherkunft = z.output<typeof Hebungsherkunft>;

const schreibbar = { ...eigene, status: z.enum(hebungStatus) };

const gelesen = {
  ...datensatz,
  pachtkontoId: Id,
  kontonummer: z.string(),
  abgeschlossenAm: Zeitpunkt.nullable(),
  abgeschlossenVon: z.string().nullable(),
  herkunft: Hebungsherkunft.nullable(),
  abschluss: z
    .array(HebungAbschlussPosition)
    .nullable()
    .openapi({ description: "Alte und neue Beträge je Position, wie abgeschlossen" }),
};

export const Hebung = z.object({ ...gelesen, ...schreibbar }).openapi("Hebung");
export type Hebung = z.output<typeof Hebung>;

/** What of an increase is fixed once it is `aktiv`. */
export const inhaltsfelder = Object.keys(eigene) as (keyof typeof eigene)[];
export const schreibbareFelder = Object.keys(schreibbar) as (keyof typeof schreibbar)[];

/** What a new increase has where nothing is said. */
export const leereHebung = { ...leereFelder(eigene), status: "geplant" } as const;

const { art, wirksamAb, ...wahlfrei } = eigene;
export const CreateHebungBody = z
  .strictObject({
    pachtkontoId: Id,
    art,
    wirksamAb,
    ...z.strictObject(wahlfrei).partial().shape,
    status: z.literal("geplant", { error: "eine neue Hebung ist geplant" }).optional(),
  })
  .openapi("CreateHebungBody", {
    example: {
      pachtkontoId: 1,
      art: "prozent",
      wertBp: 250,
      wirksamAb: beispieltage.uebernaechstesJahr,
      begruendung: "Vereinbart bei der Pachtprüfung",
    },
  });
export type CreateHebungBody = z.output<typeof CreateHebungBody>;

export const UpdateHebungBody = aenderung({ ...gelesen, ...schreibbar }).openapi("UpdateHebungBody", {
  example: { begruendung: "Am Telefon vereinbart" },
});
export type UpdateHebungBody = z.output<typeof UpdateHebungBody>;

export const HebungPaginatedList = paginiert(Hebung).openapi("HebungPaginatedList");

const pachtkontoId = IdWert.optional().openapi({ description: "Nur dieses Pachtkonto" });

export const HebungFilter = z.strictObject({
  status: z.enum(hebungStatus).optional().openapi({ description: "Nur Hebungen in diesem Zustand" }),
  pachtkontoId,
  wirkungslos: z
    .enum(["ja", "nein"])
    .optional()
    .openapi({
      description:
        "`ja`: geplante und aktive, die nichts mehr bewirken können: das Konto ist schlussabgerechnet, endet vorher, oder " +
        "am Tag `wirksamAb` gilt keine ihrer Positionen",
    }),
  sort: sortParameter(hebungsortierung),
  ...seite(20),
});
export type HebungFilter = z.output<typeof HebungFilter>;

/** Each is a transaction of its own: so many are done within one request. */
export const hoechstensJeSammelaktion = 1000;

export const HebungSammelaktionBody = z
  .strictObject({
    aktion: z.enum(["aktivieren", "stornieren"]),
    hebungIds: z.array(Id).min(1).max(hoechstensJeSammelaktion).optional(),
    filter: z
      .strictObject({
        pachtkontoId: Id.optional(),
        wirksamBis: Datum.optional().openapi({ type: "string", format: "date", description: "Letztes `wirksamAb`" }),
        wirkungslos: z.literal(true).optional().openapi({ description: "Nur, was nichts mehr bewirken kann" }),
      })
      .optional()
      .openapi({ description: "`aktivieren` meint die geplanten, `stornieren` die geplanten und aktiven" }),
  })
  .refine(({ hebungIds, filter }) => (hebungIds === undefined) !== (filter === undefined), {
    error: "entweder hebungIds oder filter angeben",
  })
  .openapi("HebungSammelaktionBody", { example: { aktion: "stornieren", filter: { wirkungslos: true } } });
export type HebungSammelaktionBody = z.output<typeof HebungSammelaktionBody>;

export const HebungSammelaktion = z
  .object({
    erledigt: z.array(Id).openapi({ description: "Ids der Hebungen, die jetzt aktiv oder storniert sind" }),
    abgelehnt: z
      .array(z.object({ hebungId: Id, code: z.string(), detail: z.string() }))
      .openapi({ description: "Was nicht ging, mit dem Grund, den auch der einzelne Aufruf nennt" }),
    uebrig: z
      .number()
      .int()
      .min(0)
      .openapi({ description: `Was der Filter noch trifft: ein Aufruf nimmt ${hoechstensJeSammelaktion}` }),
  })
  .openapi("HebungSammelaktion");
export type HebungSammelaktion = z.output<typeof HebungSammelaktion>;

export const HebungAbschluss = z
  .object({
    hebungId: Id,
    pachtkontoId: Id,
    kontonummer: z.string(),
    bezeichnung: z.string().nullable(),
    art,
    wirksamAb: Datum,
    abgeschlossenAm: Zeitpunkt,
    abgeschlossenVon: z.string(),
    positionen: z.array(HebungAbschlussPosition),
  })
  .openapi("HebungAbschluss");
export type HebungAbschluss = z.output<typeof HebungAbschluss>;

export const HebungAbschlussPaginatedList = paginiert(HebungAbschluss).openapi("HebungAbschlussPaginatedList");

export const HebungAbschlussFilter = z.strictObject({
  pachtkontoId,
  year: ganzzahlParameter({ min: 1900, max: 9999 }).optional().openapi({ description: "Jahr von `wirksamAb`" }),
  ...seite(20),
});
export type HebungAbschlussFilter = z.output<typeof HebungAbschlussFilter>;

export const NaechsteHebungAbgleich = z
  .object({ geprueft: Anzahl, geaendert: Anzahl })
  .openapi("NaechsteHebungAbgleich");
export type NaechsteHebungAbgleich = z.output<typeof NaechsteHebungAbgleich>;
