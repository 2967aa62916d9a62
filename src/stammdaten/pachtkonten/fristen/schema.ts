import { z } from "@hono/zod-openapi";
import { fristarten } from "../../../kern/fristen/fristen.ts";
import { Datum } from "../../../technik/http/schema.ts";

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
