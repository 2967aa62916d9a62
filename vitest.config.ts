import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Files that need a process of their own: they put another module in the place of one, or weigh the process. */
const allein = [
  "test/abrechnung/buchung/sicherheit.test.ts",
  "test/belege/zahlungsdateien/sepa/datei.test.ts",
  "test/stammdaten/pachtkonten/dokumente/uebertragung.test.ts",
  "test/technik/database/treiber/gedaechtnis.test.ts",
  "test/technik/http/dateien/zwischenlager.test.ts",
];

const gemeinsam = {
  // What hangs, on a machine however busy: how long anything takes is no test's business here.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  pool: "forks",
  // For the commands and processes that tests start, as `npm start` does.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node") },
} as const;

export default defineConfig({
  test: {
    globalSetup: "test/hilfe/globalSetup.ts",
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...gemeinsam,
          name: "zusammen",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, "test/extern/**", "test/bench/**", ...allein],
          // Half the time of a file went into loading the same modules once more.
          isolate: false,
        },
      },
      { test: { ...gemeinsam, name: "allein", include: allein } },
    ],
  },
});
