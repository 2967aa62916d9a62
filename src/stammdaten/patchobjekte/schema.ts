import { z } from "@hono/zod-openapi";
import { bundeslaender } from "../../kern/fristen/vertrag.ts";
import { grosseSeite, IdWert, kommaliste, Suche, sortParameter } from "../../technik/http/parameter.ts";
import { aenderung, datensatz, leereFelder, paginiert } from "../../technik/http/schema.ts";
import { Anzahl, Datum, Id, text } from "../../technik/http/werte.ts";
import { Land } from "../kontakte/schema.ts";
import { objektarten, objektstatus } from "../kontakte/verknuepft/schema.ts";
import { objektsortierung } from "./sortierung.ts";

const Status = z.enum(objektstatus).openapi({
  description:
    "Stand des Datensatzes: `aktuell` geprüft, `veraltet` erneut zu prüfen, `kritisch` widersprüchlich oder " +
    "unvollständig, `geplant` noch nicht verpachtet",
});

const schreibbar = {
  bezeichnung: text(200),
  objektart: z.enum(objektarten),
  status: Status,
  strasse: text(150).nullable(),
  hausnummer: text(20).nullable(),
  adresszusatz: text(150).nullable(),
  plz: text(12).nullable(),
  ort: text(100).nullable(),
  land: Land,
  bundesland: z
    .enum(bundeslaender)
    .nullable()
    .openapi({ description: "Nach ISO 3166-2, z. B. NI; sagt, ab welcher Fläche eine Landpacht anzuzeigen ist" }),
  gemarkung: text(100).nullable(),
  flur: text(20).nullable(),
  flurstueckZaehler: text(20).nullable(),
  flurstueckNenner: text(20).nullable(),
  flaecheQm: z.number().int().min(0).max(100_000_000_000).nullable().openapi({ description: "Fläche in ganzen m²" }),
  pachtkontoId: Id.nullable().openapi({ description: "Pachtkonto, zu dem das Objekt gehört" }),
  geprueftAm: Datum.nullable(),
  bemerkung: text(4000).nullable(),
};

export const Patchobjekt = z.object({ ...datensatz, ...schreibbar }).openapi("Patchobjekt");
export type Patchobjekt = z.output<typeof Patchobjekt>;

/** What a new record has where nothing is said. */
export const leeresPatchobjekt = {
  ...leereFelder(schreibbar),
  status: "aktuell",
  land: "DE",
} as const;

export const schreibbareFelder = Object.keys(schreibbar) as (keyof typeof schreibbar)[];

const { bezeichnung, objektart, ...wahlfrei } = schreibbar;
export const CreatePatchobjektBody = z
  .strictObject({ bezeichnung, objektart, ...z.strictObject(wahlfrei).partial().shape })
  .openapi("CreatePatchobjektBody", {
    example: {
      bezeichnung: "Koppel am Deich",
      objektart: "gruenland",
      gemarkung: "Husum",
      flur: "3",
      flaecheQm: 12000,
    },
  });
export type CreatePatchobjektBody = z.output<typeof CreatePatchobjektBody>;

export const UpdatePatchobjektBody = aenderung({ ...datensatz, ...schreibbar }).openapi("UpdatePatchobjektBody", {
  example: { bemerkung: "Zaun erneuert" },
});
export type UpdatePatchobjektBody = z.output<typeof UpdatePatchobjektBody>;

export const PatchobjektPaginatedList = paginiert(Patchobjekt).openapi("PatchobjektPaginatedList");

export const StatusCount = z.object({ status: z.enum(objektstatus), anzahl: Anzahl }).openapi("StatusCount");
export type StatusCount = z.output<typeof StatusCount>;

export const PatchobjektFilter = z.strictObject({
  search: Suche,
  status: kommaliste([...objektstatus, "alle"]),
  pachtkontoId: IdWert.optional().openapi({ description: "Nur Objekte dieses Pachtkontos" }),
  sort: sortParameter(objektsortierung),
  ...grosseSeite,
});
export type PatchobjektFilter = z.output<typeof PatchobjektFilter>;
