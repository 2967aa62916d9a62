import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import { etagVon, mitETag } from "../../../technik/http/antwort.ts";
import type { App } from "../../../technik/http/app.ts";
import { kenntSchon } from "../../../technik/http/dateien/dateiantwort.ts";
import { dateiKoerper, mitDatei } from "../../../technik/http/dateien/upload.ts";
import { recht } from "../../../technik/http/recht.ts";
import { jsonMitETag, problem } from "../../../technik/http/schema.ts";
import { laengsteKante } from "./bildtypen.ts";
import { ersetzeLogo, leseLogobild, loescheLogo } from "./pflege.ts";
import { Logo } from "./schema.ts";

const tags = ["Einstellungen"];
const keines = problem("Es ist kein Logo hinterlegt");
const hoechstensMib = 2;

const createLogo = createRoute({
  method: "post",
  path: "/einstellungen/logo",
  operationId: "createLogo",
  tags,
  summary: "Logo hochladen",
  description:
    `PNG oder JPEG, höchstens ${hoechstensMib} MiB und ${laengsteKante} Pixel je Seite; ersetzt das bisherige. Das Bild wird geprüft und ` +
    "ohne Texte, Ortsangaben und andere Beigaben gespeichert; wie ein JPEG nach seinem Exif zu drehen ist, bleibt ihm, " +
    "und so zeigen es die Briefe. Was kein vollständiges Bild ist, ist 415.",
  ...recht("firma.schreiben"),
  request: dateiKoerper("Das Logo als PNG oder JPEG", hoechstensMib),
  responses: {
    201: jsonMitETag(Logo, "Das gespeicherte Logo"),
    415: problem("Die Datei ist kein Bild (`kein_bild`), sie liegt in Druckfarben vor (`druckfarben`)"),
  },
});

const deleteLogo = createRoute({
  method: "delete",
  path: "/einstellungen/logo",
  operationId: "deleteLogo",
  tags,
  summary: "Logo löschen",
  description: "Für `If-Match` der ETag, mit dem es hochgeladen oder angesehen wurde.",
  ...recht("firma.schreiben"),
  responses: { 204: { description: "Gelöscht" }, 404: keines },
});

const headers = z.object({
  ETag: z.string().openapi({ description: "Die Fassung, für `If-Match`, dahinter eine Kennung des Bildes" }),
});
const binaer = { schema: z.string().openapi({ type: "string", format: "binary" }) };

const previewLogo = createRoute({
  method: "get",
  path: "/einstellungen/logo/preview",
  operationId: "previewLogo",
  tags,
  summary: "Logo ansehen",
  ...recht("daten.lesen"),
  responses: {
    200: {
      description: "Das Bild",
      headers: headers.extend({ "Content-Disposition": z.string().openapi({ description: "Dateiname" }) }),
      content: { "image/png": binaer, "image/jpeg": binaer },
    },
    304: { description: "Unverändert", headers },
    404: keines,
  },
});

export function mountLogo(app: App, { sql }: Deps): void {
  app.openapi(createLogo, async (c) => {
    const neu = await mitDatei(c, hoechstensMib, (datei, kontext) => ersetzeLogo(sql, kontext, datei));
    const { version: _, ...logo } = mitETag(c, neu);
    return c.json(logo, 201);
  });
  app.openapi(deleteLogo, async (c) => {
    await loescheLogo(sql, c.get("kontext"));
    return c.body(null, 204);
  });
  app.openapi(previewLogo, async (c) => {
    const bild = await leseLogobild(sql);
    const { medientyp, sha256, inhalt } = bild;
    // Versions begin anew where a logo was deleted: the tag of an image that a browser keeps needs the image, too.
    const kopf = { ETag: etagVon(bild, [sha256]), "Cache-Control": "private, no-cache" };
    if (kenntSchon(c.req.header("if-none-match"), kopf.ETag)) return c.body(null, 304, kopf);
    return c.body(new Uint8Array(inhalt), 200, {
      ...kopf,
      "Content-Type": medientyp,
      "Content-Disposition": `inline; filename="logo.${medientyp === "image/png" ? "png" : "jpg"}"`,
      "Content-Security-Policy": "default-src 'none'",
    });
  });
}
