import { z } from "@hono/zod-openapi";
import { Zeitpunkt } from "../../../technik/http/werte.ts";

export const Logo = z
  .object({
    medientyp: z.enum(["image/png", "image/jpeg"]),
    breite: z.number().int().openapi({ description: "Pixel, wie das Bild gezeigt wird" }),
    hoehe: z.number().int().openapi({ description: "Pixel, wie das Bild gezeigt wird" }),
    groesse: z.number().int().openapi({ description: "Bytes des gespeicherten Bildes" }),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    hochgeladenVon: z.string(),
    erstelltAm: Zeitpunkt,
    geaendertAm: Zeitpunkt,
  })
  .openapi("Logo");
export type Logo = z.output<typeof Logo>;
