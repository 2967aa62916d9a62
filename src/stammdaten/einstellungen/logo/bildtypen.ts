export type Bild = { medientyp: "image/png" | "image/jpeg"; breite: number; hoehe: number; inhalt: Uint8Array };

/** The bytes are no image that could be shown. */
export class KeinBild extends Error {
  override name = "KeinBild";
}

/** An image that is one, but has too many pixels; found before anything is unpacked. */
export class ZuVielePixel extends Error {
  override name = "ZuVielePixel";
}

/** An image in printing inks: letters are kept in RGB, as PDF/A wants it with the profile of a screen. */
export class Druckfarben extends Error {
  override name = "Druckfarben";
}

/** Longest edge in pixels: a logo three times as wide as a sheet in print needs. */
export const laengsteKante = 2000;

/** @throws KeinBild, ZuVielePixel */
export function verlangeMass(breite: number, hoehe: number): void {
  if (breite < 1 || hoehe < 1) throw new KeinBild("ohne Fläche");
  if (breite > laengsteKante || hoehe > laengsteKante) throw new ZuVielePixel(`${breite} x ${hoehe}`);
}
