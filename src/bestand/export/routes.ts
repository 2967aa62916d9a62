import { createRoute, z } from "@hono/zod-openapi";
import { alsDownload } from "../../belege/exporte/ausgabe.ts";
import { mappentyp } from "../../belege/exporte/mappe.ts";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { liesAlles } from "../../technik/http/lesen.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { exportiereBestand } from "./exportiere.ts";

const getBestand = createRoute({
  method: "get",
  path: "/export/bestand",
  operationId: "exportBestand",
  tags: ["Import und Bestand"],
  summary: "Den ganzen Bestand als Mappe ausgeben",
  description:
    "Firmendaten, Positionsarten, Kontaktarten, Kontakte, Patchobjekte, Pachtkonten mit Beteiligten, Positionen, " +
    "künftigen Hebungen und Feldwerten in dem Format, das der Import liest, nach id geordnet, alle Blätter im selben " +
    "Augenblick. `importSchluessel` ist der, mit dem ein Datensatz kam, sonst einer aus seiner id; `abrechnungAb` der " +
    "Tag nach dem letzten gebuchten. Pachtkonten, die schlussabgerechnet sind, deren gebuchte Zeiträume Lücken haben " +
    "oder bis ans Ende der Pacht reichen, die offene Zeiträume in einem früheren Rhythmus haben oder eine Hebung oder " +
    "Stufe der Wertsicherung vor ihrem Beginn, stehen mit dem Grund auf dem Blatt „Ausgelassen“, ebenso Hebungen, deren " +
    "Positionen alle gelöscht sind, und einmalige Positionen außerhalb der Pacht. " +
    "Der gleiche Bestand gibt die gleiche Datei. Jeder Abruf steht im Audit-Log.",
  ...dauert,
  ...recht("bestand.uebernehmen"),
  responses: {
    200: {
      description: "Die Mappe",
      headers: z.object({
        "Content-Disposition": z.string().openapi({ description: "Dateiname mit dem Tag" }),
        "X-Ausgelassen-Anzahl": z.string().openapi({ description: "Pachtkonten, die nicht in der Mappe sind" }),
      }),
      content: { [mappentyp]: { schema: z.string().openapi({ type: "string", format: "binary" }) } },
    },
  },
});

export function mountBestandsexport(app: App, deps: Deps): void {
  app.openapi(getBestand, async (c) => {
    const ausgabe = await liesAlles(deps, (lesend) =>
      exportiereBestand(deps.sqlLang, c.get("kontext"), c.req.raw.signal, c.req.method !== "HEAD", lesend),
    );
    return alsDownload(c, ausgabe, {
      "Content-Type": mappentyp,
      "X-Ausgelassen-Anzahl": String(ausgabe.ausgelassen),
    });
  });
}
