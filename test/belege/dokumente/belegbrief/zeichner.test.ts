import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { zeichneBriefe } from "../../../../src/belege/dokumente/belegbrief/zeichne.ts";
import { starteFaeden, type Zeichner } from "../../../../src/belege/dokumente/belegbrief/zeichner.ts";
import { brief, person } from "../../../hilfe/musterbrief.ts";

const faeden: Zeichner[] = [];
const starte = (anzahl: number, datei?: string): Zeichner => {
  const neue = starteFaeden(anzahl, datei ? new URL(datei, import.meta.url) : undefined);
  faeden.push(neue);
  return neue;
};

afterEach(async () => {
  await Promise.all(faeden.splice(0).map((einer) => einer.beende()));
});

const briefe = (von: number, anzahl: number) =>
  Array.from({ length: anzahl }, (_, i) => brief({ id: von + i, belegnummer: `RE-2026-${von + i}` }));

describe("die Fäden, die Schreiben zeichnen", () => {
  test("zeichnet dieselben Bytes wie der direkte Weg, in der Reihenfolge der Briefe", async () => {
    const zeichner = starte(2);
    const stapel = [briefe(1, 4), briefe(5, 4), briefe(9, 4)];
    const inFaeden = await Promise.all(stapel.map((einer) => zeichner.zeichne(einer)));
    const direkt = await zeichneBriefe(stapel.flat());
    const sha = (z: object) => ("sha256" in z ? z.sha256 : undefined);
    expect(inFaeden.flat().map(sha)).toEqual(direkt.map(sha));
    expect(inFaeden.flat().map(({ id }) => id)).toEqual(stapel.flat().map(({ id }) => id));
    for (const z of inFaeden.flat())
      if ("inhalt" in z) expect(createHash("sha256").update(z.inhalt).digest("hex")).toBe(z.sha256);
  });

  test("ein Brief, der nicht zu drucken ist, hat seinen Grund", async () => {
    const schlecht = brief({ id: 2, empfaenger: { ...person, nachname: "山田", anzeigename: "山田" } });
    const [gut, grund] = await starte(1).zeichne([brief({ id: 1 }), schlecht]);
    expect(gut).toMatchObject({ id: 1, sha256: expect.any(String) });
    expect(grund).toEqual({ id: 2, fehler: expect.stringContaining("U+5C71") });
  });

  test("stirbt ein Faden, geht nichts verloren, und nur der Brief scheitert, an dem er stirbt", async () => {
    const zeichner = starte(2, "./sterbenderFaden.ts");
    const stapel = [briefe(1, 3), briefe(666, 3), briefe(10, 3)];
    const zeichnungen = (await Promise.all(stapel.map((einer) => zeichner.zeichne(einer)))).flat();
    expect(zeichnungen.map(({ id }) => id)).toEqual(stapel.flat().map(({ id }) => id));
    expect(zeichnungen.filter((z) => "fehler" in z)).toEqual([
      { id: 666, fehler: "Das Zeichnen brach ab, auch im zweiten Versuch." },
    ]);
  });

  test("beendet gibt er nichts mehr her", async () => {
    const zeichner = starte(1);
    const ausstehend = Promise.allSettled([zeichner.zeichne(briefe(1, 50)), zeichner.zeichne(briefe(51, 1))]);
    await zeichner.beende();
    expect((await ausstehend).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
