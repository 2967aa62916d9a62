import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { inject } from "vitest";
import type { Dienst } from "../../src/app.ts";

/**
 * The live OpenAPI document of a service. Building it takes longer than starting the service: those of a run that have
 * the same routes on the same day take it from the first of them.
 *
 * @param tag the civil day that its examples name
 */
export async function holeDokument(app: Dienst, basis: string, tag: string): Promise<string> {
  const routen = app.routes.map(({ method, path: pfad }) => `${method} ${pfad}`);
  const name = createHash("sha256")
    .update([basis, tag, ...routen].join("\n"))
    .digest("hex");
  const datei = path.join(inject("dokumente"), `${name}.json`);
  if (existsSync(datei)) return readFileSync(datei, "utf8");
  const text = await (await app.request(`${basis}/openapi.json`)).text();
  // Whole or not at all: another process may look for it now.
  const eigene = `${datei}.${process.pid}`;
  writeFileSync(eigene, text);
  renameSync(eigene, datei);
  return text;
}
