import { expect, test } from "vitest";
import { gutschriftart } from "../../../src/kern/pacht/gutschrift.ts";
import { GRUND_KLEINUNTERNEHMER } from "../../../src/kern/pacht/steuer.ts";

const befreit = { steuersatzBp: 0, steuerbefreiungGrund: "§ 4 Nr. 12 UStG" };
const klein = { steuersatzBp: 0, steuerbefreiungGrund: GRUND_KLEINUNTERNEHMER };
const mitSteuer = { steuersatzBp: 1900, steuerbefreiungGrund: null };

test.each([
  ["regelbesteuert", [befreit], "Gutschrift"],
  ["regelbesteuert", [mitSteuer], "Gutschrift"],
  ["kleinunternehmer", [befreit], "Auszahlungsmitteilung"],
  ["kleinunternehmer", [befreit, klein], "Gutschrift"],
  ["pauschaliert", [befreit], "Auszahlungsmitteilung"],
  ["nicht_steuerbar", [befreit], "Auszahlungsmitteilung"],
  [null, [befreit], "Auszahlungsmitteilung"],
  ["nicht_steuerbar", [mitSteuer], "Gutschrift"],
] as const)("ein Verpächter %s mit den Gruppen %j bekommt eine %s", (status, gruppen, titel) => {
  expect(gutschriftart(status, gruppen)).toEqual({ titel, istRechnung: titel === "Gutschrift" });
});
