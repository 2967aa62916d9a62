import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fehler } from "./fehler.ts";

const wurzel = path.resolve(import.meta.dirname, "../../..");

// Also where only the fast suite runs: a renamed variable must not take a fault from the gate.
test.each(fehler)("lässt sich pflanzen: $name", ({ datei, alt, neu }) => {
  const quelle = readFileSync(path.join(wurzel, datei), "utf8");
  expect(quelle.split(alt)).toHaveLength(2);
  expect(neu).not.toBe(alt);
});
