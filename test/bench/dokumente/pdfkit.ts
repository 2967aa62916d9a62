import { Buffer } from "node:buffer";
import PDFKit from "pdfkit";
import type { Element, Farbe, Seite } from "../../../src/belege/briefe/satz/blatt.ts";
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

type Blatt = InstanceType<typeof PDFKit>;

const setze = (blatt: Blatt, element: Element): void => {
  const { x = 0, y = 0 } = "x" in element ? element : {};
  switch (element.art) {
    case "text":
      blatt.font(element.schnitt).fontSize(element.pt).fillColor(farben[element.farbe]);
      blatt.text(element.text, pt(x), pt(y), { lineBreak: false, baseline: "alphabetic", features: ["tnum"] });
      return;
    case "linie":
      blatt.lineWidth(element.pt).strokeColor(farben[element.farbe]);
      blatt.moveTo(pt(element.x1), pt(element.y1)).lineTo(pt(element.x2), pt(element.y2)).stroke();
      return;
    case "flaeche":
      blatt.rect(pt(x), pt(y), pt(element.breite), pt(element.hoehe)).fill(farben[element.farbe]);
      return;
    case "raster": {
      const feld = pt(element.groesse) / element.zeilen.length;
      for (const [nr, zeile] of element.zeilen.entries())
        for (const { index, 0: treffer } of zeile.matchAll(/1+/g))
          blatt.rect(pt(x) + index * feld, pt(y) + nr * feld, treffer.length * feld, feld);
      blatt.fill(farben.schwarz);
      return;
    }
    case "bild":
      blatt.image(Buffer.from(element.bild.inhalt), pt(x), pt(y), { width: pt(element.breite) });
      return;
    case "wasserzeichen":
  }
};

/** The same laid-out pages drawn with pdfkit, with the same fonts, as its documentation shows it. */
export const zeichneMitPdfkit = (seiten: readonly Seite[]): Promise<Uint8Array> =>
  new Promise((fertig, gescheitert) => {
    const blatt = new PDFKit({ size: "A4", margin: 0, autoFirstPage: false });
    const stuecke: Buffer[] = [];
    blatt.on("data", (stueck: Buffer) => stuecke.push(stueck));
    blatt.on("error", gescheitert);
    blatt.on("end", () => fertig(Buffer.concat(stuecke)));
    for (const schnitt of ["normal", "halbfett"] as const)
      blatt.registerFont(schnitt, Buffer.from(schrift(schnitt).bytes));
    for (const { elemente } of seiten) {
      blatt.addPage();
      for (const element of elemente) setze(blatt, element);
    }
    blatt.end();
  });
