import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Bedienfehler } from "../../technik/befehl.ts";
import { version } from "../../technik/http/version.ts";
import { liesDokument } from "./dokument.ts";
import { gibOpenapiFetchMit } from "./openapiFetch.ts";
import { schreibeTypen } from "./typen.ts";

const hier = path.dirname(fileURLToPath(import.meta.url));
const wurzel = path.resolve(hier, "../../..");
/** What the package begins with, and its page. */
const anfaenge = ["src/lokal/klient/quellen/index.ts", "src/lokal/klient/quellen/beispiel/seite.ts"] as const;
const quellen = path.dirname(path.join(wurzel, anfaenge[0]));

const paketname = "pachtverwaltung-klient";

const beschreibung = () => ({
  name: paketname,
  version,
  description: "Typisierter Klient der Pachtverwaltung, aus ihrem OpenAPI-Dokument erzeugt",
  license: "UNLICENSED",
  type: "module",
  sideEffects: false,
  exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./openapi.json": "./openapi.json" },
  types: "./index.d.ts",
});

const uebersetzung = (ziel: string) => ({
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    moduleDetection: "force",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    noEmitOnError: true,
    types: [],
    rootDir: ".",
    outDir: ziel,
  },
  // Each of them, for what is only imported counts as a foreign package below node_modules and is not written.
  include: ["**/*.ts"],
});

/** Whether a client lies there; not where there is no package, or one that nobody can read. */
const istUnseres = (ziel: string): boolean => {
  try {
    return JSON.parse(readFileSync(path.join(ziel, "package.json"), "utf8")).name === paketname;
  } catch {
    return false;
  }
};

/** @throws Bedienfehler rather than write among files of somebody else's */
const pruefeZiel = (ziel: string): void => {
  if (readdirSync(ziel).length > 0 && !istUnseres(ziel))
    throw new Bedienfehler(
      `${ziel} ist nicht leer und kein Klient der Pachtverwaltung. Bitte einen anderen Ordner nennen.`,
    );
};

/** One folder after the other: Node's own way of making them all at once never ends below `/proc`. */
const legeOrdnerAn = (ordner: string): void => {
  if (existsSync(ordner)) return;
  legeOrdnerAn(path.dirname(ordner));
  mkdirSync(ordner);
};

/** @throws Bedienfehler where there can be no such folder */
const oeffneZiel = (ziel: string): void => {
  try {
    legeOrdnerAn(ziel);
    readdirSync(ziel);
  } catch (fehler) {
    throw new Bedienfehler(`Der Ordner ${ziel} lässt sich nicht anlegen (${(fehler as NodeJS.ErrnoException).code}).`);
  }
};

const loesche = (ordner: string, namen: RegExp): void => {
  for (const name of readdirSync(ordner).filter((eines) => namen.test(eines)))
    rmSync(path.join(ordner, name), { recursive: true });
};

/**
 * TypeScript leaves the `.ts` of imports in declarations; what is published has none, and brings openapi-fetch along.
 *
 * @param openapiFetch how it is imported
 */
const bereinige = (ziel: string, openapiFetch: string): void => {
  for (const name of readdirSync(ziel).filter((eines) => /\.(?:js|d\.ts)$/.test(eines))) {
    const datei = path.join(ziel, name);
    const text = readFileSync(datei, "utf8").replace('from "openapi-fetch"', `from "${openapiFetch}"`);
    writeFileSync(datei, text.replace(/(from "\.\/\w+)\.ts"/g, '$1.js"'));
  }
  loesche(path.join(ziel, "beispiel"), /\.d\.ts$/);
};

const schreibe = (ordner: string, name: string, inhalt: string): void => writeFileSync(path.join(ordner, name), inhalt);

/** Sources and types as JavaScript with declarations. */
const uebersetze = async (dokument: string, werkstatt: string, ziel: string): Promise<void> => {
  cpSync(quellen, werkstatt, { recursive: true });
  for (const [name, inhalt] of Object.entries(await schreibeTypen(dokument))) schreibe(werkstatt, name, inhalt);
  schreibe(werkstatt, "package.json", JSON.stringify({ type: "module" }));
  schreibe(werkstatt, "tsconfig.json", JSON.stringify(uebersetzung(ziel)));
  const tsc = path.join(wurzel, "node_modules/.bin/tsc");
  const { status, stdout, error } = spawnSync(tsc, ["-p", werkstatt, "--pretty", "false"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Der Klient passt nicht zum Dokument:\n${stdout}${error?.message ?? ""}`);
};

/** The whole package, ready to be laid somewhere. */
const baue = async (werkstatt: string): Promise<string> => {
  const fertig = path.join(werkstatt, "fertig");
  const dokument = await liesDokument();
  await uebersetze(dokument, werkstatt, fertig);
  bereinige(fertig, gibOpenapiFetchMit(path.join(wurzel, "node_modules"), fertig));
  cpSync(path.join(hier, "beigaben"), fertig, { recursive: true });
  schreibe(fertig, "openapi.json", dokument);
  schreibe(fertig, "package.json", `${JSON.stringify(beschreibung(), null, 2)}\n`);
  return fertig;
};

/**
 * Writes the typed client of this service as a package that can be published: types from the document as it is served
 * now, plain ES modules that a browser takes as they are, and a page that shows their use. The one of before stays until
 * the new one is ready.
 *
 * @throws Bedienfehler where the folder holds something else or cannot be made
 */
export async function schreibeKlient(ziel: string): Promise<void> {
  oeffneZiel(ziel);
  pruefeZiel(ziel);
  const cache = path.join(wurzel, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  // Below node_modules, so that its packages are found from there.
  const werkstatt = mkdtempSync(path.join(cache, "klient-"));
  try {
    const fertig = await baue(werkstatt);
    loesche(ziel, /^(?:beispiel|openapi-fetch)$|\.(?:js|d\.ts)$/);
    cpSync(fertig, ziel, { recursive: true });
  } finally {
    rmSync(werkstatt, { recursive: true });
  }
}
