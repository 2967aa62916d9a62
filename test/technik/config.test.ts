import { expect, test } from "vitest";
import { liesConfig } from "../../src/technik/config.ts";

const noetig = { DATABASE_URL: "postgres://x", OIDC_ISSUER: "http://x", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "x" };

test.each([
  ["DATABASE_URL", '"postgres://x"', "beginnt nicht mit postgres://"],
  ["PORT", "abc", "ganze Zahl von 1 bis 65535 erwartet"],
  ["METRIK_PORT", "abc", "ganze Zahl von 1 bis 65535 erwartet"],
  ["LOG_FORMAT", "xml", "Ungültige Option"],
])("eine falsche Einstellung wird auf Deutsch genannt: %s=%s", (name, wert, satz) => {
  expect(() => liesConfig({ ...noetig, [name]: wert })).toThrow(`${name}: ${satz}`);
});
