import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * openapi-fetch as a part of the package (MIT, its licence goes along), so that it works wherever it lies: npm links a
 * folder and installs nothing in it, and a browser without a build finds no package by its name.
 *
 * @param pakete our `node_modules`   @returns how a file of the package imports it
 */
export function gibOpenapiFetchMit(pakete: string, ziel: string): string {
  const ordner = path.join(ziel, "openapi-fetch");
  mkdirSync(ordner, { recursive: true });
  const lies = (name: string) => readFileSync(path.join(pakete, name), "utf8");
  const nummer = (name: string): string => JSON.parse(lies(`${name}/package.json`)).version;
  const herkunft = ["openapi-fetch", "openapi-typescript-helpers"].map((name) => `${name} ${nummer(name)}`).join(", ");
  const module = lies("openapi-fetch/dist/index.mjs").replace(/^\/\/# sourceMappingURL.*$/m, "");
  writeFileSync(path.join(ordner, "index.js"), `/*! ${herkunft}: MIT, siehe LICENSE */\n${module}`);
  const typen = lies("openapi-fetch/dist/index.d.mts").replace("'openapi-typescript-helpers'", "'./helpers.js'");
  writeFileSync(path.join(ordner, "index.d.ts"), typen);
  writeFileSync(path.join(ordner, "helpers.d.ts"), lies("openapi-typescript-helpers/dist/index.d.mts"));
  cpSync(path.join(pakete, "openapi-fetch/LICENSE"), path.join(ordner, "LICENSE"));
  return "./openapi-fetch/index.js";
}
