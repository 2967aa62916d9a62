import { defineConfig } from "vitest/config";

/** Only what the calculation is held by: pure, without a database, given up at the first failure. */
export default defineConfig({
  cacheDir: ".cache",
  test: {
    include: ["test/kern/{geld,kalender,pacht}/**/*.test.ts"],
    setupFiles: "test/kern/fehler/ohneVerkleinern.ts",
    isolate: false,
    maxWorkers: 1,
    pool: "threads",
    bail: 1,
    testTimeout: 30_000,
  },
});
