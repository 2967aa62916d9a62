import { defineConfig } from "vitest/config";

/** Histories by seed: long, and with what they came to printed. */
export default defineConfig({
  test: {
    include: ["test/geschichte/**/*.geschichte.ts"],
    globalSetup: "test/hilfe/globalSetup.ts",
    maxWorkers: 2,
    pool: "forks",
    // A history that hangs says so by itself; how many there are, who starts it says.
    testTimeout: 0,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
    reporters: ["default"],
  },
});
