import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { App } from "../../technik/http/app.ts";
import {
  type Dateien,
  kopf,
  kopfzeilen,
  mountDateien,
  script,
  stil,
  wurzelmerkmale,
} from "../../technik/http/oberflaeche/seite.ts";

const uplot = path.join(path.dirname(createRequire(import.meta.url).resolve("uplot/package.json")), "dist");
const ordner = path.join(path.dirname(fileURLToPath(import.meta.url)), "seite");

const module = [
  "abruf",
  "anliegen",
  "auftraege",
  "ausblick",
  "dom",
  "kurven",
  "leitstand",
  "streifen",
  "takt",
  "uebersicht",
  "verlaufsdaten",
  "worte",
  "zeitplaene",
];

const dateien: Dateien = {
  "uPlot.iife.min.js": { ordner: uplot, typ: script },
  "uPlot.min.css": { ordner: uplot, typ: stil },
  "leitstand.css": { ordner, typ: stil },
  ...Object.fromEntries(module.map((name) => [`${name}.js`, { ordner, typ: script }])),
};

/** Stricter than that of Swagger UI: no style stands in the page, what the plots set they set by script. */
const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const inhalt = readFileSync(path.join(ordner, "leitstand.html"), "utf8");

const seite = (basis: string, merkmale: string): string => `<!doctype html>
<html ${merkmale}><head>${kopfzeilen(basis, "Leitstand")}
<link rel="stylesheet" href="${basis}/leitstand/uPlot.min.css">
<link rel="stylesheet" href="${basis}/leitstand/leitstand.css">
<script src="${basis}/leitstand/uPlot.iife.min.js" defer></script>
<script type="module" src="${basis}/leitstand/leitstand.js"></script></head>
<body data-nur-mit-anmeldung><a class="sprung" href="#inhalt">Zum Inhalt</a>
${kopf(basis, "leitstand")}
${inhalt.replaceAll("{basis}", basis)}</body></html>`;

/** The page for people who run the house. It holds no data: what it shows it asks of the endpoints, as its user. */
export function mountLeitstand(app: App, basis: string): void {
  app.get("/leitstand", (c) =>
    c.html(seite(basis, wurzelmerkmale(c, basis)), 200, {
      "Content-Security-Policy": csp,
      "Cache-Control": "no-store",
    }),
  );
  mountDateien(app, "/leitstand", dateien);
}
