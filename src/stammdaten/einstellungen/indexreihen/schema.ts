import { z } from "@hono/zod-openapi";
import { ganzzahlParameter, IdParameter, seite } from "../../../technik/http/parameter.ts";
import { aenderung, datensatz, leereFelder, paginiert } from "../../../technik/http/schema.ts";
import { Anzahl, Datum, Id, text } from "../../../technik/http/werte.ts";

export const Indexmonat = z
  .string()
  .regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, { error: "Monat im Format JJJJ-MM erwartet" })
  .openapi({ example: "2026-09" });

export const Indexwert = z
  .string()
  .regex(/^(0|[1-9]\d{0,4})\.\d$/, { error: "Indexstand mit genau einer Nachkommastelle erwartet, z. B. 105.1" })
  .refine((stand) => stand !== "0.0", { error: "ein Indexstand ist größer als 0" })
  .openapi({ example: "105.1" });

export const Indexbasis = text(50).openapi({ description: "Worauf sich die Stände beziehen", example: "2020 = 100" });

const reihe = {
  name: text(100).openapi({ description: "Eindeutig, Groß-/Kleinschreibung gleichgültig" }),
  quelle: text(300).nullable().openapi({ description: "Wer die Reihe veröffentlicht" }),
  beendetMit: Indexmonat.nullable().openapi({ description: "Letzter Monat einer Reihe, die endete; sonst null" }),
  nachfolgerId: Id.nullable().openapi({
    description:
      "Reihe, die eine beendete fortsetzt: mit den Ständen beider Reihen im letzten Monat wird verkettet. Nur mit `beendetMit`",
  }),
};

const gelesen = {
  ...datensatz,
  fassungen: z
    .array(
      z.object({
        nr: Id,
        basis: Indexbasis,
        ersterMonat: Indexmonat.nullable(),
        letzterMonat: Indexmonat.nullable(),
        anzahl: Anzahl.openapi({ description: "Zahl der Monate" }),
      }),
    )
    .openapi({
      description: "Die neueste zuerst; gerechnet wird mit der neuesten, die beide Monate eines Vergleichs hat",
    }),
};

export const Indexreihe = z.object({ ...gelesen, ...reihe }).openapi("Indexreihe");
export type Indexreihe = z.output<typeof Indexreihe>;
export const reihenfelder = Object.keys(reihe) as (keyof typeof reihe)[];
export const leereIndexreihe = leereFelder(reihe);

const { name, ...wahlfrei } = reihe;
export const CreateIndexreiheBody = z
  .strictObject({ name, ...z.strictObject(wahlfrei).partial().shape })
  .openapi("CreateIndexreiheBody", {
    example: { name: "Index der Erzeugerpreise (Beispiel)", quelle: "Erfundene Zahlen" },
  });
export type CreateIndexreiheBody = z.output<typeof CreateIndexreiheBody>;

export const UpdateIndexreiheBody = aenderung({ ...gelesen, ...reihe }).openapi("UpdateIndexreiheBody", {
  example: { quelle: "Statistisches Landesamt" },
});
export type UpdateIndexreiheBody = z.output<typeof UpdateIndexreiheBody>;

export const IndexreihePaginatedList = paginiert(Indexreihe).openapi("IndexreihePaginatedList");
export const IndexreiheFilter = z.strictObject(seite(20));
export type IndexreiheFilter = z.output<typeof IndexreiheFilter>;

const stand = { monat: Indexmonat, wert: Indexwert };

export const Indexstand = z
  .object({ ...stand, eingegebenAm: Datum.openapi({ description: "Tag, an dem der Wert eingegeben wurde" }) })
  .openapi("Indexstand");
export type Indexstand = z.output<typeof Indexstand>;

const fassungGelesen = {
  ...datensatz,
  reiheId: Id,
  nr: Id.openapi({ description: "Zählt je Reihe von 1 an" }),
  istVerwendet: z.boolean().openapi({
    description: "Eine abgeschlossene Hebung beruht darauf: Basis und Werte stehen fest, spätere Monate kommen hinzu",
  }),
};

export const Indexfassung = z
  .object({
    ...fassungGelesen,
    basis: Indexbasis,
    staende: z.array(Indexstand).openapi({ description: "Nach Monat" }),
  })
  .openapi("Indexfassung");
export type Indexfassung = z.output<typeof Indexfassung>;

/** More than a hundred years. */
export const hoechstensMonate = 2000;

export const CreateIndexfassungBody = z
  .strictObject({ basis: Indexbasis, staende: z.array(z.strictObject(stand)).min(1).max(hoechstensMonate) })
  .openapi("CreateIndexfassungBody", {
    example: { basis: "2025 = 100", staende: [{ monat: "2026-01", wert: "101.3" }] },
  });
export type CreateIndexfassungBody = z.output<typeof CreateIndexfassungBody>;

export const UpdateIndexfassungBody = aenderung({
  ...fassungGelesen,
  basis: Indexbasis,
  staende: z
    .array(
      z.strictObject({
        monat: Indexmonat,
        wert: Indexwert.nullable().openapi({ description: "`null` nimmt den Monat heraus" }),
        eingegebenAm: Datum.optional().openapi({ readOnly: true }),
      }),
    )
    .min(1)
    .max(hoechstensMonate)
    .openapi({ description: "Nur die genannten Monate ändern sich oder kommen hinzu" }),
}).openapi("UpdateIndexfassungBody", { example: { staende: [{ monat: "2026-10", wert: "124.6" }] } });
export type UpdateIndexfassungBody = z.output<typeof UpdateIndexfassungBody>;

export const FassungParameter = z.object({
  id: IdParameter.shape.id,
  nr: ganzzahlParameter({ min: 1, max: 2_147_483_647 }).openapi({
    param: { name: "nr", in: "path" },
    description: "Nummer der Fassung, von 1 an",
    example: 2,
  }),
});

export const UploadFilter = z.strictObject({ basis: Indexbasis });
