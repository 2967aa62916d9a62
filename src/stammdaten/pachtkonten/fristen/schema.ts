import { z } from "@hono/zod-openapi";
import { fristarten } from "../../../kern/fristen/fristen.ts";
import { type Ereignis, ereignisse } from "../../../kern/fristen/sonderfristen.ts";
import { kuendigungstermine, vertragsarten, vertragsformen } from "../../../kern/fristen/vertrag.ts";
import { beispieltage, Datum } from "../../../technik/http/werte.ts";

const Kuendigungsregel = z
  .strictObject({
    monate: z.number().int().min(1).max(120).openapi({ description: "Ganze Monate vor dem Ende" }),
    zum: z.enum(kuendigungstermine).openapi({
      description: "Zum Ende wovon: des Pachtjahrs, des Kalenderjahrs, eines Vierteljahrs oder eines Monats",
    }),
  })
  .openapi("Kuendigungsregel");

/** What a clerk enters of a contract so that its deadlines can be computed. */
export const vertragsfelder = {
  vertragsart: z
    .enum(vertragsarten)
    .nullable()
    .openapi({
      description:
        "null = nach den Objekten: nur `acker` und `gruenland` Landpacht, nur `jagd` Jagdpacht, sonst sonstige, " +
        "wofür kein Gesetz angenommen wird",
    }),
  vertragsschlussAm: Datum.nullable(),
  vertragsform: z.enum(vertragsformen).nullable().openapi({
    description: "null = unbekannt; ein mündlicher auf längere Zeit gilt unbefristet (§§ 550, 585a BGB)",
  }),
  kuendigungsregel: Kuendigungsregel.nullable().openapi({ description: "null = wie im Gesetz" }),
  verlaengerungMonate: z
    .number()
    .int()
    .min(1)
    .max(1200)
    .nullable()
    .openapi({ description: "Um so viele Monate verlängert sich der Vertrag ohne Kündigung; null = gar nicht" }),
  anfrageErhaltenAm: Datum.nullable().openapi({
    description: "Wann die Gegenseite nach der Fortsetzung fragte (§ 594 BGB); leeren, wenn sie abgelehnt wurde",
  }),
  angezeigtAm: Datum.nullable().openapi({ description: "Wann der Vertrag der Behörde angezeigt wurde" }),
};

export const Kontofrist = z
  .object({
    art: z.enum(fristarten).openapi({
      description:
        "`kuendigung`: bis wann eine Kündigung eingehen muss; `verlaengerung`: sonst verlängert sich der Vertrag; " +
        "`anfrage`: Frage nach der Fortsetzung; `ablehnung`: Antwort auf eine solche; `anzeige`: an die Behörde",
    }),
    tag: Datum.openapi({ description: "Letzter Tag; eine überfällige Anzeige bleibt stehen" }),
    wirktZum: Datum.nullable().openapi({ description: "Das Ende, um das es geht" }),
    gesetz: z.string(),
    text: z.string(),
  })
  .openapi("Kontofrist");
export type Kontofrist = z.output<typeof Kontofrist>;

export const SonderfristFilter = z.strictObject({
  ereignis: z.enum(Object.keys(ereignisse) as [Ereignis, ...Ereignis[]]).openapi({
    description: Object.entries(ereignisse)
      .map(([ereignis, bedeutung]) => `\`${ereignis}\`: ${bedeutung}`)
      .join("; "),
    example: "tod",
  }),
  tag: Datum.openapi({ description: "Tag des Ereignisses", example: beispieltage.heute }),
});
export type SonderfristFilter = z.output<typeof SonderfristFilter>;

export const Sonderfrist = z
  .object({
    grenze: z.enum(["spaetestens", "fruehestens"]),
    tag: Datum,
    wirktZum: Datum.nullable().openapi({ description: "Das Ende, um das es geht" }),
    gesetz: z.string(),
    text: z.string(),
  })
  .openapi("Sonderfrist");
export type Sonderfrist = z.output<typeof Sonderfrist>;
