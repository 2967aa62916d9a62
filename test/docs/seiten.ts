import { globSync, readFileSync } from "node:fs";
import path from "node:path";

export const wurzel = path.resolve(import.meta.dirname, "../..");

/** `davor` is the text of the page before the block, `datei` what its first line names: `// src/…`. */
export type Block = { seite: string; sprache: string; inhalt: string; davor: string; datei: string | undefined };
export type Seite = {
  pfad: string;
  text: string;
  bloecke: Block[] /** Inline code outside of blocks. */;
  code: string[];
};

const muster = /^( *)```(.*)\n([\s\S]*?)^ *```$/gm;

const liesBloecke = (seite: string, text: string): Block[] =>
  [...text.matchAll(muster)].map(({ index, 1: einzug = "", 2: sprache = "", 3: roh = "" }) => {
    const zeilen = roh.split("\n").map((zeile) => zeile.slice(Math.min(einzug.length, zeile.length)));
    const datei = /^\/\/ ([\w./-]+)$/.exec(zeilen[0] ?? "")?.[1];
    return { seite, sprache, inhalt: zeilen.slice(datei ? 1 : 0).join("\n"), davor: text.slice(0, index), datei };
  });

/** README.md and all below docs/. */
export function listSeiten(): Seite[] {
  return ["README.md", ...globSync("docs/**/*.md", { cwd: wurzel }).sort()].map((pfad) => {
    const text = readFileSync(path.join(wurzel, pfad), "utf8");
    const ohneBloecke = text.replace(muster, "");
    const code = [...ohneBloecke.matchAll(/`([^`\n]+)`/g)].map(([, wort = ""]) => wort);
    return { pfad, text, bloecke: liesBloecke(pfad, text), code };
  });
}
