import { z } from "@hono/zod-openapi";
import { text } from "../../technik/http/werte.ts";
import { Land } from "../kontakte/schema.ts";

export const AdresseAnfrage = z
  .strictObject({
    strasse: text(150).optional().openapi({ description: "Straße ohne Hausnummer" }),
    hausnummer: text(20).optional().openapi({ description: "Auch mit Buchstaben, etwa 12a" }),
    plz: text(12).optional().openapi({ description: "Postleitzahl; sie oder `ort` muss da sein", example: "29525" }),
    ort: text(100).optional().openapi({ description: "Ort, auch mit Zusatz", example: "Uelzen" }),
    land: Land.default("DE"),
  })
  .refine(({ plz, ort }) => plz !== undefined || ort !== undefined, {
    error: "`plz` oder `ort` angeben",
    path: ["plz"],
  });
export type AdresseAnfrage = z.output<typeof AdresseAnfrage>;

const teil = z.string().nullable();
const Anschrift = z.object({ strasse: teil, hausnummer: teil, plz: teil, ort: teil, land: z.string() });

export const Adresspruefung = z
  .object({
    gueltig: z.boolean().openapi({ description: "Kein Hinweis ist ein Fehler" }),
    quelle: z.enum(["lokal", "geocoder"]).openapi({ description: "Wer zuletzt entschieden hat" }),
    normalisiert: Anschrift.openapi({ description: "Die Anschrift in üblicher Schreibweise" }),
    hinweise: z.array(
      z.object({
        feld: z.enum(["strasse", "hausnummer", "plz", "ort"]),
        schwere: z.enum(["fehler", "warnung"]),
        code: z.string().openapi({ example: "plz_passt_nicht" }),
        text: z.string(),
      }),
    ),
    vorschlaege: z
      .array(z.object({ plz: z.string(), ort: z.string() }))
      .max(3)
      .openapi({ description: "Was gemeint sein könnte, das Wahrscheinlichste zuerst" }),
  })
  .openapi("Adresspruefung");
export type Adresspruefung = z.output<typeof Adresspruefung>;
export type Hinweis = Adresspruefung["hinweise"][number];
export type Vorschlag = Adresspruefung["vorschlaege"][number];
