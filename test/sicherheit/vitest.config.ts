import { defineConfig } from "vitest/config";

/** Suites that start real processes, kill them and take minutes: one after the other, with what they measured. */
export default defineConfig({
  test: {
    include: ["test/sicherheit/**/*.sicherheit.ts"],
    fileParallelism: false,
    maxWorkers: 1,
    pool: "forks",
    testTimeout: 600_000,
    hookTimeout: 300_000,
    disableConsoleIntercept: true,
    reporters: ["verbose"],
  },
});
