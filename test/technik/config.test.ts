import { expect, test } from "vitest";
import { liesConfig, liesWorkerConfig } from "../../src/technik/config.ts";

const noetig = { DATABASE_URL: "postgres://x", OIDC_ISSUER: "http://x", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "x" };

test.each([
  ["DATABASE_URL", '"postgres://x"', "beginnt nicht mit postgres://"],
  ["NODE_ENV", "Production", "erlaubt sind production, development und test"],
  ["PORT", "abc", "ganze Zahl von 1 bis 65535 erwartet"],
  ["PORT", "0x10", "ganze Zahl von 1 bis 65535 erwartet"],
  ["GRENZE_ABRUF", "1e3", "ganze Zahl von 1 bis 1000000 erwartet"],
  ["PDF_FAEDEN", "-1", "ganze Zahl von 0 bis 32 erwartet"],
  ["OTEL_TRACES_SAMPLER_ARG", "0x1", "Zahl von 0 bis 1 erwartet"],
  ["BASE_PATH", "/", "wie /api oder /pacht/v2: beginnt mit /, endet ohne"],
  ["BASE_PATH", "/pächter", "wie /api oder /pacht/v2: beginnt mit /, endet ohne"],
  // Whoever calls a URL takes them out of the path: nobody would get there.
  ["BASE_PATH", "/api/..", "wie /api oder /pacht/v2: beginnt mit /, endet ohne"],
  ["BASE_PATH", "/./api", "wie /api oder /pacht/v2: beginnt mit /, endet ohne"],
  ["METRIK_PORT", "abc", "ganze Zahl von 1 bis 65535 erwartet"],
  ["LOG_FORMAT", "xml", "Ungültige Option"],
  ["OIDC_ISSUER", "anmeldung.example", "keine http-Adresse"],
  ["OIDC_ISSUER", "localhost:8080/realms/firma", "keine http-Adresse"],
  ["OIDC_SCOPES", "profile email", "openid fehlt"],
  ["PUBLIC_URL", "localhost:3000", "keine http-Adresse"],
  ["FRONTEND_ORIGINS", "*", "„*“ ist keine Herkunft"],
  ["FRONTEND_ORIGINS", "https://a.example,b.example", "„b.example“ ist keine Herkunft"],
  ["FRONTEND_ORIGINS", "https://a.example/app", "„https://a.example/app“ ist keine Herkunft"],
])("eine falsche Einstellung wird auf Deutsch genannt: %s=%s", (name, wert, satz) => {
  expect(() => liesConfig({ ...noetig, [name]: wert })).toThrow(`${name}: ${satz}`);
});

test("was fehlt, heißt fehlend, und was falsch ist, falsch", () => {
  const { OIDC_ISSUER: _, ...ohne } = noetig;
  const produktion = { ...noetig, NODE_ENV: "production" };
  expect(() => liesConfig(ohne)).toThrow("OIDC_ISSUER: fehlt: Adresse des Identitätsanbieters");
  expect(() => liesConfig(produktion)).toThrow(
    "PUBLIC_URL: fehlt: öffentliche https-Adresse des Dienstes\n  OIDC_ISSUER: keine https-Adresse",
  );
  expect(() => liesConfig({ ...produktion, PUBLIC_URL: "http://a.example" })).toThrow(
    "PUBLIC_URL: keine https-Adresse",
  );
});

test("leer ist nicht gesetzt, auch mit Leerzeichen: die Vorgabe gilt, keine 0", () => {
  for (const leer of ["", " ", "\t\n"]) {
    const namen = ["PORT", "BASE_PATH", "PROXY_HOPS", "PDF_FAEDEN", "OTEL_TRACES_SAMPLER_ARG", "GEOCODER_URL"];
    const config = liesConfig({ ...noetig, ...Object.fromEntries(namen.map((name) => [name, leer])) });
    expect(config).toEqual(liesConfig(noetig));
  }
  expect(() => liesConfig({ ...noetig, OIDC_CLIENT_SECRET: " " })).toThrow("OIDC_CLIENT_SECRET: fehlt");
  expect(liesConfig({ ...noetig, PORT: " 3100 " }).PORT).toBe(3100);
  expect(liesConfig({ ...noetig, OTEL_TRACES_SAMPLER_ARG: "0.25" }).OTEL_TRACES_SAMPLER_ARG).toBe(0.25);
});

test("der Worker nennt die Adresse, die falsch ist: seine eigene, wo er eine hat", () => {
  expect(() => liesWorkerConfig({ ...noetig, WORKER_DATABASE_URL: "mysql://x" })).toThrow(
    /\n {2}WORKER_DATABASE_URL: beginnt nicht mit postgres:\/\/[^\n]*$/,
  );
  expect(() => liesWorkerConfig({ WORKER_DATABASE_URL: "", DATABASE_URL: "mysql://x" })).toThrow("\n  DATABASE_URL: ");
  expect(() => liesWorkerConfig({})).toThrow("\n  DATABASE_URL: fehlt");
  expect(liesWorkerConfig({ WORKER_DATABASE_URL: " ", DATABASE_URL: "postgres://a" }).DATABASE_URL).toBe(
    "postgres://a",
  );
  expect(liesWorkerConfig({ WORKER_DATABASE_URL: "postgres://b" }).DATABASE_URL).toBe("postgres://b");
});

test.each([
  "postgres://x:ge/heim@127.0.0.1/x",
  "postgres://x:ge#heim@127.0.0.1/x",
  "postgres://x:ge?heim@127.0.0.1/x",
  "postgres://x:geheim%@127.0.0.1/x",
  "postgres://x:geheim@127.0.0.1:99999/x",
  "postgres://x:geheim@127.0.0.1/x%zz",
])("eine Adresse der Datenbank, die sich nicht zerlegen lässt, ist ein Satz ohne ihr Passwort: %s", (adresse) => {
  for (const name of ["DATABASE_URL", "DATABASE_READ_URL"])
    expect(() => liesConfig({ ...noetig, [name]: adresse })).toThrow(
      new RegExp(`\\n {2}${name}: keine Adresse wie postgres://name:passwort@rechner:5432/datenbank [^\\n]*$`),
    );
  expect(() => liesWorkerConfig({ WORKER_DATABASE_URL: adresse })).toThrow("\n  WORKER_DATABASE_URL: keine Adresse");
});

test.each([
  "postgres://x:ge%2Fheim,@127.0.0.1:5432/x%20y?sslmode=require",
  "postgres://x:geheim@a.example:5432,b.example:5433/x",
  "postgres:///x",
])("eine, die sich zerlegen lässt, bleibt, wie sie ist: %s", (adresse) => {
  expect(liesConfig({ ...noetig, DATABASE_URL: adresse }).DATABASE_URL).toBe(adresse);
});

test("was kein sslmode ist, hält den Start auf, statt als der strengste zu gelten", () => {
  for (const name of ["DATABASE_URL", "DATABASE_READ_URL"])
    expect(() => liesConfig({ ...noetig, [name]: "postgres://x:geheim@a/x?a=1&sslmode=requre" })).toThrow(
      `\n  ${name}: sslmode ist keines von disable, allow, prefer, require, verify-ca, verify-full`,
    );
  const adresse = "postgres://x:geheim@a/x?sslmode=verify-full";
  expect(liesConfig({ ...noetig, DATABASE_URL: adresse }).DATABASE_URL).toBe(adresse);
});

test("eine Herkunft steht da, wie ein Browser sie nennt", () => {
  const FRONTEND_ORIGINS = "https://A.example:443/, http://127.0.0.1:5173";
  expect(liesConfig({ ...noetig, FRONTEND_ORIGINS }).FRONTEND_ORIGINS).toEqual([
    "https://a.example",
    "http://127.0.0.1:5173",
  ]);
});

test("der Weg steht in BASE_PATH, nicht in der öffentlichen Adresse", () => {
  for (const PUBLIC_URL of ["https://pacht.example/api", "https://pacht.example/?a=1", "https://ich@pacht.example"])
    expect(() => liesConfig({ ...noetig, PUBLIC_URL })).toThrow(
      /^[^\n]*\n {2}PUBLIC_URL: nur Schema, Rechner und Port[^\n]*$/,
    );
  for (const PUBLIC_URL of ["https://pacht.example", "https://pacht.example/", "https://pacht.example:8443"])
    expect(liesConfig({ ...noetig, PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL);
});

test("ein Buchhaltungssystem ohne Zugang hält den Start von Server und Worker auf", () => {
  for (const lies of [liesConfig, liesWorkerConfig]) {
    expect(() => lies({ ...noetig, EXTACCOUNTING_SYSTEM: "lexware", EXTACCOUNTING_URL: "https://a.example" })).toThrow(
      /^[^\n]*\n {2}EXTACCOUNTING_SECRET: fehlt: EXTACCOUNTING_SYSTEM=lexware braucht es$/,
    );
    expect(() => lies({ ...noetig, EXTACCOUNTING_SYSTEM: "tryton" })).toThrow(
      /URL: fehlt.*\n.*SECRET: fehlt.*\n.*DATABASE: fehlt.*\n.*USER: fehlt/,
    );
    expect(lies({ ...noetig, EXTACCOUNTING_SYSTEM: "sandkasten" }).EXTACCOUNTING_SYSTEM).toBe("sandkasten");
  }
});

test("was zum Ausprobieren da ist, gibt es in Produktion nicht: es hält den Start auf, statt still zu fehlen", () => {
  const produktion = {
    ...noetig,
    NODE_ENV: "production",
    OIDC_ISSUER: "https://anmeldung.example",
    PUBLIC_URL: "https://pacht.example",
    DEMO_DATEN: "0",
    LOKALE_ANMELDUNG: "",
  };
  expect(liesConfig(produktion).produktion).toBe(true);
  const nicht = "gibt es mit NODE_ENV=production nicht";
  expect(() => liesConfig({ ...produktion, DEMO_DATEN: "1", LOKALE_ANMELDUNG: "true" })).toThrow(
    `DEMO_DATEN: ${nicht}\n  LOKALE_ANMELDUNG: ${nicht}`,
  );
  const sandkasten = { EXTACCOUNTING_SYSTEM: "sandkasten", EXTACCOUNTING_URL: "http://127.0.0.1:1" };
  for (const lies of [liesConfig, liesWorkerConfig]) {
    expect(() => lies({ ...produktion, ...sandkasten })).toThrow(`EXTACCOUNTING_SYSTEM: den Sandkasten ${nicht}`);
    expect(lies({ ...noetig, ...sandkasten }).EXTACCOUNTING_SYSTEM).toBe("sandkasten");
  }
});
