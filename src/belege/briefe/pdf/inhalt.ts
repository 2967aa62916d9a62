import type { Bild, Blatt, Element, Farbe, Linie, Raster, Schnitt, Wasserzeichen } from "../satz/blatt.ts";
import { mmJePt } from "../satz/schrift.ts";
import { xVon, yVon } from "./masse.ts";
import type { Blattmarken } from "./struktur.ts";

/** Opacity of a watermark. */
export const deckkraft = 0.13;

/** Names under which a page finds what it shows. */
export const namen = { normal: "F1", halbfett: "F2", blass: "G1" } as const;

const farben: Record<Farbe, string> = {
  text: "0.1 0.11 0.13",
  grau: "0.4 0.43 0.47",
  akzent: "0.06 0.33 0.36",
  linie: "0.78 0.81 0.84",
  flaeche: "0.94 0.96 0.97",
  weiss: "1 1 1",
  schwarz: "0 0 0",
};

/** What the file that the page is drawn into knows. */
export type Mittel = {
  /** Glyph numbers in hexadecimal. */
  glyphen(schnitt: Schnitt, text: string): string;
  /** What draws the picture, upright in the unit square. */
  bild(bild: Bild["bild"]): string;
};

/**
 * The content stream of a page. Colours, font and line width are said where they change. All of it is marked, as a
 * piece of the structure or as decoration; a line that goes on in the next one ends in a blank, for who listens.
 */
export function inhaltVon({ elemente }: Blatt, mittel: Mittel, marken: Blattmarken): string {
  const teile: string[] = [];
  let fuellung = "";
  let strich = "";
  let font = "";
  const fuelle = (farbe: Farbe): void => {
    if (fuellung !== farbe) teile.push(`${farben[farbe]} rg`);
    fuellung = farbe;
  };
  const zeichne = (element: Element, gehtWeiter: boolean): void => {
    switch (element.art) {
      case "text": {
        const { x, y, text, schnitt, pt, farbe } = element;
        fuelle(farbe);
        const neu = `/${namen[schnitt]} ${pt} Tf `;
        const hex = mittel.glyphen(schnitt, gehtWeiter ? `${text} ` : text);
        teile.push(`BT ${font === neu ? "" : neu}1 0 0 1 ${xVon(x)} ${yVon(y)} Tm <${hex}> Tj ET`);
        font = neu;
        return;
      }
      case "linie": {
        const neu = `${farben[element.farbe]} RG ${element.pt} w`;
        if (strich !== neu) teile.push(neu);
        strich = neu;
        teile.push(linie(element));
        return;
      }
      case "flaeche":
        fuelle(element.farbe);
        teile.push(
          `${xVon(element.x)} ${yVon(element.y + element.hoehe)} ${xVon(element.breite)} ${xVon(element.hoehe)} re f`,
        );
        return;
      case "raster":
        fuelle("schwarz");
        teile.push(raster(element));
        return;
      case "bild":
        teile.push(bild(element, mittel));
        return;
      case "wasserzeichen":
        teile.push(wasserzeichen(element, mittel));
    }
  };
  for (const [i, element] of elemente.entries()) {
    const gehtWeiter = i + 1 < elemente.length && elemente[i + 1]?.rolle === element.rolle;
    if (i === 0 || elemente[i - 1]?.rolle !== element.rolle) teile.push(marken.beginne(element.rolle));
    zeichne(element, gehtWeiter && typeof element.rolle === "object");
    if (!gehtWeiter) teile.push("EMC");
  }
  return teile.join("\n");
}

const linie = ({ x1, y1, x2, y2 }: Linie): string => `${xVon(x1)} ${yVon(y1)} m ${xVon(x2)} ${yVon(y2)} l S`;

/** One path, so that no hair line shows between two squares; neighbours of a row are one rectangle. */
const raster = ({ x, y, groesse, zeilen }: Raster): string => {
  const feld = groesse / zeilen.length / mmJePt;
  const teile: string[] = [];
  for (const [nr, zeile] of zeilen.entries())
    for (let von = zeile.indexOf("1"), bis = 0; von >= 0; von = zeile.indexOf("1", bis)) {
      bis = zeile.indexOf("0", von);
      if (bis < 0) bis = zeile.length;
      teile.push(`${von} ${-nr - 1} ${bis - von} 1 re`);
    }
  const mass = Math.round(feld * 10_000) / 10_000;
  return `q ${mass} 0 0 ${mass} ${xVon(x)} ${yVon(y)} cm ${teile.join(" ")} f Q`;
};

const bild = ({ x, y, breite, hoehe, bild: logo }: Bild, mittel: Mittel): string =>
  `q ${xVon(breite)} 0 0 ${xVon(hoehe)} ${xVon(x)} ${yVon(y + hoehe)} cm ${mittel.bild(logo)} Q`;

const wasserzeichen = ({ x, y, text, pt, grad }: Wasserzeichen, mittel: Mittel): string => {
  const winkel = (grad * Math.PI) / 180;
  const [cos, sin] = [Math.cos(winkel), Math.sin(winkel)].map((wert) => Math.round(wert * 10_000) / 10_000);
  const lage = `${cos} ${sin} ${-(sin ?? 0)} ${cos} ${xVon(x)} ${yVon(y)} Tm`;
  const hex = mittel.glyphen("halbfett", text);
  return `q /${namen.blass} gs ${farben.text} rg BT /${namen.halbfett} ${pt} Tf ${lage} <${hex}> Tj ET Q`;
};
