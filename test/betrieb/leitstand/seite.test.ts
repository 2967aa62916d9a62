import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst();

const hole = (pfad: string, kopf: Record<string, string> = {}) =>
  dienst.app.request(`http://127.0.0.1:3000/api${pfad}`, { headers: kopf });
const ordner = new URL("../../../src/betrieb/leitstand/seite/", import.meta.url);

test("die Seite hat eine strengere Politik als Swagger UI: kein Skript und kein Stil steht in ihr", async () => {
  const antwort = await hole("/leitstand");
  const politik = antwort.headers.get("content-security-policy") ?? "";
  expect(politik).toContain("default-src 'none'");
  expect(politik).not.toMatch(/unsafe|https?:|\*/);
  expect(await antwort.text()).not.toMatch(/ style=|<style|<script>|\son\w+=/);
});

test("jede Datei, die sie lädt, gibt es, und jede der Seite wird ausgeliefert", async () => {
  const html = await (await hole("/leitstand")).text();
  const geladene = [...html.matchAll(/(?:src|href)="\/api(\/(?:docs|leitstand)\/[^"]+)"/g)].map(
    ([, pfad]) => pfad ?? "",
  );
  expect(geladene.length).toBeGreaterThan(5);
  for (const datei of readdirSync(ordner).filter((name) => /\.(js|css)$/.test(name)))
    geladene.push(`/leitstand/${datei}`);
  for (const pfad of geladene) expect([pfad, (await hole(pfad)).status]).toEqual([pfad, 200]);
  expect((await hole("/leitstand/leitstand.html")).status).toBe(404);
});

test("Module binden nur ein, was da ist", () => {
  const fehlende = readdirSync(ordner).flatMap((datei) =>
    [...readFileSync(new URL(datei, ordner), "utf8").matchAll(/from "\.\/([^"]+)"/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !readdirSync(ordner).includes(name)),
  );
  expect(fehlende).toEqual([]);
});

test("eine Datei, die der Browser schon hat, kommt nicht noch einmal", async () => {
  const etag = (await hole("/leitstand/leitstand.js")).headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect((await hole("/leitstand/leitstand.js", { "if-none-match": etag })).status).toBe(304);
});
