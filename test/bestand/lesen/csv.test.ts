import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { kurz, liesAlles } from "./hilfe.ts";

const bytesAus = (text: string, kodierung: BufferEncoding = "utf8"): Uint8Array => Buffer.from(text, kodierung);

const zeilen = [
  "importSchluessel;nachname;ort;iban",
  "K-1;Jürgensen;Husum;DE02 1203 0000 0000 2020 51",
  "",
  'K-2;"Groß; Söhne";"Zwei\nZeilen";',
];
const erwartet = [
  { zeile: 2, werte: { importSchluessel: "K-1", nachname: "Jürgensen", ort: "Husum", iban: "DE02120300000000202051" } },
  { zeile: 4, werte: { importSchluessel: "K-2", nachname: "Groß; Söhne", ort: "Zwei\nZeilen", iban: null } },
];

describe("Eine CSV", () => {
  test.each<[string, Uint8Array]>([
    ["mit Semikolon in UTF-8", bytesAus(zeilen.join("\r\n"))],
    ["mit Byte Order Mark", bytesAus(`\uFEFF${zeilen.join("\n")}\n`)],
    ["in Windows-1252", bytesAus(zeilen.join("\r\n").replace("Zwei\n", "Zwei\r\n"), "latin1")],
    ["mit Komma", bytesAus(zeilen.join("\r\n").replace(/;(?! )/g, ","))],
    ["mit einer Zeile über dem Kopf, die das Trennzeichen nennt", bytesAus(`sep=;\r\n${zeilen.join("\r\n")}`)],
    ["mit Tabulator", bytesAus(zeilen.join("\r\n").replace(/;(?! )/g, "\t"))],
  ])("%s", async (_, bytes) => {
    const gelesen = await liesAlles({ bytes, art: "Kontakte" });
    expect(gelesen.befunde).toEqual([]);
    expect(gelesen.zeilen).toEqual(erwartet.map((zeile) => ({ blatt: "Kontakte", ...zeile, befunde: [] })));
  });

  test.each([
    ["\r\n", "\n"],
    ["\n", "\r\n"],
    ["\r", "\r\n"],
  ])("aus zwei Dateien mit verschiedenen Zeilenenden zusammengefügt (%j, %j)", async (ende, anderes) => {
    const kurze = Array.from({ length: 20_000 }, (_, i) => `K-${i + 2};Name ${i + 2}`);
    const text = ["importSchluessel;nachname;bemerkung;ort;plz", ...kurze].join(ende) + anderes + kurze.join(anderes);
    const { zeilen, befunde } = await liesAlles({ bytes: bytesAus(text), art: "Kontakte" });
    expect(befunde).toEqual([]);
    expect(zeilen.map(({ werte }) => `${werte.importSchluessel};${werte.nachname}`)).toEqual([...kurze, ...kurze]);
    expect(zeilen.map(({ zeile }) => zeile)).toEqual(zeilen.map((_, i) => i + 2));
  });

  test("viele unbekannte Spalten haben zusammen einen Hinweis, der die ersten nennt", async () => {
    const fremde = Array.from({ length: 1000 }, (_, i) => `Merkmal ${i + 1}`);
    const text = `importSchluessel;nachname;${fremde.join(";")}\nK-1;Jürgensen;${fremde.map(() => "x").join(";")}\n`;
    const { zeilen, befunde } = await liesAlles({ bytes: bytesAus(text), art: "Kontakte" });
    expect(zeilen.map(({ werte }) => werte)).toEqual([{ importSchluessel: "K-1", nachname: "Jürgensen" }]);
    expect(kurz(befunde)).toEqual(["hinweis spalte_unbekannt Kontakte!1"]);
    expect(befunde[0]?.text).toBe(
      "Die Spalten „Merkmal 1“, „Merkmal 2“, „Merkmal 3“, „Merkmal 4“, „Merkmal 5“ und 995 weitere gibt es nicht; " +
        "sie werden nicht gelesen.",
    );
  });

  test("Beträge und Tage sind Text und werden gelesen wie in einer Mappe; die Beispielzeile zählt nicht", async () => {
    const text = "importSchluessel;betrag;gueltigVon;steuersatz\nBeispiel: B;1;;\nB-1;1.234,56 €;01.10.2026;0,19\n";
    const { zeilen, befunde } = await liesAlles({ bytes: bytesAus(text), art: "Positionen" });
    expect(zeilen.map(({ werte }) => werte)).toEqual([
      { importSchluessel: "B-1", betragCent: 123_456, gueltigVon: "2026-10-01", steuersatzBp: 1900 },
    ]);
    expect(kurz(befunde)).toEqual(["hinweis prozent_als_bruch Positionen!3 steuersatz"]);
  });

  test("das Eurozeichen und Gedankenstriche von Windows-1252", async () => {
    const bytes = Buffer.concat([
      Buffer.from("importSchluessel;betrag\nB\x961;12,50 ", "latin1"),
      Buffer.from([0x80, 10]),
    ]);
    const gelesen = await liesAlles({ bytes, art: "Positionen" });
    expect(gelesen.zeilen[0]?.werte).toEqual({ importSchluessel: "B–1", betragCent: 1250 });
  });
});

test("Namen und Zeichen, die Windows-1252 hat, sind nicht verstümmelt", async () => {
  const worte = ["Škoda", "KOŠAR", "Košar", "L'HAŸ", "genannt \x84Hof\x93", "§ 4 BGB", "Art.§4", "a\x99", "Hof™"];
  const bytes = Buffer.from(
    `nachname\n${worte.join("\n").replaceAll("Š", "\x8a").replaceAll("š", "\x9a").replaceAll("Ÿ", "\x9f").replaceAll("™", "\x99")}\n`,
    "latin1",
  );
  const { zeilen, befunde } = await liesAlles({ bytes, art: "Kontakte" });
  expect([befunde, zeilen.length]).toEqual([[], worte.length]);
});

describe("Was an einer CSV falsch ist, hat seinen Befund", () => {
  test.each<[string, string, Uint8Array]>([
    ["Umlaute schon verloren", "kodierung", bytesAus("nachname\nJ\uFFFDrgensen\n")],
    ["Umlaute zweimal kodiert", "kodierung", bytesAus("nachname\nJÃ¼rgensen\n")],
    ["aus DOS", "kodierung", Buffer.concat([bytesAus("nachname\nJ"), Buffer.from([0x81]), bytesAus("rgensen\n")])],
    ["aus DOS, ohne ein ü", "kodierung", Buffer.from("nachname\nJ\x84ger\n", "latin1")],
    ["aus DOS, mit einem ö", "kodierung", Buffer.from("nachname\nK\x94nig\n", "latin1")],
    ["vom Macintosh, mit einem ä", "kodierung", Buffer.from("nachname\nJ\x8ager\n", "latin1")],
    ["vom Macintosh, mit einem ü", "kodierung", Buffer.from("nachname\nM\x9fller\n", "latin1")],
    ["vom Macintosh, mit einem ß", "kodierung", Buffer.from("nachname\nGro\xa7\n", "latin1")],
    [
      "teils UTF-8, teils Windows-1252",
      "kodierung",
      Buffer.concat([bytesAus("nachname\nJürgensen\nM"), Buffer.from([0xfc]), bytesAus("ller\n")]),
    ],
    ["UTF-16", "kodierung", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("nachname", "utf16le")])],
    ["keine Texte", "datei_unlesbar", bytesAus("a\0b")],
    ["ein Anführungszeichen zu wenig", "csv_unlesbar", bytesAus('nachname;ort\n"Jürgensen;Husum\n')],
    ["leer", "datei_leer", bytesAus("")],
  ])("%s", async (_, code, bytes) => {
    const { befunde } = await liesAlles({ bytes, art: "Kontakte" });
    expect(kurz(befunde)).toEqual([`fehler ${code}`]);
  });

  test.each(["%PDF-1.7", "\uFEFF\n<html><table>", '<?xml version="1.0"?><Workbook>'])(
    "%j ist keine CSV, mit art oder ohne",
    async (anfang) => {
      for (const art of [{ art: "Kontakte" as const }, {}])
        expect(kurz((await liesAlles({ bytes: bytesAus(anfang), ...art })).befunde)).toEqual(["fehler datei_unlesbar"]);
    },
  );

  test("ohne art weiß niemand, was darin steht", async () => {
    expect(kurz((await liesAlles({ bytes: bytesAus("nachname\nJürgensen") })).befunde)).toEqual(["fehler art_fehlt"]);
  });

  test("ein Trennzeichen zu viel verschiebt Werte: die Zeile ist falsch", async () => {
    const bytes = bytesAus("nachname;ort\nGroß; Söhne;Husum\n");
    expect(kurz((await liesAlles({ bytes, art: "Kontakte" })).befunde)).toEqual(["fehler wert_ohne_spalte Kontakte!2"]);
  });

  test("die falsche art: keine Spalte passt", async () => {
    const bytes = bytesAus("gemarkung;flur\nHusum;3\n");
    const { zeilen, befunde } = await liesAlles({ bytes, art: "Kontakte" });
    expect([zeilen, kurz(befunde)]).toEqual([[], ["fehler kopf_fehlt Kontakte!1"]]);
  });

  test("Millionen leerer Zeilen kosten nichts und zählen mit; das falsche Anführungszeichen steht nach ihnen", async () => {
    const leere = "\r\n".repeat(4_000_000);
    const gute = bytesAus(`importSchluessel;nachname\r\n${leere}K-1;Jürgensen\r\n`);
    const { zeilen, befunde } = await liesAlles({ bytes: gute, art: "Kontakte" });
    expect(befunde).toEqual([]);
    expect(zeilen.map(({ zeile }) => zeile)).toEqual([4_000_002]);

    const falsche = bytesAus(`importSchluessel;nachname\r\n${leere}K-1;"Jürgen"sen\r\n`);
    expect((await liesAlles({ bytes: falsche, art: "Kontakte" })).befunde.map(({ text }) => text)).toEqual([
      "In oder nach Zeile 4000002 steht ein Anführungszeichen an falscher Stelle, oder eines fehlt.",
    ]);
  });
});
