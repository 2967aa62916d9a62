import { Buffer } from "node:buffer";
import ExcelJS from "exceljs";
import type { Summen } from "../../abrechnung/eingabe/summen.ts";

/** What each stage of the walk says about the same run: whole cents and a number of documents. */
export type { Summen };

export const bezeichnungen: Record<keyof Summen, string> = {
  anzahlDokumente: "Dokumente",
  paechterNettoCent: "Rechnungen netto",
  paechterSteuerCent: "Rechnungen Steuer",
  paechterBruttoCent: "Rechnungen brutto",
  verpaechterBruttoCent: "Gutschriften brutto",
  gebuehrBruttoCent: "Gebühren brutto",
  auszahlungCent: "Auszahlung",
};

/** One document, from wherever it was read; amounts in cents. */
export type Beleg = { belegart: string; netto: number; steuer: number; brutto: number; auszahlung: number };

export function summiere(belege: readonly Beleg[]): Summen {
  const von = (arten: readonly string[], feld: keyof Omit<Beleg, "belegart">) =>
    belege.filter(({ belegart }) => arten.includes(belegart)).reduce((summe, beleg) => summe + beleg[feld], 0);
  const rechnungen = ["Rechnung", "Schlussrechnung"];
  return {
    anzahlDokumente: belege.length,
    paechterNettoCent: von(rechnungen, "netto"),
    paechterSteuerCent: von(rechnungen, "steuer"),
    paechterBruttoCent: von(rechnungen, "brutto"),
    verpaechterBruttoCent: von(["Gutschrift"], "brutto"),
    gebuehrBruttoCent: von(["Gebührenrechnung"], "brutto"),
    auszahlungCent: von(["Gutschrift"], "auszahlung"),
  };
}

const artWorte: Record<string, string> = {
  rechnung: "Rechnung",
  schlussrechnung: "Schlussrechnung",
  gutschrift: "Gutschrift",
  gebuehrenrechnung: "Gebührenrechnung",
};

export type ArchivEintrag = {
  id: number;
  buchungslaufId: string;
  belegart: string;
  belegnummer: string;
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  auszahlungCent: number | null;
  pdfStatus: "offen" | "erstellt" | "fehlgeschlagen";
};

export function ausArchiv(eintraege: readonly ArchivEintrag[]): Beleg[] {
  return eintraege.map((eintrag) => ({
    belegart: artWorte[eintrag.belegart] ?? eintrag.belegart,
    netto: eintrag.nettoCent,
    steuer: eintrag.steuerCent,
    brutto: eintrag.bruttoCent,
    auszahlung: eintrag.auszahlungCent ?? 0,
  }));
}

/** Rows of cells; a quoted cell may hold separators, line ends and doubled quotes. */
const zerlegeCsv = (text: string): string[][] => {
  const zeilen: string[][] = [];
  let zeile: string[] = [];
  for (const [, inZeichen, ohne, trenner] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n|$)/g)) {
    zeile.push(inZeichen?.replaceAll('""', '"') ?? ohne ?? "");
    if (trenner === ";") continue;
    if (zeile.length > 1) zeilen.push(zeile);
    zeile = [];
  }
  return zeilen;
};

/** "-1234,50" in cents; an empty cell is 0. */
const centAusText = (text: string): number => Number(text.replace(",", "") || 0);

const belegAus = <W>(
  kopf: readonly W[],
  zellen: readonly W[],
  text: (wert: W | undefined) => string,
  cent: (wert: W | undefined) => number,
): Beleg => {
  const wert = (titel: string) => {
    const spalte = kopf.findIndex((zelle) => text(zelle) === titel);
    return spalte < 0 ? undefined : zellen[spalte];
  };
  return {
    belegart: text(wert("Belegart")),
    netto: cent(wert("Netto")),
    steuer: cent(wert("Steuer")),
    brutto: cent(wert("Brutto")),
    auszahlung: cent(wert("Auszahlung")),
  };
};

export function ausCsv(inhalt: Uint8Array): Beleg[] {
  const [kopf = [], ...zeilen] = zerlegeCsv(new TextDecoder("utf-8").decode(inhalt));
  return zeilen.map((zeile) =>
    belegAus(
      kopf,
      zeile,
      (wert) => wert ?? "",
      (wert) => centAusText(wert ?? ""),
    ),
  );
}

const belegnummer = /^[A-Z]{2}-\d{4}-\d+$/;

/** Only the rows of documents: below them stand the sheet's own sums. */
export async function ausXlsx(inhalt: Uint8Array): Promise<Beleg[]> {
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(Buffer.from(inhalt) as unknown as ExcelJS.Buffer);
  const zeilen: ExcelJS.CellValue[][] = [];
  mappe.worksheets[0]?.eachRow((zeile) => {
    if (Array.isArray(zeile.values)) zeilen.push(zeile.values.slice(1));
  });
  const [kopf = [], ...rest] = zeilen;
  return rest
    .filter(([nummer]) => belegnummer.test(String(nummer)))
    .map((zeile) =>
      belegAus(
        kopf,
        zeile,
        (wert) => String(wert ?? ""),
        (wert) => Math.round(Number(wert ?? 0) * 100),
      ),
    );
}
