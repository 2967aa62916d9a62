import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { schreibeKlient } from "../../../src/lokal/klient/schreibe.ts";

const wurzel = path.resolve(import.meta.dirname, "../../..");

/** Somebody's project, far from our packages, where the client is the only one. */
export async function neuerVerbraucher() {
  const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-verbraucher-"));
  const paket = path.join(ordner, "node_modules/pachtverwaltung-klient");
  await schreibeKlient(paket);
  writeFileSync(path.join(ordner, "package.json"), JSON.stringify({ type: "module" }));
  return {
    ordner,
    paket,
    /** What TypeScript says to this project, its libraries checked too; nothing if all is well. */
    uebersetze: (dateien: Record<string, string>, moduleResolution: "NodeNext" | "Bundler"): string => {
      for (const [name, inhalt] of Object.entries(dateien)) writeFileSync(path.join(ordner, name), inhalt);
      const compilerOptions = {
        target: "ES2022",
        lib: ["ES2022", "DOM", "DOM.Iterable"],
        module: moduleResolution === "NodeNext" ? "NodeNext" : "ESNext",
        moduleResolution,
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: [],
      };
      writeFileSync(
        path.join(ordner, "tsconfig.json"),
        JSON.stringify({ compilerOptions, files: Object.keys(dateien) }),
      );
      return spawnSync(path.join(wurzel, "node_modules/.bin/tsc"), ["-p", ordner, "--pretty", "false"], {
        encoding: "utf8",
      }).stdout;
    },
    /** The TypeScript blocks of the package's own page. */
    beispiele: (): Record<string, string> =>
      Object.fromEntries(
        [...readFileSync(path.join(paket, "README.md"), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
          ([, inhalt = ""], i) => [`beispiel${i}.ts`, inhalt],
        ),
      ),
    loesche: () => rmSync(ordner, { recursive: true }),
  };
}

export type Verbraucher = Awaited<ReturnType<typeof neuerVerbraucher>>;
