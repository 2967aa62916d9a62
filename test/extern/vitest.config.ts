import { defineConfig } from "vitest/config";

/** One file after the other, whichever comes first: each leaves the machine as it found it. */
export default defineConfig({
  test: {
    include: ["test/extern/**/*.extern.ts"],
    fileParallelism: false,
    maxWorkers: 1,
    pool: "forks",
    testTimeout: 600_000,
    hookTimeout: 600_000,
    bail: 1,
    reporters: ["verbose"],
  },
});
