import { expect, test } from "vitest";
import { liesStartumgebung } from "../../src/lokal/umgebung.ts";

const eigene = { DATABASE_URL: "postgres://u:p@db/pacht" };
const anbieter = { OIDC_ISSUER: "https://idp.example", OIDC_CLIENT_ID: "c", OIDC_CLIENT_SECRET: "s" };

test.each([
  ["nothing set", {}, { lokaleAnmeldung: true, demodaten: true, sandkasten: true }],
  [
    "another accounting system",
    { EXTACCOUNTING_SYSTEM: "tryton", EXTACCOUNTING_URL: "http://t" },
    { sandkasten: false },
  ],
  ["a provider of one's own", anbieter, { lokaleAnmeldung: false, demodaten: true }],
  ["no demo data wanted", { DEMO_DATEN: "0" }, { lokaleAnmeldung: true, demodaten: false }],
  [
    "a database of one's own",
    { ...eigene, ...anbieter },
    { lokaleAnmeldung: false, demodaten: false, sandkasten: false },
  ],
  ["both asked for", { ...eigene, LOKALE_ANMELDUNG: "1", DEMO_DATEN: "1" }, { lokaleAnmeldung: true, demodaten: true }],
])("%s", (_was, umgebung, erwartet) => {
  expect(liesStartumgebung(umgebung)).toMatchObject(erwartet);
});

test("a database of one's own without a provider is incomplete", () => {
  expect(() => liesStartumgebung(eigene)).toThrow("OIDC_ISSUER");
});

test.each([
  ["implicitly", {}, ["eingebettete Datenbank", "lokale Anmeldung", "Demodaten"]],
  ["the sign-in", { ...eigene, LOKALE_ANMELDUNG: "1" }, ["lokale Anmeldung"]],
  ["the sandbox", { ...eigene, ...anbieter, EXTACCOUNTING_SYSTEM: "sandkasten" }, ["Sandkasten"]],
  ["demo data", { ...eigene, ...anbieter, DEMO_DATEN: "1" }, ["Demodaten"]],
])("production refuses what is only local: %s", (_was, umgebung, verboten) => {
  for (const was of verboten) expect(() => liesStartumgebung({ ...umgebung, NODE_ENV: "production" })).toThrow(was);
});
