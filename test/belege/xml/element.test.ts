import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { el, rueckeEin, wert, wurzel } from "../../../src/belege/xml/element.ts";

describe("Elemente", () => {
  test("was nichts enthält, fehlt", () => {
    expect(el("Konto", wert("IBAN", null), el("Bank", wert("BIC", "")), null)).toBe("");
    expect(el("Konto", wert("IBAN", "DE02"), null)).toBe("<Konto><IBAN>DE02</IBAN></Konto>");
  });

  test("jeder Text liest sich wieder, wie er war, kompakt und eingerückt", () => {
    const leser = new XMLParser({ parseTagValue: false, trimValues: false, ignoreAttributes: false });
    const text = fc.string({ unit: "grapheme-ascii", minLength: 1 }).filter((t) => t.trim() === t);
    fc.assert(
      fc.property(text, text, (name, feld) => {
        const xml = wurzel("Brief", { feld }, wert("Name", name));
        expect(leser.parse(xml).Brief).toMatchObject({ Name: name, "@_feld": feld });
        expect(leser.parse(rueckeEin(xml)).Brief).toMatchObject({ Name: name, "@_feld": feld });
      }),
    );
  });

  test("eingerückt steht jedes Element auf einer eigenen Zeile", () => {
    const xml = el(
      "Brief",
      el("Konto", wert("IBAN", "DE02", { art: "neu" }), wert("BIC", "BYLA")),
      wert("Name", "O'Neill"),
    );
    expect(rueckeEin(xml)).toBe(
      [
        "<Brief>",
        "  <Konto>",
        '    <IBAN art="neu">DE02</IBAN>',
        "    <BIC>BYLA</BIC>",
        "  </Konto>",
        "  <Name>O&apos;Neill</Name>",
        "</Brief>",
        "",
      ].join("\n"),
    );
  });
});
