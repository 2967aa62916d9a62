import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { argumenteFuer } from "../../src/lokal/kind.ts";

/** What Node takes by itself where it has 1 GB, as fly.toml gives; where there is more it lets garbage lie for longer. */
const hoechstens = "--max-old-space-size=512";

/** A measurement of `messung.ts` in a process of its own, and the most memory that it ever had. */
export function inEigenemProzess<T>(was: string, url: string, ...argumente: string[]): T & { spitzeMib: number } {
  const datei = fileURLToPath(new URL("./messung.ts", import.meta.url));
  const { status, stdout } = spawnSync(
    process.execPath,
    [hoechstens, ...argumenteFuer(datei), was, url, ...argumente],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  if (status !== 0) throw new Error(`Die Messung ${was} ist gescheitert.`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
