import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/extern/**", "test/bench/**"],
    globalSetup: "test/hilfe/globalSetup.ts",
    // What hangs, on a machine however busy: how long anything takes is no test's business here.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
