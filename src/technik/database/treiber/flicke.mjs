// Repairs the driver `postgres` in node_modules; ./aenderungen.mjs says what and why. Every install leaves out the
// packages' scripts, so each command that installs runs this: `npm start`, `npm test`, the image. Plain JavaScript for
// whatever Node the machine has (20 or newer).
import { createHash } from "node:crypto";
import { readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { dateien, version } from "./aenderungen.mjs";

const ich = fileURLToPath(import.meta.url);
/** What to type where the process runs. */
export const befehl = `node ${relative(process.cwd(), ich)}`;

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** The folder of the package, wherever this file lies. */
const findePaket = () => dirname(dirname(dirname(createRequire(import.meta.url).resolve("postgres"))));

/** @returns the text as we want it; every place must be there once, or the package is another one */
const aendere = (text, aenderungen) =>
  aenderungen.reduce((stand, { alt, neu }) => {
    const teile = stand.split(alt);
    if (teile.length !== 2) throw new Error(`Diese Stelle gibt es im Treiber nicht genau einmal:\n${alt}`);
    return teile.join(neu);
  }, text);

/** What keeps the driver from being the repaired one; undefined if it is. */
const findeHindernis = (paket) => {
  const gefunden = JSON.parse(readFileSync(join(paket, "package.json"), "utf8")).version;
  if (gefunden !== version)
    return `Der Datenbanktreiber postgres ist in Version ${gefunden} da, unsere Änderungen gelten für ${version}: sie müssen geprüft und angepasst werden (${dirname(ich)}).`;
  for (const { datei, vorher, nachher } of dateien)
    if (![vorher, nachher].includes(sha256(readFileSync(join(paket, datei)))))
      return `Die Datei ${datei} des Datenbanktreibers postgres ist weder die ausgelieferte noch die von uns geänderte: bitte node_modules löschen und neu installieren.`;
  return undefined;
};

const flickePaket = (paket) => {
  const hindernis = findeHindernis(paket);
  if (hindernis !== undefined) return hindernis;
  for (const { datei, vorher, nachher, aenderungen } of dateien) {
    const pfad = join(paket, datei);
    const text = readFileSync(pfad, "utf8");
    if (sha256(text) !== vorher) continue;
    const neu = aendere(text, aenderungen);
    if (sha256(neu) !== nachher)
      return `Die Änderungen an ${datei} des Datenbanktreibers postgres ergeben nicht, was sie sollen.`;
    writeFileSync(`${pfad}.${process.pid}`, neu);
    renameSync(`${pfad}.${process.pid}`, pfad);
  }
  return undefined;
};

/**
 * Idempotent. A file is replaced as a whole, so that whoever runs at the same time finds the one or the other.
 *
 * @returns words for what stands against it, else undefined
 */
export const flicke = () => {
  try {
    return flickePaket(findePaket());
  } catch (fehler) {
    return fehler.code === "MODULE_NOT_FOUND"
      ? "Der Datenbanktreiber postgres ist nicht installiert: bitte zuerst die Pakete installieren (npm ci --ignore-scripts)."
      : `Der Datenbanktreiber postgres lässt sich nicht reparieren: ${fehler.message}`;
  }
};

export const istGeflickt = () => {
  const paket = findePaket();
  return dateien.every(({ datei, nachher }) => sha256(readFileSync(join(paket, datei))) === nachher);
};

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(ich)) {
  const hindernis = flicke();
  if (hindernis !== undefined) {
    console.error(hindernis);
    process.exit(1);
  }
}
