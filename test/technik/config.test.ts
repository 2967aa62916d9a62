import { expect, test } from "vitest";
import { liesConfig } from "../../src/technik/config.ts";

const noetig = { DATABASE_URL: "postgres://x", OIDC_ISSUER: "http://x", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "x" };

test.each([
  ["DATABASE_URL", '"postgres://x"', "beginnt nicht mit postgres://"],
  ["PORT", "abc", "ganze Zahl von 1 bis 65535 erwartet"],
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

test("eine Herkunft steht da, wie ein Browser sie nennt", () => {
  const FRONTEND_ORIGINS = "https://A.example:443/, http://127.0.0.1:5173";
  expect(liesConfig({ ...noetig, FRONTEND_ORIGINS }).FRONTEND_ORIGINS).toEqual([
    "https://a.example",
    "http://127.0.0.1:5173",
  ]);
});
