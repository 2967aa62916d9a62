import { expect, test } from "vitest";
import { liesStartumgebung } from "../../src/lokal/umgebung.ts";

const eigene = { DATABASE_URL: "postgres://u:p@db/pacht" };
const anbieter = { OIDC_ISSUER: "https://idp.example", OIDC_CLIENT_ID: "c", OIDC_CLIENT_SECRET: "s" };

test.each([
  [
    "ohne Angaben die eingebettete Datenbank mit allem",
    {},
    { lokaleAnmeldung: true, demodaten: true, sandkasten: true },
  ],
  [
    "was leer ist oder nur aus Leerzeichen besteht, ist nicht gesetzt",
    { DATABASE_URL: " ", OIDC_ISSUER: "", DEMO_DATEN: " ", EXTACCOUNTING_SYSTEM: " ", MIGRATION_DATABASE_URL: " " },
    { datenbankUrl: undefined, migrationsUrl: undefined, lokaleAnmeldung: true, demodaten: true, sandkasten: true },
  ],
  [
    "eine andere Buchhaltung statt des Sandkastens",
    { EXTACCOUNTING_SYSTEM: "lexware", EXTACCOUNTING_URL: "http://t", EXTACCOUNTING_SECRET: "s" },
    { sandkasten: false },
  ],
  ["ein eigener Identitätsanbieter statt der lokalen Anmeldung", anbieter, { lokaleAnmeldung: false, demodaten: true }],
  ["ohne Demodaten, wenn keine verlangt sind", { DEMO_DATEN: "0" }, { lokaleAnmeldung: true, demodaten: false }],
  [
    "eine eigene Datenbank ohne alles Lokale",
    { ...eigene, ...anbieter },
    { lokaleAnmeldung: false, demodaten: false, sandkasten: false },
  ],
  [
    "eine eigene Datenbank mit dem, was verlangt ist",
    { ...eigene, LOKALE_ANMELDUNG: "1", DEMO_DATEN: "1" },
    { lokaleAnmeldung: true, demodaten: true },
  ],
])("%s", (_was, umgebung, erwartet) => {
  expect(liesStartumgebung(umgebung)).toMatchObject(erwartet);
});

test.each(["DEMO_DATEN", "LOKALE_ANMELDUNG"])("%s ist 0 oder 1, nicht irgendetwas", (name) => {
  expect(() => liesStartumgebung({ [name]: "ja" })).toThrow(`${name}: erlaubt sind 0 und 1, nicht ja.`);
});

test("eine eigene Datenbank ohne Identitätsanbieter ist unvollständig", () => {
  expect(() => liesStartumgebung(eigene)).toThrow("OIDC_ISSUER");
});

test.each([
  ["ohne Angaben", {}, ["eingebettete Datenbank", "lokale Anmeldung", "Demodaten"]],
  ["die Anmeldung", { ...eigene, LOKALE_ANMELDUNG: "1" }, ["lokale Anmeldung"]],
  ["der Sandkasten", { ...eigene, ...anbieter, EXTACCOUNTING_SYSTEM: "sandkasten" }, ["Sandkasten"]],
  ["Demodaten", { ...eigene, ...anbieter, DEMO_DATEN: "1" }, ["Demodaten"]],
])("in Produktion gibt es nicht, was nur lokal ist: %s", (_was, umgebung, verboten) => {
  for (const was of verboten) expect(() => liesStartumgebung({ ...umgebung, NODE_ENV: "production" })).toThrow(was);
});
