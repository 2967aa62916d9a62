import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuehreAus, type Klon, klone, type Lauf, starte } from "./hilfe/klon.ts";

let klon: Klon;
let lauf: Lauf;
const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-readme-"));
beforeAll(async () => {
  klon = klone();
  lauf = await starte(klon);
});
afterAll(async () => {
  await lauf.beende();
  klon.loesche();
  rmSync(ordner, { recursive: true });
});

test("jedes Beispiel der README läuft und bekommt eine gute Antwort", () => {
  const text = readFileSync(path.join(klon.ordner, "README.md"), "utf8");
  const beispiele = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, beispiel = ""]) => beispiel);
  expect(beispiele.length).toBeGreaterThan(2);
  const skript = beispiele
    .join("\n")
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${lauf.port}`)
    .replaceAll("curl -sS", "curl --fail-with-body -sS");
  const ausgabe = fuehreAus("bash", ["-euo", "pipefail", "-c", skript], { cwd: ordner });
  for (const erwartet of ['"angemeldet":true', '"vorschauHash"', '"pagination"', "Rückruf erbeten", "Jürgensen"])
    expect(ausgabe).toContain(erwartet);
});
