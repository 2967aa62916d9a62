import { expect, test } from "vitest";
import { belegtitel, gutschriftart } from "../../../src/kern/pacht/gutschrift.ts";
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
  [null, [mitSteuer, befreit], "Gutschrift"],
  ["nicht_steuerbar", [], "Auszahlungsmitteilung"],
] as const)("ein Verpächter %s mit den Gruppen %j bekommt eine %s", (status, gruppen, titel) => {
  const istRechnung = titel === "Gutschrift";
  expect(gutschriftart(status, gruppen)).toEqual({
    titel,
    istRechnung,
    erechnung: istRechnung ? { abrechnung: "389", ruecknahme: "261" } : null,
    satz: istRechnung ? expect.stringMatching(/^Gutschrift nach § 14 Abs. 2 Satz 5 UStG/) : null,
  });
  expect(belegtitel("gutschrift", status, gruppen)).toBe(titel);
  expect(belegtitel("stornogutschrift", status, gruppen)).toBe(`Storno der ${titel}`);
});

test("was an Pächter geht und die Gebühr heißen nach ihrer Art, wer auch immer sie bekommt", () => {
  expect(
    (["rechnung", "schlussrechnung", "gebuehrenrechnung", "stornorechnung"] as const).map((belegart) =>
      belegtitel(belegart, "regelbesteuert", [mitSteuer]),
    ),
  ).toEqual(["Rechnung", "Schlussrechnung", "Gebührenrechnung", "Stornorechnung"]);
});
