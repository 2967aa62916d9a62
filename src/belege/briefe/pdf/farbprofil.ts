/**
 * sRGB as an ICC profile, version 2.1, written from the figures of the standard (IEC 61966-2-1, colourants adapted to
 * D50), so that no profile of a third party has to be carried along. The same bytes on every call.
 */
export function srgbProfil(): Uint8Array {
  const kurve = tonwerte();
  const felder: [string, Uint8Array][] = [
    ["desc", beschreibung("sRGB IEC61966-2.1")],
    ["cprt", kennung("text", ascii("Public Domain\0"))],
    ["wtpt", xyz(0.9642, 1, 0.8249)],
    ["rXYZ", xyz(0.43607, 0.22249, 0.01392)],
    ["gXYZ", xyz(0.38515, 0.71687, 0.09708)],
    ["bXYZ", xyz(0.14307, 0.06061, 0.7141)],
    ["rTRC", kurve],
    ["gTRC", kurve],
    ["bTRC", kurve],
  ];
  const orte = new Map<Uint8Array, number>();
  let laenge = 128 + 4 + felder.length * 12;
  for (const [, feld] of felder) {
    if (orte.has(feld)) continue;
    orte.set(feld, laenge);
    laenge += (feld.length + 3) & ~3;
  }
  const profil = new Uint8Array(laenge);
  const sicht = new DataView(profil.buffer);
  kopf(profil, sicht);
  sicht.setUint32(128, felder.length);
  for (const [i, [name, feld]] of felder.entries()) {
    const ort = orte.get(feld) ?? 0;
    profil.set(ascii(name), 132 + i * 12);
    sicht.setUint32(136 + i * 12, ort);
    sicht.setUint32(140 + i * 12, feld.length);
    profil.set(feld, ort);
  }
  return profil;
}

/** A display profile of RGB over XYZ, dated by the standard, under the illuminant D50. */
const kopf = (profil: Uint8Array, sicht: DataView): void => {
  sicht.setUint32(0, profil.length);
  sicht.setUint32(8, 0x02100000);
  profil.set(ascii("mntrRGB XYZ "), 12);
  for (const [i, zahl] of [1999, 10, 18, 0, 0, 0].entries()) sicht.setUint16(24 + i * 2, zahl);
  profil.set(ascii("acsp"), 36);
  for (const [i, zahl] of [0.9642, 1, 0.8249].entries()) sicht.setInt32(68 + i * 4, festkomma(zahl));
};

/** The transfer curve at the 256 values that eight bits can have; one entry more would be interpolated the same. */
const tonwerte = (): Uint8Array => {
  const daten = new Uint8Array(4 + 256 * 2);
  const sicht = new DataView(daten.buffer);
  sicht.setUint32(0, 256);
  for (let i = 0; i < 256; i++) {
    const wert = i / 255;
    const linear = wert <= 0.04045 ? wert / 12.92 : ((wert + 0.055) / 1.055) ** 2.4;
    sicht.setUint16(4 + i * 2, Math.round(linear * 65_535));
  }
  return kennung("curv", daten);
};

/** The name in ASCII, then the same left empty in Unicode and for the Macintosh, as version 2 wants it. */
const beschreibung = (name: string): Uint8Array => {
  const daten = new Uint8Array(4 + name.length + 1 + 8 + 3 + 67);
  new DataView(daten.buffer).setUint32(0, name.length + 1);
  daten.set(ascii(name), 4);
  return kennung("desc", daten);
};

const xyz = (...werte: [number, number, number]): Uint8Array => {
  const daten = new Uint8Array(12);
  const sicht = new DataView(daten.buffer);
  for (const [i, wert] of werte.entries()) sicht.setInt32(i * 4, festkomma(wert));
  return kennung("XYZ ", daten);
};

const kennung = (art: string, daten: Uint8Array): Uint8Array => {
  const feld = new Uint8Array(8 + daten.length);
  feld.set(ascii(art), 0);
  feld.set(daten, 8);
  return feld;
};

/** s15Fixed16Number */
const festkomma = (zahl: number): number => Math.round(zahl * 65_536);

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
