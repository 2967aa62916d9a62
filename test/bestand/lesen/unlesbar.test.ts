import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { zip } from "../../hilfe/zip.ts";
import { handmappe, kurz, liesAlles, mappe, textzeilen } from "./hilfe.ts";

/** An archive of one deflated entry that says of itself what it likes. */
const bombe = (name: string, inhalt: Buffer, behauptet = inhalt.length): Uint8Array => {
  const gepackt = deflateRawSync(inhalt);
  const roh = Buffer.from(zip({ [name]: "" }));
  const [kopf, rest] = [roh.subarray(0, 30 + name.length), roh.subarray(30 + name.length)];
  const setze = (puffer: Buffer, ab: number): void => {
    puffer.writeUInt16LE(8, ab);
    puffer.writeUInt32LE(gepackt.length, ab + 10);
    puffer.writeUInt32LE(behauptet, ab + 14);
  };
  setze(kopf, 8);
  setze(rest, 10);
  rest.writeUInt32LE(30 + name.length + gepackt.length, rest.length - 6);
  return Buffer.concat([kopf, gepackt, rest]);
};

/** A workbook whose directory says of each sheet that it is so large. */
const verspricht = (jeBlatt: number): Uint8Array => {
  const roh = Buffer.from(handmappe({ blaetter: { Kontakte: "", Positionen: "" } }));
  for (let ab = roh.indexOf("PK\x01\x02"); ab >= 0; ab = roh.indexOf("PK\x01\x02", ab + 4))
    if (roh.subarray(ab + 46).toString("latin1", 0, 13) === "xl/worksheets") {
      // Deflated: of what is stored as it is the directory has the size twice.
      roh.writeUInt16LE(8, ab + 10);
      roh.writeUInt32LE(jeBlatt, ab + 24);
    }
  return roh;
};

describe("Was keine lesbare Mappe ist, wird mit einem Satz abgelehnt", () => {
  const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
  const verschluesselt = Buffer.concat([ole, Buffer.from("EncryptedPackage", "utf16le")]);

  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ["mit Kennwort", "datei_verschluesselt", () => verschluesselt],
    ["altes Format (.xls)", "datei_veraltet", () => ole],
    ["ein Archiv ohne Inhalt", "datei_unlesbar", () => zip({})],
    [
      "mit Makros",
      "datei_mit_makros",
      () => handmappe({ blaetter: { Kontakte: "" }, weitere: { "xl/vbaProject.bin": "x" } }),
    ],
    [
      "mit Makros, die nur der Inhaltstyp verrät",
      "datei_mit_makros",
      () =>
        handmappe({
          blaetter: { Kontakte: "" },
          weitere: {
            "[Content_Types].xml":
              '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
          },
        }),
    ],
    ["binäre Mappe (.xlsb)", "datei_binaer", () => zip({ "xl/workbook.bin": "x" })],
    ["OpenDocument (.ods)", "datei_ods", () => zip({ mimetype: "x", "content.xml": "<x/>" })],
    ["ein anderes Archiv", "datei_unlesbar", () => zip({ "readme.txt": "x" })],
    ["abgeschnitten", "datei_unlesbar", async () => (await mappe("Kontakte", [["ort"]])).slice(0, -40)],
    ["verstümmeltes XML", "datei_unlesbar", () => handmappe({ blaetter: { Kontakte: "<sheetData><row>" } })],
    [
      "mit DOCTYPE",
      "datei_unlesbar",
      () =>
        handmappe({
          blaetter: { Kontakte: "" },
          weitere: { "xl/worksheets/b1.xml": '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' },
        }),
    ],
    [
      "mit mehr Spalten, als ein Blatt haben kann",
      "datei_unlesbar",
      () => handmappe({ blaetter: { Kontakte: '<sheetData><row><c r="ZZZ1"/></row></sheetData>' } }),
    ],
    ...[
      ["mit zweimal derselben Zeile", '<row r="1"/><row r="2"/><row r="2"/>'],
      ["mit Zeilen rückwärts", '<row r="3"/><row r="2"/>'],
      ["mit einer Zeile ohne rechte Nummer", '<row r="1.5"/>'],
      ["mit mehr Zeilen, als ein Blatt haben kann", '<row r="1048577"/>'],
      ["mit zweimal derselben Zelle", '<row><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
      ["mit einer Zelle ohne Spalte", '<row><c r="1"><v>1</v></c></row>'],
      ["mit einem Text, der fehlt", '<row><c r="A1" t="s"><v>7</v></c></row>'],
      ["mit einem Text, dessen Nummer keine ist", '<row><c r="A1" t="s"><v>eins</v></c></row>'],
    ].map(([was = "", zeilen]): [string, string, () => Uint8Array] => [
      was,
      "datei_unlesbar",
      () =>
        handmappe({
          blaetter: { Kontakte: `<sheetData>${zeilen}</sheetData>` },
          texte: "<si><t>importSchluessel</t></si>",
        }),
    ]),
    [
      "ein Nebenteil, der entpackt zu groß ist",
      "datei_zu_gross_entpackt",
      () => bombe("[Content_Types].xml", Buffer.alloc(33 * 1024 ** 2, 32)),
    ],
    [
      "ein Archiv, das seine Größe zu klein angibt",
      "datei_unlesbar",
      () => bombe("[Content_Types].xml", Buffer.alloc(1024 ** 2, 32), 10),
    ],
    [
      "ein Archiv, das mehr als 1 GiB verspricht",
      "datei_zu_gross_entpackt",
      () => bombe("[Content_Types].xml", Buffer.alloc(10), 2 ** 31),
    ],
    [
      "Blätter, die erst zusammen mehr als 1 GiB versprechen",
      "datei_zu_gross_entpackt",
      () => verspricht(630 * 1024 ** 2),
    ],
  ])("%s", async (_, code, bytes) => {
    const { zeilen, befunde } = await liesAlles({ bytes: await bytes() });
    expect([zeilen, kurz(befunde)]).toEqual([[], [`fehler ${code}`]]);
  });
});

test("ein beschädigtes Byte, das nur einen anderen Betrag ergäbe, macht die Datei unlesbar", async () => {
  const bytes = Buffer.from(
    handmappe({ blaetter: { Positionen: textzeilen(["importSchluessel", "betrag"], ["B-1", "1234,56"]) } }),
  );
  expect((await liesAlles({ bytes })).befunde).toEqual([]);
  bytes[bytes.indexOf("1234,56")] = "9".charCodeAt(0);
  expect(kurz((await liesAlles({ bytes })).befunde)).toEqual(["fehler datei_unlesbar"]);
});
