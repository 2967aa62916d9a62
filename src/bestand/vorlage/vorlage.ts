import type ExcelJS from "exceljs";
import { alsArbeitsblattspalte } from "../../belege/exporte/mappe.ts";
import { anleitung, beispielmarke, formatVersion, hauptspalten, spaltenVon } from "../format/blaetter.ts";
import { type Blatt, blattnamen } from "../format/blattnamen.ts";
import { alsMappenspalte } from "../format/mappe.ts";
import type { EinfacheArt, Spalte } from "../format/spalte.ts";
import { alsZelle } from "../format/zelle.ts";

/** How far down the drop-down lists reach. */
const letzteZeile = 5000;

/** References that come as a list to choose from; keys of records are too many for one. */
const namenslisten = ["Positionsarten", "Kontaktarten"];

const auswahlFormel = (spalte: Spalte): string | undefined => {
  if (spalte.art === "janein") return '"ja,nein"';
  if (spalte.art === "auswahl") return `"${spalte.werte.join(",")}"`;
  return spalte.art === "verweis" && namenslisten.includes(spalte.auf) ? `${spalte.auf}!$A$2:$A$500` : undefined;
};

/** exceljs knows whole ranges, its types do not. */
type MitPruefungen = { dataValidations: { add(bereich: string, pruefung: ExcelJS.DataValidation): void } };

const schreibeBlatt = (mappe: ExcelJS.Workbook, blatt: Blatt): void => {
  const arbeitsblatt = mappe.addWorksheet(blatt, { views: [{ state: "frozen", ySplit: 1 }] });
  const spalten = hauptspalten(blatt);
  arbeitsblatt.columns = spalten.map(alsMappenspalte).map(alsArbeitsblattspalte);
  const beispiel = arbeitsblatt.addRow(spalten.map((spalte) => alsZelle(spalte, spalte.beispiel)));
  beispiel.font = { italic: true, color: { argb: "FF808080" } };
  for (const [i, spalte] of spalten.entries()) {
    const kopf = arbeitsblatt.getRow(1).getCell(i + 1);
    kopf.numFmt = "@";
    kopf.font = { bold: true };
    const formel = auswahlFormel(spalte);
    if (!formel) continue;
    const { letter } = arbeitsblatt.getColumn(i + 1);
    const bereich = `${letter}2:${letter}${letzteZeile}`;
    (arbeitsblatt as unknown as MitPruefungen).dataValidations.add(bereich, {
      type: "list",
      allowBlank: true,
      formulae: [formel],
      showErrorMessage: true,
      errorTitle: spalte.name,
      error: "Bitte einen Wert aus der Liste wählen.",
    });
  }
};

const inWorten = (spalte: Spalte): string => {
  switch (spalte.art) {
    case "auswahl":
      return spalte.werte.join(", ");
    case "verweis":
      return `Verweis auf ${spalte.auf}`;
    case "verweise":
      return `Verweise auf ${spalte.auf}, mit Semikolon getrennt`;
    default:
      return artworte[spalte.art];
  }
};

const artworte: Record<EinfacheArt, string> = {
  text: "Text",
  iban: "IBAN, mit oder ohne Leerzeichen",
  ganzzahl: "ganze Zahl",
  dezimal: "Zahl mit einer Nachkommastelle",
  euro: "Betrag in Euro, z. B. 1.234,56",
  cent: "ganze Cent",
  prozent: "Prozent, z. B. 19 %",
  basispunkte: "ganze Basispunkte",
  datum: "Tag, 31.12.2026 oder 2026-12-31",
  monatstag: "MM-TT oder TT.MM.",
  monat: "Monat, 2026-09 oder 09.2026",
  stufen: "01.10.2027: 1.500,00 €; 01.10.2028: 2,5 %",
  janein: "ja oder nein",
  frei: "Text, Zahl, ja oder nein",
};

const hinweise = [
  "In der ersten Zeile jedes Blattes stehen die Namen der Spalten; Reihenfolge und weggelassene Spalten sind gleichgültig.",
  `Zeilen, deren erste Zelle mit „${beispielmarke}“ beginnt, werden überlesen. So ist in jedem Blatt eine Beispielzeile.`,
  "Eine fehlende Spalte oder Zeile lässt den Bestand, wie er ist; eine leere Zelle leert das Feld.",
  "Beteiligte und Feldwerte ersetzen die des Pachtkontos, für das Zeilen da sind.",
  "Zeilen verweisen aufeinander mit dem importSchluessel, auf Pachtkonten auch mit der Kontonummer.",
  "Formeln zählen mit ihrem zuletzt gespeicherten Wert.",
];

const schreibeAnleitung = (mappe: ExcelJS.Workbook): void => {
  const blatt = mappe.addWorksheet(anleitung, { views: [{ showGridLines: false }] });
  blatt.columns = [{ width: 18 }, { width: 40 }, { width: 10 }, { width: 60 }, { width: 90 }];
  blatt.addRow(["Formatversion", formatVersion]);
  for (const hinweis of hinweise) blatt.addRow([hinweis]);
  blatt.addRow([]);
  blatt.addRow(["Blatt", "Spalte", "Pflicht", "Was darin steht", "Bedeutung"]).font = { bold: true };
  for (const name of blattnamen)
    for (const spalte of spaltenVon[name])
      blatt.addRow([name, spalte.name, spalte.pflicht ? "ja" : "", inWorten(spalte), spalte.erklaerung]);
};

/** The empty workbook: what it is about, then the sheets with their heads, an example row and drop-down lists. */
export async function baueVorlage(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: exceljs } = await import("exceljs");
  const mappe = new exceljs.Workbook();
  schreibeAnleitung(mappe);
  for (const blatt of blattnamen) schreibeBlatt(mappe, blatt);
  return new Uint8Array(await mappe.xlsx.writeBuffer());
}
