import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Ressource, ressourcen } from "../../../src/betrieb/dashboard/schema.ts";
import { satz } from "../../../src/betrieb/dashboard/wortlaut.ts";

const wer = { id: 1, zeitpunkt: "", benutzerId: 1, benutzerName: "Erika Muster", felder: [] };
const lies = (ressource: Ressource, aktion: string, name: string | null, ressourceId: string | null = "7") =>
  satz({ ...wer, ressource, aktion, ressourceId, name });

/** What the audit log keeps besides: sign-ins, jobs, what they do elsewhere, and what only looks at drafts. */
const uebriges = [
  "abrechnung_entwurf",
  "auditlog",
  "auftrag",
  "extaccounting_auftrag",
  "extaccounting_dokument",
  "extaccounting_einstellungen",
  "feedback",
  "hebung_entwurf",
  "job",
  "sitzung",
];

/** Each action and record that the sources write into the audit log by name. */
const taten = globSync("src/**/*.ts").flatMap((datei) =>
  [...readFileSync(datei, "utf8").matchAll(/aktion: ([^,]*?),\s+ressource: "(\w+)"/g)].flatMap(
    ([, aktion, ressource]) =>
      [...String(aktion).matchAll(/"(\w+)"/g)].map(([, eine]) => ({
        aktion: String(eine),
        ressource: String(ressource),
      })),
  ),
);

test("was an fachlichen Daten geschieht, hat Worte", () => {
  expect(taten.length).toBeGreaterThan(60);
  const fachliche: ReadonlySet<string> = new Set(ressourcen);
  const unbekannte = taten.filter(({ ressource }) => !fachliche.has(ressource) && !uebriges.includes(ressource));
  expect(unbekannte).toEqual([]);
  const saetze = taten
    .filter(({ ressource }) => fachliche.has(ressource))
    .map(({ aktion, ressource }) => lies(ressource as Ressource, aktion, "A"));
  expect(saetze.filter((text) => text.includes("bearbeitet ("))).toEqual([]);
});

test.each<[string, ...Parameters<typeof lies>]>([
  ["die Zahlungsdatei Nr. 7 verworfen", "zahlungsdatei", "verwerfen", null],
  ["die Zahlungsdatei Nr. 7 abgerufen", "zahlungsdatei", "export", null],
  ["einen Widerspruch gegen den Beleg GS-2026-000672 eingetragen", "archivbeleg", "widersprechen", "GS-2026-000672"],
  [
    "einen Widerspruch gegen den Beleg GS-2026-000672 erledigt",
    "archivbeleg",
    "widerspruch_erledigen",
    "GS-2026-000672",
  ],
  ["Gebuchtes des Pachtkontos PK-000223 storniert", "pachtkonto", "stornieren", "PK-000223"],
  ["die Fälligkeiten des Pachtkontos PK-000008 neu berechnet", "pachtkonto", "faelligkeiten_berechnen", "PK-000008"],
  ["eine Indexfassung der Reihe VPI geändert", "indexfassung", "aendern", "VPI"],
  ["eine Indexfassung gelöscht", "indexfassung", "loeschen", null],
  ["den Import alt.xlsx ausgeführt", "import", "ausfuehren", "alt.xlsx"],
  ["die Befunde des Imports alt.xlsx abgerufen", "import", "export", "alt.xlsx"],
  ["den ganzen Bestand exportiert", "bestand", "export", null, null],
  ["das Logo angelegt", "logo", "anlegen", null, null],
])("hat %s", (was, ...tat) => expect(lies(...tat)).toBe(`Erika Muster hat ${was}.`));
