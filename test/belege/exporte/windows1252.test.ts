import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ansiText, cp1252 } from "../../../src/belege/exporte/windows1252.ts";

describe("Windows-1252", () => {
  test.each([
    ["Müller & Söhne „Hof“ – 5 €", "Müller & Söhne „Hof“ – 5 €"],
    ["Łukasz Őrsi Şahin Nguyễn", "Lukasz Orsi Sahin Nguyen"],
    ["a\r\nb", "a b"],
    ["Jür\u00adgen\u200bsen", "Jürgensen"],
    ["Γιώργος Παπαδόπουλος & Söhne", "Giorgos Papadopoulos & Söhne"],
    ["Юлия Жукова", "Yuliya Zhukova"],
    ["王", "."],
  ])("%j", (text, erwartet) => expect(ansiText(text)).toBe(erwartet));

  test("jedes Byte liest sich, wie es gemeint war", () => {
    const leser = new TextDecoder("windows-1252");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const ansi = ansiText(text);
        expect(leser.decode(cp1252(ansi))).toBe(ansi);
      }),
      { numRuns: 500 },
    );
    const alle = [...Array(256).keys()].filter((b) => b >= 0x20 && ![0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(b));
    const text = leser.decode(new Uint8Array(alle));
    expect(ansiText(text)).toBe(text.replace("\u00a0", " ").replace("\u00ad", ""));
  });
});
