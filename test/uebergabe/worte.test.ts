import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { uebergabeworte } from "../../src/betrieb/leitstand/seite/worte.js";
import { type Aktion, aktionen, zustaende } from "../../src/uebergabe/schema.ts";
import { aktionsworte, eineVon, zustandsworte } from "../../src/uebergabe/worte.ts";

test("die Übergabe, der Leitstand und die Anleitung sagen dasselbe", () => {
  const { offen, pending: _, ...gleiche } = uebergabeworte;
  // What the view tells apart by whether it was tried is one state to a clerk.
  expect(zustandsworte.pending).toBe(offen);
  for (const [zustand, wort] of Object.entries(gleiche))
    expect(zustandsworte[zustand as keyof typeof gleiche], zustand).toContain(wort);
  const anleitung = readFileSync(new URL("../../docs/uebergabe.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ");
  for (const zustand of zustaende) expect(anleitung).toContain(`| \`${zustand}\` | ${zustandsworte[zustand]} |`);
  for (const aktion of aktionen) expect(anleitung).toContain(`\`${aktion}\` is *${aktionsworte[aktion]}*`);
});

test.each<[Aktion[], string]>([
  [["reconcile"], "klären"],
  [["export", "delete"], "übergeben oder löschen"],
  [["refresh", "reconcile", "cancel"], "aktualisieren, klären oder stornieren"],
])("%j: „%s“", (welche, text) => expect(eineVon(welche)).toBe(text));
