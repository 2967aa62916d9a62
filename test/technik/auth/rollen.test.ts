import { describe, expect, test } from "vitest";
import { rollenAus } from "../../../src/technik/auth/rollen.ts";
import { KonfigurationUnvollstaendig, liesConfig } from "../../../src/technik/config.ts";

const noetig = { DATABASE_URL: "postgres://x", OIDC_ISSUER: "http://x", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "x" };
const quelle = (claim: string, zuordnung = "") =>
  liesConfig({ ...noetig, OIDC_ROLLEN_CLAIM: claim, OIDC_ROLLEN_ZUORDNUNG: zuordnung });

describe("Die Rollen im ID-Token", () => {
  test.each<[string, string, Record<string, unknown>, string[]]>([
    ["als Liste", "rollen", { rollen: ["verwalter", "pruefer", "koch"] }, ["verwalter", "pruefer"]],
    ["als ein Text", "rollen", { rollen: "pruefer, mitarbeiter" }, ["mitarbeiter", "pruefer"]],
    ["verschachtelt", "realm_access.roles", { realm_access: { roles: ["verwalter"] } }, ["verwalter"]],
    [
      "unter einem Namen mit Punkten, vor dem Pfad",
      "realm_access.roles",
      { "realm_access.roles": ["pruefer"], realm_access: { roles: ["administrator"] } },
      ["pruefer"],
    ],
    [
      "unter einer Adresse",
      "https://pacht.example.org/rollen",
      { "https://pacht.example.org/rollen": ["verwalter"] },
      ["verwalter"],
    ],
    [
      "in einem Client, dessen Name Punkte hat",
      "resource_access.pacht.example.org.roles",
      { resource_access: { pacht: 1, "pacht.example.org": { roles: ["mitarbeiter"] } } },
      ["mitarbeiter"],
    ],
    ["gar nicht", "realm_access.roles", { realm_access: ["administrator"] }, []],
    ["gar nicht, auch nicht im Prototyp", "constructor.name", {}, []],
    ["als etwas anderes", "rollen", { rollen: { administrator: true } }, []],
  ])("stehen %s", (_, claim, token, erwartet) => {
    expect(rollenAus(token, quelle(claim))).toEqual(erwartet);
  });

  test("kommen aus Gruppen, eine oder mehrere", () => {
    const gruppen = "Pacht-Admins=administrator; /Büro/Pacht = mitarbeiter;Büro Nord=pruefer;Büro Nord=mitarbeiter";
    const aus = (...groups: string[]) => rollenAus({ groups }, quelle("groups", gruppen));
    expect(aus("Pacht-Admins", "Alle")).toEqual(["administrator"]);
    expect(aus("/Büro/Pacht", "Büro Nord")).toEqual(["mitarbeiter", "pruefer"]);
    expect(aus("Alle")).toEqual([]);
    expect(rollenAus({ groups: "Büro Nord" }, quelle("groups", gruppen))).toEqual(["mitarbeiter", "pruefer"]);
  });

  test("eine Gruppe kann eine Kennung oder ein Verzeichniseintrag sein", () => {
    const kennung = "5a1c0de4-6f0b-4a60-9d52-3c64a3c5e2b1";
    const eintrag = "CN=Pacht-Leitung,OU=Gruppen,DC=example,DC=org";
    const q = quelle("groups", `${kennung}=administrator;${eintrag}=verwalter`);
    expect(rollenAus({ groups: [kennung, eintrag] }, q)).toEqual(["administrator", "verwalter"]);
  });

  test("mit einer Zuordnung gibt das Wort administrator allein keine Rolle: es könnte eine Gruppe von jemandem sein", () => {
    expect(rollenAus({ groups: ["administrator"] }, quelle("groups", "Pacht-Admins=administrator"))).toEqual([]);
  });

  test.each([
    ["Pacht-Admins=chef", "OIDC_ROLLEN_ZUORDNUNG: „chef“ ist keine Rolle"],
    ["Pacht-Admins", "OIDC_ROLLEN_ZUORDNUNG: „Pacht-Admins“ ist nicht Gruppe=Rolle"],
    ["=administrator", "OIDC_ROLLEN_ZUORDNUNG: „=administrator“ ist nicht Gruppe=Rolle"],
  ])("eine falsche Zuordnung ist eine Zeile: %s", (zuordnung, zeile) => {
    expect(() => quelle("groups", zuordnung)).toThrow(KonfigurationUnvollstaendig);
    expect(() => quelle("groups", zuordnung)).toThrow(zeile);
  });

  test("ein leerer Name der Angabe ist keiner: es gilt die Vorgabe", () => {
    expect(rollenAus({ rollen: "verwalter" }, quelle(" "))).toEqual(["verwalter"]);
  });
});
