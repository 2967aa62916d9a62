import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { App, Env } from "../app.ts";
import { etagVon, kenntSchon } from "../dateien/dateiantwort.ts";
import { sitzungCookie } from "../recht.ts";

/** Files that the browser loads, by the name that they have in the address. */
export type Dateien = Record<string, { ordner: string; typ: string; name?: string }>;

export const script = "text/javascript; charset=utf-8";
export const stil = "text/css; charset=utf-8";

/** Serves these files under the path of a page; the browser asks each time whether they are still the same. */
export function mountDateien(app: App, pfad: string, dateien: Dateien): void {
  app.get(`${pfad}/:datei`, async (c) => {
    const name = c.req.param("datei");
    const datei = Object.hasOwn(dateien, name) ? dateien[name] : undefined;
    if (!datei) return c.notFound();
    const inhalt = new Uint8Array(await readFile(path.join(datei.ordner, datei.name ?? name)));
    const etag = etagVon(inhalt);
    const kopf = { ETag: etag, "Cache-Control": "no-cache" };
    if (kenntSchon(c.req.header("if-none-match"), etag)) return c.body(null, 304, kopf);
    return c.body(inhalt, 200, { ...kopf, "Content-Type": datei.typ });
  });
}

/** Attributes of `<html>`: what the bar of a page needs to ask who is signed in, if the browser has a cookie to ask with. */
export function wurzelmerkmale(c: Context<Env>, basis: string): string {
  return `lang="de" data-basis="${basis}"${getCookie(c, sitzungCookie) === undefined ? "" : " data-sitzung"}`;
}

type Ort = "docs" | "leitstand";

const verweise: { ort: Ort; wort: string; rollen?: string }[] = [
  { ort: "docs", wort: "API" },
  { ort: "leitstand", wort: "Leitstand", rollen: "administrator verwalter" },
];

/** The bar over each page; a link for some roles shows itself when it is known who is there. */
export function kopf(basis: string, hier: Ort): string {
  const links = verweise.map(({ ort, wort, rollen }) => {
    const wo = ort === hier ? ' aria-current="page"' : "";
    const wem = rollen && ort !== hier ? ` data-rollen="${rollen}" hidden` : "";
    return `<a href="${basis}/${ort}"${wo}${wem}>${wort}</a>`;
  });
  return `<header class="kopf"><img src="${basis}/docs/logo.svg" alt="">
<span class="name">Pachtverwaltung</span><nav aria-label="Seiten">${links.join("")}<a href="${basis}/openapi.json">OpenAPI</a></nav><span id="wer"></span></header>`;
}

/** What every page loads. */
export function kopfzeilen(basis: string, titel: string): string {
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${titel}</title>
<link rel="icon" type="image/svg+xml" href="${basis}/docs/logo.svg">
<link rel="stylesheet" href="${basis}/docs/kopf.css">
<script type="module" src="${basis}/docs/kopf.js"></script>`;
}
