import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { type Mappenblatt, schreibeMappe } from "../../../src/bestand/format/mappe.ts";

test("kein Teil der Mappe sagt, wann sie geschrieben wurde: sonst wäre derselbe Bestand jedes Mal eine andere Datei", async () => {
  async function* blaetter(): AsyncGenerator<Mappenblatt> {
    const stapel = (async function* () {
      yield [{ zellen: ["a", 1] }];
    })();
    const spalten = ["eins", "zwei"].map((titel) => ({ titel, breite: 10, zahlenformat: "@" }));
    yield { name: "Blatt", spalten, stapel };
  }
  const stuecke: Uint8Array[] = [];
  for await (const stueck of schreibeMappe(blaetter())) stuecke.push(stueck);
  const archiv = await fromBufferPromise(Buffer.concat(stuecke), { lazyEntries: true });
  const tage: Record<string, string> = {};
  for await (const teil of archiv.eachEntry())
    tage[teil.fileName] = teil.getLastModDate({ timezone: "UTC" }).toISOString();
  expect(Object.keys(tage).length).toBeGreaterThan(8);
  expect(new Set(Object.values(tage))).toEqual(new Set(["2000-01-01T00:00:00.000Z"]));
});
