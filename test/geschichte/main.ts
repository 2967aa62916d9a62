import process from "node:process";
import { startVitest } from "vitest/node";

/**
 * `npm run geschichte` plays the hundred histories of the gate, `-- <seed>` plays one again and shows its steps, and
 * `-- <seed> <number>` so many from that seed on.
 */
const [saat = "1", anzahl = process.argv.length > 2 ? "1" : "100"] = process.argv.slice(2);
process.env.SAAT = saat;
process.env.GESCHICHTEN = anzahl;
// Of a single one only its steps are of interest.
await startVitest("test", process.argv.length > 2 ? ["teil"] : [], {
  run: true,
  watch: false,
  config: "test/geschichte/vitest.config.ts",
});
