import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { SwaggerUI } from "@hono/swagger-ui";
import { getCookie } from "hono/cookie";
import type { App } from "../app.ts";
import type { ApiDokument } from "../dokument.ts";
import { sitzungCookie } from "../recht.ts";
import { kenntSchon } from "../upload.ts";

const paket = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const eigene = path.dirname(fileURLToPath(import.meta.url));

const dateien: Record<string, { ordner: string; typ: string }> = {
  "swagger-ui.css": { ordner: paket, typ: "text/css; charset=utf-8" },
  "swagger-ui-bundle.js": { ordner: paket, typ: "text/javascript; charset=utf-8" },
  "logo.svg": { ordner: eigene, typ: "image/svg+xml" },
  "start.js": { ordner: eigene, typ: "text/javascript; charset=utf-8" },
  "stil.css": { ordner: eigene, typ: "text/css; charset=utf-8" },
};

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param hatSitzung whether the browser has a cookie to ask with who is signed in */
const seite = (basis: string, hatSitzung: boolean): string => `<!doctype html>
<html lang="de" data-basis="${basis}"${hatSitzung ? " data-sitzung" : ""}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lease Management Service Interface</title>
<link rel="icon" type="image/svg+xml" href="${basis}/docs/logo.svg">
<link rel="stylesheet" href="${basis}/docs/swagger-ui.css">
<link rel="stylesheet" href="${basis}/docs/stil.css">
<script src="${basis}/docs/start.js"></script>
<script src="${basis}/docs/swagger-ui-bundle.js" defer></script></head>
<body>${SwaggerUI({
  url: `${basis}/openapi.json`,
  manuallySwaggerUIHtml: () => `<header class="kopf"><img src="${basis}/docs/logo.svg" alt="">
<span class="name">Pachtverwaltung</span><a href="${basis}/openapi.json">OpenAPI</a><span id="wer"></span></header>
<main id="swagger-ui"></main>`,
})}</body></html>`;

/** The document, and Swagger UI from our own files: the pages of this service load nothing from elsewhere. */
export const mountOberflaeche = (app: App, basis: string, dokument: () => ApiDokument): void => {
  app.get("/openapi.json", (c) => {
    const { bytes, etag } = dokument();
    const kopf = { ETag: etag, "Cache-Control": "no-cache" };
    if (kenntSchon(c.req.header("if-none-match"), etag)) return c.body(null, 304, kopf);
    return c.body(bytes, 200, { ...kopf, "Content-Type": "application/json" });
  });
  app.get("/docs", (c) => {
    const hatSitzung = getCookie(c, sitzungCookie) !== undefined;
    return c.html(seite(basis, hatSitzung), 200, { "Content-Security-Policy": csp, "Cache-Control": "no-store" });
  });
  app.get("/docs/:datei", async (c) => {
    const name = c.req.param("datei");
    const datei = Object.hasOwn(dateien, name) ? dateien[name] : undefined;
    if (!datei) return c.notFound();
    const inhalt = new Uint8Array(await readFile(path.join(datei.ordner, name)));
    return c.body(inhalt, 200, { "Content-Type": datei.typ, "Cache-Control": "public, max-age=3600" });
  });
};
