import { z } from "@hono/zod-openapi";
import { belegarten, faelligkeitArten } from "../../kern/pacht/typen.ts";
import { Cent, Datum, Id, Uuid, Zeitpunkt } from "../../technik/http/werte.ts";
import { betragssummen } from "../vorschau/schema.ts";

export const AbdeckungFilter = z.strictObject({
  von: Datum.optional().openapi({
    type: "string",
    format: "date",
    example: undefined,
    description: "Erster Tag; ohne ihn der erste abzurechnende",
  }),
  bis: Datum.optional().openapi({
    type: "string",
    format: "date",
    example: undefined,
    description: "Letzter Tag; ohne ihn der letzte, der geplant oder gebucht ist",
  }),
});
export type AbdeckungFilter = z.output<typeof AbdeckungFilter>;

const AbdeckungBeleg = z
  .object({
    id: Id,
    belegnummer: z.string(),
    belegart: z.enum(belegarten),
    grundart: z.enum(belegarten).openapi({ description: "Bei einem Storno die Art des stornierten Belegs" }),
    belegdatum: Datum,
    kontaktId: Id,
    kontakt: z.string(),
    nettoCent: Cent,
    steuerCent: Cent,
    bruttoCent: Cent,
    auszahlungCent: Cent.nullable(),
    stornoVonId: Id.nullable(),
  })
  .openapi("AbdeckungBeleg");

export const AbdeckungBuchung = z
  .object({
    buchungslaufId: Uuid,
    archivkontoId: Id,
    faelligkeitId: Id.nullable(),
    art: z.enum(faelligkeitArten),
    zeitraumVon: Datum,
    zeitraumBis: Datum,
    storniertAm: Zeitpunkt.nullable(),
    dokumente: z.array(AbdeckungBeleg).openapi({ description: "Nach id, Stornobelege eingeschlossen" }),
  })
  .openapi("AbdeckungBuchung");
export type AbdeckungBuchung = z.output<typeof AbdeckungBuchung>;

const abdeckungStatus = ["gebucht", "offen", "storniert", "fehlend", "ausserhalb"] as const;
export type AbdeckungStatus = (typeof abdeckungStatus)[number];

const abdeckungGruende = [
  "vor_beginn",
  "nach_pachtende",
  "schlussabrechnung_ausstehend",
  "schlussabgerechnet",
  "noch_nicht_geplant",
  "luecke",
] as const;
export type AbdeckungGrund = (typeof abdeckungGruende)[number];

const AbdeckungFaelligkeit = z
  .object({ id: Id, zeitraumVon: Datum, zeitraumBis: Datum, faelligAm: Datum, art: z.enum(faelligkeitArten) })
  .openapi("AbdeckungFaelligkeit");
export type AbdeckungFaelligkeit = z.output<typeof AbdeckungFaelligkeit>;

const Abschnitt = z
  .object({
    von: Datum,
    bis: Datum,
    status: z.enum(abdeckungStatus).openapi({
      description:
        "`gebucht`; `offen`: geplant und noch nie gebucht; `storniert`: war gebucht und gilt nicht mehr, mit " +
        "`faelligkeit` wieder zu buchen; `fehlend`: abzurechnen, aber weder geplant noch gebucht; `ausserhalb` der Pacht.",
    }),
    grund: z
      .enum(abdeckungGruende)
      .nullable()
      .openapi({
        description:
          "Warum Tage fehlen oder außerhalb liegen. An gebuchten Tagen nach dem Pachtende: ob die Schlussabrechnung sie " +
          "schon berichtigt hat.",
      }),
    faelligkeit: AbdeckungFaelligkeit.nullable(),
    buchungen: z.array(AbdeckungBuchung).openapi({
      description: "Auch stornierte. Was über mehrere Abschnitte reicht, steht in jedem von ihnen.",
    }),
  })
  .openapi("AbdeckungAbschnitt");
export type Abschnitt = z.output<typeof Abschnitt>;

const Tage = z.number().int().min(0);

export const Abdeckung = z
  .object({
    pachtkontoId: Id,
    kontonummer: z.string(),
    ersterTag: Datum.openapi({ type: "string", format: "date", description: "Erster abzurechnender Tag" }),
    pachtende: Datum.nullable(),
    schlussabrechnung: Datum.nullable(),
    von: Datum,
    bis: Datum,
    tage: z
      .object({ gebucht: Tage, offen: Tage, storniert: Tage, fehlend: Tage, ausserhalb: Tage })
      .openapi({ description: "Tage je Status; zusammen alle von `von` bis `bis`" }),
    summen: z
      .object(betragssummen)
      .openapi({ description: "Alle Belege der Buchungen, die diese Tage berühren, jeder einmal, samt Stornobelegen" }),
    abschnitte: z.array(Abschnitt).openapi({ description: "Lückenlos von `von` bis `bis`" }),
  })
  .openapi("Abdeckung");
export type Abdeckung = z.output<typeof Abdeckung>;
