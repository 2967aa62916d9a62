import type { Blatt } from "./blatt.ts";
import { breite } from "./schrift.ts";

const text = "ENTWURF";
const pt = 118;
const grad = 52;
/** Cap height of the font in parts of its size. */
const versalhoehe = 0.66;
const mitte = { x: 105, y: 148.5 };

/** ENTWURF across every page, its middle in the middle of the sheet. */
export function setzeEntwurf(blaetter: Blatt[]): void {
  const winkel = (grad * Math.PI) / 180;
  const halb = breite(text, "halbfett", pt) / 2;
  const tief = (pt * versalhoehe * 25.4) / 72 / 2;
  const x = mitte.x - halb * Math.cos(winkel) + tief * Math.sin(winkel);
  const y = mitte.y + halb * Math.sin(winkel) + tief * Math.cos(winkel);
  for (const blatt of blaetter) blatt.elemente.push({ art: "wasserzeichen", rolle: "Watermark", x, y, text, pt, grad });
}
