import { Buffer } from "node:buffer";
import PDFKit from "pdfkit";
import type { Blatt, Element, Farbe } from "../../../src/belege/briefe/satz/blatt.ts";
import { mmJePt, schrift } from "../../../src/belege/briefe/satz/schrift.ts";

const farben: Record<Farbe, [number, number, number]> = {
  text: [26, 28, 33],
  grau: [102, 110, 120],
  akzent: [15, 84, 92],
  linie: [199, 207, 214],
  flaeche: [240, 245, 247],
  weiss: [255, 255, 255],
  schwarz: [0, 0, 0],
};

const pt = (mm: number): number => mm / mmJePt;

type Pdf = InstanceType<typeof PDFKit>;

const setze = (pdf: Pdf, element: Element): void => {
  const { x = 0, y = 0 } = "x" in element ? element : {};
  switch (element.art) {
    case "text":
      pdf.font(element.schnitt).fontSize(element.pt).fillColor(farben[element.farbe]);
      pdf.text(element.text, pt(x), pt(y), { lineBreak: false, baseline: "alphabetic", features: ["tnum"] });
      return;
    case "linie":
      pdf.lineWidth(element.pt).strokeColor(farben[element.farbe]);
      pdf.moveTo(pt(element.x1), pt(element.y1)).lineTo(pt(element.x2), pt(element.y2)).stroke();
      return;
    case "flaeche":
      pdf.rect(pt(x), pt(y), pt(element.breite), pt(element.hoehe)).fill(farben[element.farbe]);
      return;
    case "raster": {
      const feld = pt(element.groesse) / element.zeilen.length;
      for (const [nr, zeile] of element.zeilen.entries())
        for (const { index, 0: treffer } of zeile.matchAll(/1+/g))
          pdf.rect(pt(x) + index * feld, pt(y) + nr * feld, treffer.length * feld, feld);
      pdf.fill(farben.schwarz);
      return;
    }
    case "bild":
      pdf.image(Buffer.from(element.bild.inhalt), pt(x), pt(y), { width: pt(element.breite) });
      return;
    case "wasserzeichen":
  }
};

/** The same laid-out pages drawn with pdfkit, with the same fonts, as its documentation shows it. */
export function zeichneMitPdfkit(blaetter: readonly Blatt[]): Promise<Uint8Array> {
  return new Promise((fertig, gescheitert) => {
    const pdf = new PDFKit({ size: "A4", margin: 0, autoFirstPage: false });
    const stuecke: Buffer[] = [];
    pdf.on("data", (stueck: Buffer) => stuecke.push(stueck));
    pdf.on("error", gescheitert);
    pdf.on("end", () => fertig(Buffer.concat(stuecke)));
    for (const schnitt of ["normal", "halbfett"] as const)
      pdf.registerFont(schnitt, Buffer.from(schrift(schnitt).bytes));
    for (const { elemente } of blaetter) {
      pdf.addPage();
      for (const element of elemente) setze(pdf, element);
    }
    pdf.end();
  });
}
