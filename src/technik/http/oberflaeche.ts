import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { SwaggerUI } from "@hono/swagger-ui";
import type { App } from "./app.ts";
import type { ApiDokument } from "./dokument.ts";
import { kenntSchon } from "./upload.ts";

const paket = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

const dateien: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

const start = (basis: string) => `window.addEventListener("load", () => {
  window.ui = SwaggerUIBundle({
    dom_id: "#swagger-ui", url: "${basis}/openapi.json", deepLinking: true, withCredentials: true,
    displayRequestDuration: true, docExpansion: "none", filter: true, validatorUrl: null,
  });
});`;

const csp =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The document, and Swagger UI from our own files: the pages of this service load nothing from elsewhere. */
export const mountOberflaeche = (app: App, basis: string, dokument: () => ApiDokument): void => {
  app.get("/openapi.json", (c) => {
    const { bytes, etag } = dokument();
    const kopf = { ETag: etag, "Cache-Control": "no-cache" };
    if (kenntSchon(c.req.header("if-none-match"), etag)) return c.body(null, 304, kopf);
    return c.body(bytes, 200, { ...kopf, "Content-Type": "application/json" });
  });

  const html = `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lease Management Service Interface</title>
<link rel="icon" type="image/png" href="${basis}/docs/favicon-32x32.png"></head>
<body>${SwaggerUI({
    url: `${basis}/openapi.json`,
    manuallySwaggerUIHtml: () => `<nav style="padding: .8rem 1.5rem; font-family: sans-serif; background: #1c2a22">
<a style="color: #fff" href="${basis}/auth/login?returnTo=${basis}/docs">Anmelden</a></nav>
<div id="swagger-ui"></div>
<link rel="stylesheet" href="${basis}/docs/swagger-ui.css">
<script src="${basis}/docs/swagger-ui-bundle.js"></script>
<script src="${basis}/docs/start.js"></script>`,
  })}</body></html>`;
  app.get("/docs", (c) => c.html(html, 200, { "Content-Security-Policy": csp }));
  app.get("/docs/start.js", (c) => c.body(start(basis), 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  app.get("/docs/:datei", async (c) => {
    const name = c.req.param("datei");
    const typ = Object.hasOwn(dateien, name) ? dateien[name] : undefined;
    if (!typ) return c.notFound();
    const inhalt = new Uint8Array(await readFile(path.join(paket, name)));
    return c.body(inhalt, 200, { "Content-Type": typ, "Cache-Control": "public, max-age=86400" });
  });
};
