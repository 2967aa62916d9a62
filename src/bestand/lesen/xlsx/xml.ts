import { setImmediate as pausiere } from "node:timers/promises";
import { SaxesParser } from "saxes";
import { Unlesbar } from "../befunde.ts";

type Merkmale = Record<string, string>;

/** What to do with an element, named without prefix, with its end, and with text between. */
type Handhabung = {
  auf?(name: string, merkmale: Merkmale): void;
  zu?(name: string): void;
  text?(text: string): void;
};

/** So much of a document passes between two of its tags at most; a cell holds 32,767 characters. */
const hoechstensOhneTag = 4 * 1024 * 1024;

const ohnePraefix = (name: string): string => name.slice(name.indexOf(":") + 1);

export function kaputt(): Unlesbar {
  return new Unlesbar(
    "datei_unlesbar",
    "Die Mappe ist beschädigt; bitte im Tabellenprogramm öffnen und neu als .xlsx speichern.",
  );
}

/**
 * Reads XML as it comes; a part that is missing has no elements. After each piece others have their turn, and the caller
 * may take what he has gathered so far.
 *
 * Documents with a DOCTYPE are refused: a workbook has none, and its entities are a way to hurt.
 *
 * @throws Unlesbar
 */
export async function* liesXml(
  stuecke: AsyncIterable<Uint8Array>,
  { auf, zu, text }: Handhabung,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const utf8 = new TextDecoder();
  let [seitTag, leer] = [0, true];
  parser.on("error", () => {
    throw kaputt();
  });
  parser.on("doctype", () => {
    throw kaputt();
  });
  parser.on("opentag", (element) => {
    seitTag = 0;
    auf?.(ohnePraefix(element.name), element.attributes);
  });
  parser.on("closetag", (element) => {
    seitTag = 0;
    zu?.(ohnePraefix(element.name));
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  for await (const stueck of stuecke) {
    leer = false;
    seitTag += stueck.length;
    parser.write(utf8.decode(stueck, { stream: true }));
    if (seitTag > hoechstensOhneTag) throw kaputt();
    yield;
    await pausiere();
  }
  if (!leer) parser.write(utf8.decode()).close();
}

/** The same of a small document, to its end. */
export async function liesGanz(stuecke: AsyncIterable<Uint8Array>, handhabung: Handhabung): Promise<void> {
  for await (const _ of liesXml(stuecke, handhabung));
}

/** The value of an attribute, whatever prefix it has. */
export function merkmal(merkmale: Merkmale, name: string): string | undefined {
  return merkmale[name] ?? Object.entries(merkmale).find(([voll]) => ohnePraefix(voll) === name)?.[1];
}

const ausZiffern = (geschrieben: string): string => {
  const text = geschrieben.replace(/_x(.{4})_/g, (_, ziffern: string) =>
    String.fromCharCode(Number.parseInt(ziffern, 16)),
  );
  return text.includes("\0") || !text.isWellFormed() ? geschrieben : text;
};

/** In a workbook "_x000D_" stands for the character of that number; what no text can hold stays written so. */
export function entschluessle(text: string): string {
  return text.includes("_x") ? text.replace(/(?:_x[0-9A-Fa-f]{4}_)+/g, ausZiffern) : text;
}
