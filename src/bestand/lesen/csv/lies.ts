import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Info, parse } from "csv-parse";
import { type Lieferung, spaltenVon } from "../../format/blaetter.ts";
import type { Blatt } from "../../format/blattnamen.ts";
import { verglichen } from "../aehnlich.ts";
import { dateibefund, Unlesbar } from "../befunde.ts";
import { erstelleBlattleser } from "../blattleser.ts";
import type { Rohzeile } from "../rohzelle.ts";
import { liesText } from "./kodierung.ts";

const jeLieferung = 500;

/** For a spreadsheet, above the head: which character parts the fields. */
const angabe = /^sep=.(?:\r\n|\r|\n)/;

/** Of semicolon, comma and tab the one that parts the most known names in the first line. */
const trennzeichen = (blatt: Blatt, text: string): string => {
  const kopf = /^[^\r\n]*/.exec(text)?.[0] ?? "";
  const bekannt = spaltenVon[blatt].map(({ name }) => verglichen(name));
  const treffer = (zeichen: string): number =>
    kopf.split(zeichen).filter((name) => bekannt.includes(verglichen(name.replaceAll('"', "")))).length;
  return [";", ",", "\t"].reduce((bestes, zeichen) => (treffer(zeichen) > treffer(bestes) ? zeichen : bestes));
};

const nichtZerlegbar = (zeile: number): Unlesbar =>
  new Unlesbar(
    "csv_unlesbar",
    `In oder nach Zeile ${zeile} steht ein Anführungszeichen an falscher Stelle, oder eines fehlt.`,
  );

/** Line breaks inside a field are those of the program that wrote it. */
const zellenVon = (felder: readonly string[]): Rohzeile["zellen"] =>
  new Map(
    felder.flatMap((feld, i) => {
      const text = feld.replace(/\r\n?/g, "\n");
      return text.trim() === "" ? [] : [[i, { art: "text" as const, text }] as const];
    }),
  );

/** A record's number, as a spreadsheet shows it: one with a line break inside is one row, as is a blank line. */
const zeilennummer = ({ records, empty_lines }: Info): number => records + empty_lines;

async function* liesZeilen(stuecke: AsyncGenerator<string>, blatt: Blatt): AsyncGenerator<Rohzeile> {
  const { value: erstes = "" } = await stuecke.next();
  const anfang = erstes.replace(angabe, "");
  const alle = async function* () {
    yield anfang;
    yield* stuecke;
  };
  const leser = parse({
    delimiter: trennzeichen(blatt, anfang),
    // All that ends a line, not what ended the first: of a file put together from two, a row would be part of the one before.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // Each record of another length than the first costs the parser an error, allowed or not; a blank line would be one.
    skip_empty_lines: true,
    info: true,
    max_record_size: 1024 * 1024,
  });
  // What goes wrong on the way ends the reader, and so arrives below.
  pipeline(Readable.from(alle()), leser).catch(() => undefined);
  try {
    for await (const { record, info } of leser as AsyncIterable<{ record: string[]; info: Info }>) {
      const zellen = zellenVon(record);
      if (zellen.size > 0) yield { zeile: zeilennummer(info), versteckt: false, zellen };
    }
  } catch (fehler) {
    throw fehler instanceof CsvError ? nichtZerlegbar(zeilennummer(leser.info) + 1) : fehler;
  }
}

/**
 * The rows of a CSV that have any content, piece by piece.
 *
 * @throws Unlesbar
 */
export async function* liesRohzeilen(bytes: Uint8Array, blatt: Blatt): AsyncGenerator<Rohzeile[]> {
  let rohe: Rohzeile[] = [];
  for await (const roh of liesZeilen(liesText(bytes), blatt)) {
    rohe.push(roh);
    if (rohe.length < jeLieferung) continue;
    yield rohe;
    rohe = [];
  }
  if (rohe.length > 0) yield rohe;
}

/** @throws Unlesbar */
export async function* liesCsv(bytes: Uint8Array, blatt: Blatt): AsyncGenerator<Lieferung> {
  const leser = erstelleBlattleser(blatt);
  let leer = true;
  for await (const rohe of liesRohzeilen(bytes, blatt)) {
    leer = false;
    yield leser.nimm(rohe);
  }
  if (leer) yield { zeilen: [], befunde: [dateibefund("datei_leer", "Die Datei ist leer.")] };
}
