import { expect, test } from "vitest";
import type { Rolle } from "../../../src/kern/rechte.ts";
import { verlange } from "../../../src/technik/http/recht.ts";

const als = (...rollen: Rolle[]) => ({ akteur: { id: 1, name: "Wer", email: null, rollen } });

test("wer etwas nicht darf, erfährt, wer es darf; wer keine Rolle hat, an wen er sich wendet", () => {
  expect(() => verlange(als("mitarbeiter"), "abrechnung.buchen")).toThrow(
    "Ihre Rolle erlaubt diese Aktion nicht. Erlaubt ist sie: Administrator, Verwalter.",
  );
  expect(() => verlange(als("mitarbeiter"), "auditlog.lesen")).toThrow("Administrator, Verwalter, Prüfer.");
  expect(() => verlange(als(), "daten.lesen")).toThrow("Bitte an den Administrator wenden.");
  expect(() => verlange(als("mitarbeiter", "verwalter"), "abrechnung.buchen")).not.toThrow();
});
