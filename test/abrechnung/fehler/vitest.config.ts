import { defineConfig } from "vitest/config";

/** Only what the calculation is held by: pure, without a database, given up at the first failure. */
export default defineConfig({
  cacheDir: ".cache",
  test: {
    include: ["test/{geld,kalender,abrechnung/berechnung}/**/*.test.ts"],
    setupFiles: "test/abrechnung/fehler/ohneVerkleinern.ts",
    isolate: false,
    maxWorkers: 1,
    pool: "threads",
    bail: 1,
  },
});
