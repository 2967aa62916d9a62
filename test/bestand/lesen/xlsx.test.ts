import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { spaltenVon } from "../../../src/bestand/format/blaetter.ts";
import { blattnamen } from "../../../src/bestand/format/blattnamen.ts";
import { baueVorlage } from "../../../src/bestand/vorlage/vorlage.ts";
import { handmappe, kurz, liesAlles, mappe, textzeilen } from "./hilfe.ts";

const konten = [
  ["kontonummer", "pachtbeginn", "bemerkung"],
  ["P-1", "01.10.2020", "eins"],
  ["P-2", "01.10.2021", "zwei"],
];

describe("Eine Mappe", () => {
  test("die Zeilen sagen, wo sie stehen; leere werden übergangen, leere Zellen sind null", async () => {
    const bytes = await mappe("Pachtkonten", [...konten, [], ["P-3", null, "  "]]);
    const { zeilen, befunde } = await liesAlles({ bytes });
    expect(befunde).toEqual([]);
    expect(zeilen).toEqual([
      {
        blatt: "Pachtkonten",
        zeile: 2,
        werte: { kontonummer: "P-1", pachtbeginn: "2020-10-01", bemerkung: "eins" },
        befunde: [],
      },
      {
        blatt: "Pachtkonten",
        zeile: 3,
        werte: { kontonummer: "P-2", pachtbeginn: "2021-10-01", bemerkung: "zwei" },
        befunde: [],
      },
      {
        blatt: "Pachtkonten",
        zeile: 5,
        werte: { kontonummer: "P-3", pachtbeginn: null, bemerkung: null },
        befunde: [],
      },
    ]);
  });

  test("die leere Vorlage hat keine Zeilen, und das ist alles, was zu ihr zu sagen ist: ihre Beispielzeilen zählen nicht", async () => {
    const { zeilen, befunde } = await liesAlles({ bytes: await baueVorlage() });
    expect([zeilen, kurz(befunde)]).toEqual([[], ["hinweis keine_zeilen"]]);
  });

  test("die Beispielzeilen der Vorlage sind, ohne ihr Kennzeichen, richtig ausgefüllt", async () => {
    const buch = new ExcelJS.Workbook();
    await buch.xlsx.load((await baueVorlage()).buffer);
    for (const blatt of blattnamen) {
      const zelle = buch.getWorksheet(blatt)?.getCell(2, 1);
      if (zelle) zelle.value = String(zelle.value).replace("Beispiel: ", "");
    }
    const { zeilen, befunde } = await liesAlles({ bytes: new Uint8Array(await buch.xlsx.writeBuffer()) });
    expect(kurz(befunde)).toEqual([]);
    expect(zeilen.map(({ blatt }) => blatt)).toEqual([...blattnamen]);
    for (const { blatt, werte } of zeilen)
      for (const { feld, beispiel } of spaltenVon[blatt].slice(1))
        if (beispiel !== null) expect([blatt, feld, werte[feld]]).toEqual([blatt, feld, beispiel]);
  });

  test("Blätter kommen in der Reihenfolge des Formats, gleich wie sie in der Mappe liegen", async () => {
    const bytes = handmappe({
      blaetter: {
        Pachtkonten: textzeilen(["kontonummer"], ["P-1"]),
        kontakte: textzeilen(["importSchluessel"], ["K-1"]),
      },
    });
    expect((await liesAlles({ bytes })).zeilen.map(({ blatt }) => blatt)).toEqual(["Kontakte", "Pachtkonten"]);
  });

  test("Datumszellen, Prozentzellen und Formeln mit gespeichertem Wert", async () => {
    const bytes = await mappe(
      "Positionen",
      [
        ["importSchluessel", "gueltigVon", "steuersatz", "betrag"],
        ["B-1", new Date("2026-10-01T00:00:00Z"), 0.19],
      ],
      (blatt) => {
        blatt.getCell("B2").numFmt = "dd.mm.yyyy";
        blatt.getCell("C2").numFmt = "0 %";
        blatt.getCell("D2").value = { formula: "1000*1.2", result: 1200 };
      },
    );
    const { zeilen, befunde } = await liesAlles({ bytes });
    expect(kurz(befunde)).toEqual([]);
    expect(zeilen[0]?.werte).toEqual({
      importSchluessel: "B-1",
      gueltigVon: "2026-10-01",
      steuersatzBp: 1900,
      betragCent: 120_000,
    });
  });

  test.each(["00000", "[$-407]00000", '"D-"00000', "00000;@"])(
    "eine Postleitzahl ist, was die Zelle im Format %s zeigt, auch mit Null davor",
    async (format) => {
      const bytes = await mappe(
        "Kontakte",
        [
          ["importSchluessel", "plz", "hausnummer"],
          ["K-1", 1067, 12],
        ],
        (blatt) => {
          blatt.getCell("B2").numFmt = format;
          blatt.getCell("C2").numFmt = "0000";
        },
      );
      const { zeilen, befunde } = await liesAlles({ bytes });
      expect(zeilen[0]?.werte).toMatchObject({ plz: "01067", hausnummer: "12" });
      expect(befunde.map(({ text }) => text)).toEqual([
        "Die Zelle zeigt 0012, gelesen ist 12. Gehören die Nullen dazu: die Zelle als Text formatieren und neu eintragen.",
      ]);
    },
  );

  test("eine Mappe, die ihre Tage ab 1904 zählt", async () => {
    const bytes = await mappe("Pachtkonten", [["kontonummer", "pachtbeginn"], ["P-1"]], (blatt, buch) => {
      buch.properties.date1904 = true;
      blatt.getCell("B2").value = new Date("2026-10-01T00:00:00Z");
      blatt.getCell("B2").numFmt = "dd.mm.yyyy";
    });
    expect((await liesAlles({ bytes })).zeilen[0]?.werte.pachtbeginn).toBe("2026-10-01");
  });

  test("auch die bloße Zahl eines Tages zählt, wie die Mappe zählt, in der sie steht", async () => {
    // 01.10.2026, counted from 30.12.1899 and from 01.01.1904.
    for (const [date1904, zahl] of [
      [false, 46_296],
      [true, 44_834],
    ] as const) {
      const bytes = await mappe("Pachtkonten", [["kontonummer", "pachtbeginn"], ["P-1"]], (blatt, buch) => {
        buch.properties.date1904 = date1904;
        blatt.getCell("B2").value = zahl;
      });
      const { zeilen, befunde } = await liesAlles({ bytes });
      expect(zeilen[0]?.werte.pachtbeginn).toBe("2026-10-01");
      expect(befunde.map(({ text }) => text)).toEqual(["Die Zahl ist als 01.10.2026 gelesen."]);
    }
  });

  test("gemeinsame Texte in beliebiger Reihenfolge, formatierte Teile, Leseangaben und Steuerzeichen", async () => {
    const bytes = handmappe({
      texte:
        "<si><t>bemerkung</t></si><si><r><t>Hof </t></r><r><rPr><b/></rPr><t xml:space='preserve'>Süd </t></r><rPh><t>nein</t></rPh></si>" +
        "<si><t>kontonummer</t></si><si><t>a_x000D_\nb _x005F_x0041_ &amp; ß</t></si>",
      blaetter: {
        Pachtkonten:
          '<x:sheetData xmlns:x="y"><x:row r="1"><x:c r="A1" t="s"><x:v>2</x:v></x:c><x:c r="C1" t="s"><x:v>0</x:v></x:c></x:row>' +
          '<x:row r="2"><x:c r="A2" t="s"><x:v>1</x:v></x:c><x:c r="C2" t="s"><x:v>3</x:v></x:c></x:row></x:sheetData>',
      },
    });
    const { zeilen, befunde } = await liesAlles({ bytes });
    expect(befunde).toEqual([]);
    expect(zeilen[0]?.werte).toEqual({ kontonummer: "Hof Süd", bemerkung: "a\r\nb _x0041_ & ß" });
  });

  test("ein Verweis auf keinen Text ist eine leere Zelle, wie ihn die Tabellenprogramme zeigen", async () => {
    const bytes = handmappe({
      texte: "<si><t>kontonummer</t></si><si><t>bemerkung</t></si><si><t>P-1</t></si>",
      blaetter: {
        Pachtkonten:
          '<sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>' +
          '<row><c t="s"><v>2</v></c><c t="s"><v/></c></row><row><c t="s"><v></v></c><c t="s"><v> </v></c></row></sheetData>',
      },
    });
    const { zeilen, befunde } = await liesAlles({ bytes });
    expect(befunde).toEqual([]);
    expect(zeilen.map(({ werte }) => werte)).toEqual([{ kontonummer: "P-1", bemerkung: null }]);
  });

  test("ein Zeichen, das kein Text enthalten kann, bleibt als seine Nummer stehen; ein Befund schneidet keines entzwei", async () => {
    const bytes = handmappe({
      blaetter: {
        Pachtkonten: textzeilen(
          ["kontonummer", "bezeichnung", "pachtbeginn"],
          ["P-1", "A_x0000_B _xD83D_ _xD83D__xDE00_", `${"x".repeat(199)}😀`],
        ),
      },
    });
    const { zeilen, befunde } = await liesAlles({ bytes });
    expect(zeilen[0]?.werte.bezeichnung).toBe("A_x0000_B _xD83D_ 😀");
    expect(befunde[0]?.wert?.isWellFormed()).toBe(true);
  });

  test("eine Mappe ohne Zeilen, oder nur mit Beispielen", async () => {
    const bytes = handmappe({
      blaetter: { Kontakte: textzeilen(["importSchluessel"], ["Beispiel: K-1"]), Pachtkonten: "<sheetData/>" },
    });
    expect(kurz((await liesAlles({ bytes })).befunde)).toEqual(["hinweis keine_zeilen"]);
  });

  test("Tage als ISO-Zellen, Wahrheitswerte, Text einer Formel", async () => {
    const bytes = handmappe({
      blaetter: {
        Pachtkonten: `<sheetData>${textzeilen(["kontonummer", "pachtbeginn", "istVorauszahlend"]).replace(/<\/?sheetData>/g, "")}<row><c t="str"><f>"P"&amp;1</f><v>P1</v></c><c t="d"><v>2026-10-01T00:00:00</v></c><c t="b"><v>1</v></c></row></sheetData>`,
      },
    });
    expect((await liesAlles({ bytes })).zeilen[0]?.werte).toEqual({
      kontonummer: "P1",
      pachtbeginn: "2026-10-01",
      istVorauszahlend: true,
    });
  });
});

describe("Was in einer Mappe falsch ist, hat seinen Befund", () => {
  test.each([
    [10, "Notizen ", "hinweis", 10],
    [11, "Notizen ", "hinweis", 1],
    [11, "Kontakt", "fehler", 1],
  ])("%i Blätter wie „%s1“", async (anzahl, name, schwere, anzahlBefunde) => {
    const buch = new ExcelJS.Workbook();
    for (let nr = 1; nr <= anzahl; nr++) buch.addWorksheet(`${name}${nr}`).addRow(["egal"]);
    buch.addWorksheet("Kontakte").addRows([["importSchluessel"], ["K-1"]]);
    const { befunde } = await liesAlles({ bytes: new Uint8Array(await buch.xlsx.writeBuffer()) });
    const davon = befunde.filter(({ code }) => code === "blatt_unbekannt");
    expect(davon.map((befund) => befund.schwere)).toEqual(Array(anzahlBefunde).fill(schwere));
    expect(davon[0]?.text).toContain(`„${name}1“`);
    expect(davon[0]?.text.includes("und ein weiteres")).toBe(anzahlBefunde === 1);
  });

  test("falsche Blatt- und Spaltennamen: der nächste richtige wird genannt", async () => {
    const buch = new ExcelJS.Workbook();
    buch.addWorksheet("Pachtobjekte").addRow(["bezeichnung"]);
    buch.addWorksheet("Notizen").addRow(["egal"]);
    buch.addWorksheet("Kontakte (2)").addRow(["ort"]);
    buch.addWorksheet("kontakte").addRows([
      ["Import-Schlüssel", "Straße", "nachnahme", "Lieblingsfarbe", "ort", "Ort"],
      ["K-1", "Deichweg", "Jürgensen", "blau", "Husum", "Uelzen"],
    ]);
    const { zeilen, befunde } = await liesAlles({ bytes: new Uint8Array(await buch.xlsx.writeBuffer()) });
    expect(kurz(befunde)).toEqual([
      "fehler blatt_unbekannt Pachtobjekte",
      "fehler blatt_unbekannt Kontakte (2)",
      "hinweis blatt_unbekannt Notizen",
      "fehler spalte_unbekannt Kontakte!1 nachnahme",
      "fehler spalte_doppelt Kontakte!1 Ort",
      "hinweis spalte_unbekannt Kontakte!1 Lieblingsfarbe",
    ]);
    expect(befunde[0]?.text).toBe("Ein Blatt „Pachtobjekte“ gibt es nicht; gemeint ist wohl „Patchobjekte“.");
    expect(befunde[1]?.text).toBe("Ein Blatt „Kontakte (2)“ gibt es nicht; gemeint ist wohl „Kontakte“.");
    expect(befunde[3]?.text).toBe("Eine Spalte „nachnahme“ gibt es nicht; gemeint ist wohl „nachname“.");
    expect(zeilen[0]?.werte).toEqual({ importSchluessel: "K-1", strasse: "Deichweg", ort: "Husum" });
  });

  test("mehr als zehn Spalten, die fast so heißen wie richtige, sind ein Fehler, der die ersten zehn nennt", async () => {
    const spalten = Array.from({ length: 99 }, (_, nr) => `nachname${nr + 1}`);
    const lies = async (anzahl: number) => {
      const bytes = await mappe("Kontakte", [["ort", ...spalten.slice(0, anzahl)], ["Husum"]]);
      return (await liesAlles({ bytes })).befunde;
    };
    expect(kurz(await lies(10))).toEqual(
      spalten.slice(0, 10).map((name) => `fehler spalte_unbekannt Kontakte!1 ${name}`),
    );
    const befunde = await lies(99);
    expect(kurz(befunde)).toEqual(["fehler spalte_unbekannt Kontakte!1"]);
    expect(befunde[0]?.text).toMatch(
      /^Die Spalten „nachname1“ \(gemeint ist wohl „nachname“\), .*„nachname10“ \(.*\) und 89 weitere mit/,
    );
  });

  test("mehr als zehn doppelte Spalten sind ein Fehler mit ihrer Zahl", async () => {
    const lies = async (anzahl: number) => {
      const bytes = await mappe("Kontakte", [["ort", ...Array<string>(anzahl).fill("Ort")], ["Husum"]]);
      return (await liesAlles({ bytes })).befunde;
    };
    expect(kurz(await lies(10))).toEqual(Array<string>(10).fill("fehler spalte_doppelt Kontakte!1 Ort"));
    const befunde = await lies(11);
    expect(kurz(befunde)).toEqual(["fehler spalte_doppelt Kontakte!1"]);
    expect(befunde[0]?.text).toMatch(/ „Ort“ \(wie „ort“\) und eine weitere sagen dasselbe wie andere; bitte jede nur/);
  });

  test("Euro und Cent derselben Spalte schließen einander aus", async () => {
    const { befunde } = await liesAlles({ bytes: await mappe("Positionen", [["betrag", "betragCent"]]) });
    expect(kurz(befunde)).toEqual(["fehler spalte_doppelt Positionen!1 betragCent"]);
  });

  test("die Namen stehen nicht in der ersten Zeile", async () => {
    const titel = await mappe("Pachtkonten", [["Unsere Konten 2026"], ...konten]);
    expect(kurz((await liesAlles({ bytes: titel })).befunde)).toEqual(["fehler kopf_fehlt Pachtkonten!1"]);
    const darunter = await mappe("Pachtkonten", [[], ...konten]);
    const { zeilen, befunde } = await liesAlles({ bytes: darunter });
    expect([zeilen, kurz(befunde)]).toEqual([[], ["fehler kopf_fehlt Pachtkonten!1"]]);
  });

  test("verbundene Zellen", async () => {
    const bytes = await mappe("Pachtkonten", konten, (blatt) => blatt.mergeCells("C2:C3"));
    const { befunde } = await liesAlles({ bytes });
    expect(kurz(befunde)).toEqual(["fehler zellen_verbunden Pachtkonten!2 bemerkung"]);
    expect(befunde[0]?.wert).toBe("C2:C3");
  });

  test("eine Formel ohne Wert, ein Formelfehler, eine ausgeblendete Zeile, ein Wert ohne Spalte", async () => {
    const bytes = await mappe("Pachtkonten", konten, (blatt) => {
      blatt.getCell("C2").value = { formula: "1+1" } as ExcelJS.CellFormulaValue;
      blatt.getCell("C3").value = { error: "#N/A" };
      blatt.getRow(3).hidden = true;
      blatt.getCell("E3").value = "daneben";
    });
    const { zeilen, befunde } = await liesAlles({ bytes });
    expect(kurz(befunde)).toEqual([
      "fehler formel_ohne_wert Pachtkonten!2 bemerkung",
      "hinweis zeile_ausgeblendet Pachtkonten!3",
      "fehler formelfehler Pachtkonten!3 bemerkung",
      "fehler wert_ohne_spalte Pachtkonten!3",
    ]);
    expect(zeilen.map(({ werte }) => Object.keys(werte))).toEqual([
      ["kontonummer", "pachtbeginn"],
      ["kontonummer", "pachtbeginn"],
    ]);
  });

  test("ein Tag als ISO-Zelle, den es nicht gibt oder der vor 1900 liegt, ist keiner", async () => {
    const zelle = (tag: string): string => `<row><c t="d"><v>${tag}</v></c></row>`;
    const zeilen = [zelle("2026-02-30"), zelle("1899-12-31"), zelle("2024-02-29")].join("");
    const bytes = handmappe({
      blaetter: { Pachtkonten: textzeilen(["pachtbeginn"]).replace("</sheetData>", `${zeilen}</sheetData>`) },
    });
    const gelesen = await liesAlles({ bytes });
    expect(gelesen.zeilen.map(({ werte }) => werte)).toEqual([{}, {}, { pachtbeginn: "2024-02-29" }]);
    expect(kurz(gelesen.befunde)).toEqual([
      "fehler kein_datum Pachtkonten!2 pachtbeginn",
      "fehler kein_datum Pachtkonten!3 pachtbeginn",
    ]);
  });

  test.each(["   ", "\u200b\u00ad"])("ein Name aus Leerzeichen oder Unsichtbarem (%j) ist keiner", async (name) => {
    const bytes = await mappe("Kontakte", [
      ["importSchluessel", name, "nachname"],
      ["K-1", "verloren", "Jürgensen"],
    ]);
    expect(kurz((await liesAlles({ bytes })).befunde)).toEqual(["fehler wert_ohne_spalte Kontakte!2"]);
  });

  test("Unsichtbares und andere Bindestriche machen aus einem Namen keinen anderen", async () => {
    const bytes = await mappe("Kon\u00adtakte", [
      ["import\u2011Schlüssel", "nach\u200bname", "typ"],
      ["K-1", "Jürgensen", "paechter"],
    ]);
    const { zeilen, befunde } = await liesAlles({ bytes });
    expect([kurz(befunde), zeilen[0]?.werte]).toEqual([
      [],
      { importSchluessel: "K-1", nachname: "Jürgensen", typ: "paechter" },
    ]);
  });

  test("ein ausgeblendetes Blatt, eine fremde Formatversion, gar kein Blatt des Formats", async () => {
    const buch = new ExcelJS.Workbook();
    buch.addWorksheet("Anleitung").addRow(["Formatversion", 2]);
    buch.addWorksheet("Pachtkonten", { state: "hidden" }).addRows(konten);
    const { befunde } = await liesAlles({ bytes: new Uint8Array(await buch.xlsx.writeBuffer()) });
    expect(kurz(befunde)).toEqual(["hinweis blatt_ausgeblendet Pachtkonten", "fehler formatversion Anleitung"]);
    expect(kurz((await liesAlles({ bytes: await mappe("Tabelle1", konten) })).befunde)).toEqual([
      "hinweis blatt_unbekannt Tabelle1",
      "fehler blatt_fehlt",
    ]);
  });
});
