import { z } from "@hono/zod-openapi";
import { kennung } from "../../../technik/http/parameter.ts";
import { Datum } from "../../../technik/http/werte.ts";

const schreibenarten = ["kuendigung", "kuendigungsbestaetigung", "fortsetzungsanfrage", "anzeige"] as const;
export type Schreibenart = (typeof schreibenarten)[number];

export const SchreibenParameter = z.object({
  // A farm lease without an end of the demo data.
  id: kennung("id").openapi({ example: "3" }),
  art: z.enum(schreibenarten).openapi({
    param: { name: "art", in: "path" },
    description:
      "`kuendigung`: an die Pächter, zum nächsten Ende, zu dem sie noch zugehen kann; `kuendigungsbestaetigung`: an die " +
      "Pächter, wann die Kündigung zuging, gleich von welcher Seite; `fortsetzungsanfrage`: an die Pächter, nach § 594 " +
      "BGB; `anzeige`: des Vertrags an die Behörde, nach dem Landpachtverkehrsgesetz",
    example: "kuendigung",
  }),
});

export const SchreibenFilter = z.strictObject({
  am: Datum.optional().openapi({
    description:
      "Datum des Schreibens, nach dem sich auch Fristen, Beteiligte und Pacht richten; ohne es heute. Vor dem Pachtbeginn " +
      "nennt es die Beteiligten und die Pacht, mit denen der Vertrag beginnt.",
    example: undefined,
  }),
});
