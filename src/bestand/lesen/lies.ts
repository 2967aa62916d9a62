import { Buffer } from "node:buffer";
import { beispielmarke, type Lieferung, type Quelle } from "../format/blaetter.ts";
import { type Blatt, blattnamen } from "../format/blattnamen.ts";
import { dateibefund, Unlesbar } from "./befunde.ts";
import { liesCsv, liesRohzeilen } from "./csv/lies.ts";
import type { Rohblatt } from "./rohzelle.ts";
import { liesXlsx, oeffneBlaetter } from "./xlsx/lies.ts";

const [zip, leeresZip] = [Buffer.from("PK\x03\x04", "latin1"), Buffer.from("PK\x05\x06", "latin1")];
const ole = Buffer.from("d0cf11e0a1b11ae1", "hex");

/** What an encrypted workbook keeps in its container; without it the container is a workbook of before 2007. */
const verschluesselt = Buffer.from("EncryptedPackage", "utf16le");

/** A PDF, or a page or XML that a program has saved under the name of a workbook. */
const istDokument = /^(ï»¿)?\s*(%PDF-|<[?!a-z])/i;

/**
 * What kind of file it is by its content: of a CSV whose rows it has.
 *
 * @throws Unlesbar
 */
const erkenne = ({ bytes, art }: Quelle): "xlsx" | Blatt => {
  const puffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginntMit = (anfang: Buffer): boolean => puffer.subarray(0, anfang.length).equals(anfang);
  if (beginntMit(zip) || beginntMit(leeresZip)) return "xlsx";
  if (beginntMit(ole))
    throw puffer.includes(verschluesselt)
      ? new Unlesbar(
          "datei_verschluesselt",
          "Die Mappe ist mit einem Kennwort geschützt; bitte ohne Kennwort speichern.",
        )
      : new Unlesbar(
          "datei_veraltet",
          "Die Mappe hat ein altes Format (.xls); bitte als „Excel-Arbeitsmappe (.xlsx)“ speichern.",
        );
  if (istDokument.test(puffer.toString("latin1", 0, 100)))
    throw new Unlesbar(
      "datei_unlesbar",
      "Die Datei ist weder eine Excel-Mappe noch eine CSV, auch wenn sie so heißt; bitte im Tabellenprogramm öffnen und " +
        "als „Excel-Arbeitsmappe (.xlsx)“ speichern.",
    );
  if (!art)
    throw new Unlesbar("art_fehlt", `Bei einer CSV muss dabeistehen, was sie enthält (art): ${blattnamen.join(", ")}.`);
  return art;
};

const liesNachArt = (quelle: Quelle): AsyncGenerator<Lieferung> => {
  const art = erkenne(quelle);
  return art === "xlsx" ? liesXlsx(quelle.bytes) : liesCsv(quelle.bytes, art);
};

const ohneZeilen = dateibefund(
  "keine_zeilen",
  `Unter den Namen der Spalten steht keine Zeile; was mit „${beispielmarke}“ beginnt, zählt nicht.`,
  "hinweis",
);

/**
 * Reads a workbook or a CSV of the format, piece by piece, sheets in the format's order.
 *
 * Nothing that a file holds makes it throw: what cannot be read is a finding, and a file that cannot be read at all
 * ends with one.
 */
export async function* lies(quelle: Quelle): AsyncGenerator<Lieferung> {
  let istLeer = true;
  try {
    for await (const lieferung of liesNachArt(quelle)) {
      istLeer &&= lieferung.zeilen.length === 0 && lieferung.befunde.length === 0;
      yield lieferung;
    }
    if (istLeer) yield { zeilen: [], befunde: [ohneZeilen] };
  } catch (fehler) {
    if (!(fehler instanceof Unlesbar)) throw fehler;
    yield { zeilen: [], befunde: [dateibefund(fehler.code, fehler.message)] };
  }
}

/** What goes before the place at which a file is broken. */
async function* soweitLesbar<T>(stuecke: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* stuecke;
  } catch (fehler) {
    if (!(fehler instanceof Unlesbar)) throw fehler;
  }
}

/** The sheets of a file as they are, also what `lies` makes no record of; of a file that cannot be read none. */
export async function liesRoh(quelle: Quelle): Promise<Rohblatt[]> {
  try {
    const art = erkenne(quelle);
    const blaetter: Rohblatt[] =
      art === "xlsx"
        ? await oeffneBlaetter(quelle.bytes)
        : [{ name: art, blatt: art, zeilen: liesRohzeilen(quelle.bytes, art) }];
    return blaetter.map((blatt) => ({ ...blatt, zeilen: soweitLesbar(blatt.zeilen) }));
  } catch (fehler) {
    if (fehler instanceof Unlesbar) return [];
    throw fehler;
  }
}
