import ExcelJS from "exceljs";
import type { Befund, Quelle, Zeile } from "../../../src/bestand/format/blaetter.ts";
import { lies } from "../../../src/bestand/lesen/lies.ts";
import { zip } from "../../hilfe/zip.ts";

/** All that a file yields: its rows, and the findings of the file and of each row in one list. */
export async function liesAlles(quelle: Quelle): Promise<{ zeilen: Zeile[]; befunde: Befund[] }> {
  const zeilen: Zeile[] = [];
  const befunde: Befund[] = [];
  for await (const lieferung of lies(quelle)) {
    zeilen.push(...lieferung.zeilen);
    befunde.push(...lieferung.befunde, ...lieferung.zeilen.flatMap((zeile) => zeile.befunde));
  }
  return { zeilen, befunde };
}

/** Findings as "fehler code Blatt!zeile spalte". */
export function kurz(befunde: readonly Befund[]): string[] {
  return befunde.map(({ schwere, code, blatt, zeile, spalte }) =>
    [schwere, code, `${blatt ?? ""}${zeile === null ? "" : `!${zeile}`}`, spalte ?? ""].join(" ").trim(),
  );
}

type Fuelle = (blatt: ExcelJS.Worksheet, mappe: ExcelJS.Workbook) => void;

/** A workbook as exceljs writes it, with one sheet. */
export async function mappe(name: string, zeilen: unknown[][], fuelle?: Fuelle): Promise<Uint8Array> {
  const buch = new ExcelJS.Workbook();
  const blatt = buch.addWorksheet(name);
  blatt.addRows(zeilen);
  fuelle?.(blatt, buch);
  return new Uint8Array(await buch.xlsx.writeBuffer());
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

type Handmappe = {
  /** what stands between `<worksheet>` and `</worksheet>`, by the sheet's name */
  blaetter: Record<string, string>;
  eigenschaften?: string;
  stile?: string;
  texte?: string;
  weitere?: Record<string, string>;
};

/** A workbook written by hand, for what no program writes when asked. */
export function handmappe({ blaetter, eigenschaften = "", stile, texte, weitere = {} }: Handmappe): Uint8Array {
  const namen = Object.keys(blaetter);
  const beziehung = (id: string, art: string, ziel: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${art}" Target="${ziel}"/>`;
  return zip({
    "[Content_Types].xml": `${xml}<Types><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `${xml}<Relationships>${beziehung("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `${xml}<workbook xmlns:r="r">${eigenschaften}<sheets>${namen
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="b${i + 1}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${xml}<Relationships>${namen
      .map((_, i) => beziehung(`b${i + 1}`, "worksheet", `worksheets/b${i + 1}.xml`))
      .join(
        "",
      )}${beziehung("s", "styles", "styles.xml")}${beziehung("t", "sharedStrings", "/xl/sharedStrings.xml")}</Relationships>`,
    ...Object.fromEntries(
      namen.map((name, i) => [`xl/worksheets/b${i + 1}.xml`, `${xml}<worksheet>${blaetter[name]}</worksheet>`]),
    ),
    ...(stile ? { "xl/styles.xml": `${xml}<styleSheet>${stile}</styleSheet>` } : {}),
    ...(texte ? { "xl/sharedStrings.xml": `${xml}<sst>${texte}</sst>` } : {}),
    ...weitere,
  });
}

/** Cells of inline text, one row after the other. */
export function textzeilen(...zeilen: string[][]): string {
  return `<sheetData>${zeilen
    .map((zellen) => `<row>${zellen.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`)
    .join("")}</sheetData>`;
}

/** What stands in a sheet of a workbook, row by row. */
export async function blattzeilen(bytes: Uint8Array, name: string): Promise<unknown[][]> {
  const buch = new ExcelJS.Workbook();
  await buch.xlsx.load(new Uint8Array(bytes).buffer);
  const zeilen: unknown[][] = [];
  buch.getWorksheet(name)?.eachRow((zeile) => zeilen.push((zeile.values as unknown[]).slice(1)));
  return zeilen;
}
