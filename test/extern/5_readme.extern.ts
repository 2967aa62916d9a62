import { afterAll, beforeAll, expect, test } from "vitest";
import { bildeGeheimnisHash } from "../../src/technik/auth/breakGlass/hash.ts";
import { listSeiten } from "../docs/seiten.ts";
import { fuehreAus, type Klon, kloneMitPaketen, type Lauf, starte } from "./hilfe/klon.ts";

let klon: Klon;
let lauf: Lauf;
/** Of the emergency sign-in. */
const geheimnis = "nur für diese Prüfung";
beforeAll(async () => {
  klon = kloneMitPaketen();
  lauf = await starte(klon, { umgebung: { BREAK_GLASS_HASH: await bildeGeheimnisHash(geheimnis) } });
});
afterAll(async () => {
  await lauf.beende();
  klon.loesche();
});

const skripte = listSeiten()
  .map(
    ({ pfad, bloecke }) =>
      [pfad, bloecke.filter(({ sprache }) => sprache === "sh").map(({ inhalt }) => inhalt)] as const,
  )
  .filter(([, beispiele]) => beispiele.length > 0);

/** What the answers of a page's examples must tell. */
const erwartet: Record<string, string[]> = {
  "README.md": ['"angemeldet":true', '"vorschauHash"', '"pagination"', "Rückruf erbeten", "Jürgensen"],
  "docs/betrieb.md": ["Das Audit-Log ist unversehrt", "Das Archiv ist unversehrt", '"angemeldet":true'],
  "docs/duplikate.md": ['"score"'],
  "docs/uebergabe.md": ["verloren_nachher"],
};

test.each(skripte)("jedes Beispiel läuft und bekommt eine gute Antwort: %s", (pfad, beispiele) => {
  // The other pages go on where the README has signed in.
  const anmeldung = pfad === "README.md" ? [] : [skripte[0]?.[1][0] ?? ""];
  const skript = [...anmeldung, ...beispiele]
    .join("\n")
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${lauf.port}`)
    .replaceAll("curl -sS", "curl --fail-with-body -sS");
  const SANDKASTEN = /Nachbildung \((\S+)\)/.exec(lauf.ausgabe())?.[1];
  const env = { ...process.env, SANDKASTEN, GEHEIMNIS: geheimnis };
  const ausgabe = fuehreAus("bash", ["-euo", "pipefail", "-c", skript], { cwd: klon.ordner, env });
  expect(erwartet[pfad]).toBeDefined();
  for (const wort of erwartet[pfad] ?? []) expect(ausgabe).toContain(wort);
});
