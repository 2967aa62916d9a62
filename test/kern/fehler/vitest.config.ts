import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const eigenschaften = /\/(eigenschaften|buch)\.test\.ts$/;

/** Examples first: a fault that one of them catches does not wait for thousands of drawn accounts. */
class ErstBeispiele extends BaseSequencer {
  override async sort(dateien: TestSpecification[]): Promise<TestSpecification[]> {
    const alle = await super.sort(dateien);
    const dauert = ({ moduleId }: TestSpecification): boolean => eigenschaften.test(moduleId);
    return [...alle.filter((datei) => !dauert(datei)), ...alle.filter(dauert)];
  }
}

/** Only what the calculation is held by: pure, without a database, given up at the first failure. */
export default defineConfig({
  cacheDir: ".cache",
  test: {
    include: ["test/kern/{geld,kalender,pacht}/**/*.test.ts"],
    setupFiles: "test/kern/fehler/ohneVerkleinern.ts",
    sequence: { sequencer: ErstBeispiele },
    isolate: false,
    maxWorkers: 1,
    pool: "threads",
    bail: 1,
    testTimeout: 30_000,
  },
});
