import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { SwaggerUI } from "@hono/swagger-ui";
import type { App } from "../app.ts";
import { kenntSchon } from "../dateien/dateiantwort.ts";
import type { ApiDokument } from "../dokument/dokument.ts";
import { type Dateien, kopf, kopfzeilen, mountDateien, script, stil, wurzelmerkmale } from "./seite.ts";

const paket = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const eigene = path.dirname(fileURLToPath(import.meta.url));

const dateien: Dateien = {
  "swagger-ui.css": { ordner: paket, typ: stil },
  "swagger-ui-bundle.js": { ordner: paket, typ: script },
  "logo.svg": { ordner: eigene, typ: "image/svg+xml" },
  "kopf.css": { ordner: eigene, typ: stil },
  "kopf.js": { ordner: eigene, typ: script },
  "start.js": { ordner: eigene, typ: script },
  "stil.css": { ordner: eigene, typ: stil },
};

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const seite = (basis: string, merkmale: string): string => `<!doctype html>
<html ${merkmale}><head>${kopfzeilen(basis, "Lease Management Service Interface")}
<link rel="stylesheet" href="${basis}/docs/swagger-ui.css">
<link rel="stylesheet" href="${basis}/docs/stil.css">
<script src="${basis}/docs/start.js"></script>
<script src="${basis}/docs/swagger-ui-bundle.js" defer></script></head>
<body>${SwaggerUI({
  url: `${basis}/openapi.json`,
  manuallySwaggerUIHtml: () => `${kopf(basis, "docs")}
<main id="swagger-ui"></main>`,
})}</body></html>`;

/** The document, and Swagger UI from our own files: the pages of this service load nothing from elsewhere. */
export function mountOberflaeche(app: App, basis: string, dokument: () => ApiDokument): void {
  app.get("/openapi.json", (c) => {
    const { bytes, etag } = dokument();
    const kopf = { ETag: etag, "Cache-Control": "no-cache" };
    if (kenntSchon(c.req.header("if-none-match"), etag)) return c.body(null, 304, kopf);
    return c.body(bytes, 200, { ...kopf, "Content-Type": "application/json" });
  });
  app.get("/docs", (c) =>
    c.html(seite(basis, wurzelmerkmale(c, basis)), 200, {
      "Content-Security-Policy": csp,
      "Cache-Control": "no-store",
    }),
  );
  mountDateien(app, "/docs", dateien);
}
