import { createHash } from "node:crypto";
import {
  beginText,
  PDFDocument as Dokument,
  endText,
  type PDFDocument,
  type PDFFont,
  type PDFName,
  type PDFPage,
  rgb,
  setFillingRgbColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from "pdf-lib";
import { macheArchivtauglich, setzeKennung } from "./pdfa.ts";
import { merkmale, mmJePt, pruefeZeichen, schrift } from "./schrift.ts";
import type { Angaben, Element, Farbe, Schnitt, Seite, Textstueck } from "./seite.ts";

const a4: [number, number] = [595.28, 841.89];

const farben: Record<Farbe, readonly [number, number, number]> = {
  text: [0.1, 0.11, 0.13],
  grau: [0.4, 0.43, 0.47],
  akzent: [0.06, 0.33, 0.36],
  linie: [0.78, 0.81, 0.84],
  flaeche: [0.94, 0.96, 0.97],
  weiss: [1, 1, 1],
};

type Schriften = Record<Schnitt, PDFFont>;

/**
 * Draws laid-out pages. The same pages and details give the same bytes: no clock, no chance, the file's id is a hash
 * of its content. Only this module and pdfa.ts know pdf-lib.
 *
 * @param xml the e-invoice that goes with the letter
 * @throws FehlendesZeichen before anything is drawn
 */
export const zeichneSeiten = async (seiten: Seite[], angaben: Angaben, xml?: string): Promise<Uint8Array> => {
  for (const seite of seiten) for (const element of seite.elemente) if (element.art === "text") pruefeZeichen(element);
  const dokument = await Dokument.create({ updateMetadata: false });
  beschrifte(dokument, seiten, angaben, xml);
  await macheArchivtauglich(dokument, xml);
  const schriften = { normal: await bette(dokument, "normal"), halbfett: await bette(dokument, "halbfett") };
  for (const seite of seiten) zeichneSeite(dokument.addPage(a4), seite, schriften);
  return dokument.save();
};

const beschrifte = (dokument: PDFDocument, seiten: Seite[], angaben: Angaben, xml: string | undefined): void => {
  const { titel, thema, verfasser, datum } = angaben;
  const zeitpunkt = new Date(`${datum}T12:00:00Z`);
  dokument.setTitle(titel, { showInWindowTitleBar: true });
  dokument.setSubject(thema);
  dokument.setAuthor(verfasser);
  dokument.setCreator("Pachtverwaltung");
  dokument.setProducer("Pachtverwaltung");
  dokument.setLanguage("de-DE");
  dokument.setCreationDate(zeitpunkt);
  dokument.setModificationDate(zeitpunkt);
  const hash = createHash("sha256")
    .update(JSON.stringify([seiten, titel, thema, verfasser, datum, xml]))
    .digest("hex");
  setzeKennung(dokument, hash);
};

const bette = (dokument: PDFDocument, schnitt: Schnitt): Promise<PDFFont> => {
  const { bytes, font } = schrift(schnitt);
  dokument.registerFontkit({ create: () => font } as unknown as Parameters<PDFDocument["registerFontkit"]>[0]);
  return dokument.embedFont(bytes, { subset: true, features: merkmale });
};

const zeichneSeite = (seite: PDFPage, { elemente }: Seite, schriften: Schriften): void => {
  const namen = new Map<Schnitt, PDFName>();
  for (const element of elemente) {
    if (element.art === "text") zeichneText(seite, element, schriften, namen);
    else zeichneForm(seite, element);
  }
};

const zeichneText = (
  seite: PDFPage,
  { x, y, text, schnitt, pt, farbe }: Textstueck,
  schriften: Schriften,
  namen: Map<Schnitt, PDFName>,
): void => {
  const font = schriften[schnitt];
  const name = namen.get(schnitt) ?? seite.node.newFontDictionary(font.name, font.ref);
  namen.set(schnitt, name);
  seite.pushOperators(
    beginText(),
    setFillingRgbColor(...farben[farbe]),
    setFontAndSize(name, pt),
    setTextMatrix(1, 0, 0, 1, rund(x / mmJePt), rund(a4[1] - y / mmJePt)),
    showText(font.encodeText(text)),
    endText(),
  );
};

const zeichneForm = (seite: PDFPage, element: Exclude<Element, Textstueck>): void => {
  const color = rgb(...farben[element.farbe]);
  if (element.art === "linie")
    seite.drawLine({
      start: { x: rund(element.x1 / mmJePt), y: rund(a4[1] - element.y1 / mmJePt) },
      end: { x: rund(element.x2 / mmJePt), y: rund(a4[1] - element.y2 / mmJePt) },
      thickness: element.pt,
      color,
    });
  else
    seite.drawRectangle({
      x: rund(element.x / mmJePt),
      y: rund(a4[1] - (element.y + element.hoehe) / mmJePt),
      width: rund(element.breite / mmJePt),
      height: rund(element.hoehe / mmJePt),
      color,
    });
};

/** A hundredth of a point is finer than any printer, and short numbers make small files. */
const rund = (punkt: number): number => Math.round(punkt * 100) / 100;
