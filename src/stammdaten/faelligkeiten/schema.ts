import { z } from "@hono/zod-openapi";
import { faelligkeitArten } from "../../kern/pacht/typen.ts";
import { kommaliste, seite } from "../../technik/http/parameter.ts";
import { AuftragId, paginiert } from "../../technik/http/schema.ts";
import { Datum, Id, Uuid, Zeitpunkt } from "../../technik/http/werte.ts";

export const Faelligkeit = z
  .object({
    id: Id,
    pachtkontoId: Id,
    zeitraumVon: Datum,
    zeitraumBis: Datum,
    faelligAm: Datum,
    art: z.enum(faelligkeitArten),
    status: z.enum(["offen", "gebucht", "entfallen"]).openapi({
      description: "`entfallen`: gilt nicht mehr, weil sich der Vertrag geändert hat",
    }),
    buchungslaufId: Uuid.nullable(),
  })
  .openapi("Faelligkeit");
export type Faelligkeit = z.output<typeof Faelligkeit>;

export const FaelligkeitPaginatedList = paginiert(Faelligkeit).openapi("FaelligkeitPaginatedList");

export const FaelligkeitFilter = z.strictObject({
  status: kommaliste(["offen", "gebucht", "entfallen"]).openapi({
    description: "Kommaliste; ohne sie offene und gebuchte. Entfallene gelten nicht mehr.",
  }),
  ...seite(20),
});
export type FaelligkeitFilter = z.output<typeof FaelligkeitFilter>;

export const FaelligkeitenJob = z
  .object({
    id: Uuid,
    auftragId: AuftragId,
    art: z.literal("faelligkeiten"),
    status: z.enum(["wartend", "laufend"]),
    angelegtAm: Zeitpunkt,
  })
  .openapi("FaelligkeitenJob");
export type FaelligkeitenJob = z.output<typeof FaelligkeitenJob>;
