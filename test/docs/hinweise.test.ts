import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { hinweiscodes } from "../../src/abrechnung/eingabe/hinweis.ts";
import { wurzel } from "./seiten.ts";

test("docs/briefe.md erklärt jeden Hinweis der Vorschau, und keinen, den es nicht gibt", () => {
  const [, abschnitt = ""] = readFileSync(path.join(wurzel, "docs/briefe.md"), "utf8").split(
    "## What the preview warns of",
  );
  const erklaerte = [...abschnitt.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, code]) => code);
  expect(erklaerte).toEqual([...hinweiscodes]);
});
