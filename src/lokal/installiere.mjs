// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or newer), so it is plain JavaScript.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { flicke } from "../technik/database/treiber/flicke.mjs";

// `npm start | head -1` reads no more than npm's own first lines.
process.stdout.on("error", (fehler) => {
  if (fehler.code !== "EPIPE") throw fehler;
});

const wurzel = join(dirname(fileURLToPath(import.meta.url)), "../..");
const knoten = join(wurzel, "node_modules/.bin/node");

const scheitere = (text) => {
  console.error(text);
  process.exit(1);
};

const pakete = (datei) => {
  try {
    return JSON.parse(readFileSync(join(wurzel, datei), "utf8")).packages;
  } catch {
    return undefined;
  }
};

/**
 * npm writes node_modules/.package-lock.json last, so a broken installation has none or an old one. Packages for other
 * machines are rightly absent; those for this one (Node, PostgreSQL) must be there.
 */
const istInstalliert = () => {
  const soll = pakete("package-lock.json");
  const ist = pakete("node_modules/.package-lock.json");
  if (soll === undefined || ist === undefined) return false;
  return Object.entries(soll).every(([pfad, paket]) => {
    if (pfad === "") return true;
    const da = ist[pfad];
    if (da !== undefined) return da.version === paket.version && da.integrity === paket.integrity;
    return (paket.optional || paket.devOptional) && !pfad.endsWith(`${process.platform}-${process.arch}`);
  });
};

const installiere = () => {
  console.log("Pakete aus package-lock.json werden installiert …");
  const argumente = ["ci", "--ignore-scripts", "--include=dev", "--include=optional", "--loglevel=error"];
  const { npm_execpath: npm = "", npm_node_execpath: node = process.execPath } = process.env;
  const [befehl, ...davor] = npm.endsWith("npm-cli.js") ? [node, npm] : ["npm"];
  const optionen = { cwd: wurzel, encoding: "utf8", maxBuffer: 1 << 26 };
  const { status, stdout, stderr, error } = spawnSync(befehl, [...davor, ...argumente], optionen);
  if (status !== 0) scheitere(`Die Installation ist gescheitert:\n${stderr || stdout || error?.message}`);
};

if (!istInstalliert()) installiere();
// Also when nothing had to be installed: whoever installs by hand leaves the driver as it comes.
if (flicke() !== undefined) {
  // An earlier state of ours has repaired it in another way.
  installiere();
  const hindernis = flicke();
  if (hindernis !== undefined) scheitere(hindernis);
}

const hauptversion = (text) => Number(/^v?(\d+)\./.exec(text ?? "")?.[1] ?? 0);
const version = existsSync(knoten)
  ? hauptversion(spawnSync(knoten, ["--version"], { encoding: "utf8" }).stdout)
  : hauptversion(process.versions.node);
if (version < 24)
  scheitere(
    `Der Dienst braucht Node 24. Für ${process.platform}-${process.arch} kommt es nicht aus den Paketen mit: ` +
      `bitte Node 24 oder neuer selbst installieren (gefunden: ${process.version}).`,
  );
