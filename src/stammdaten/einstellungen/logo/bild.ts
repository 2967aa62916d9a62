import { Buffer } from "node:buffer";
import { type Bild, KeinBild } from "./bildtypen.ts";
import { jpegAnfang, liesJpeg } from "./jpeg.ts";
import { liesPng, pngAnfang } from "./png.ts";

/**
 * The image in these bytes, made up anew from the parts that show something: no texts, no places, nothing behind its
 * end. A PNG is unpacked to its last row; of a JPEG the structure is checked, not each coefficient.
 *
 * @throws KeinBild, ZuVielePixel, Druckfarben
 */
export async function liesBild(bytes: Uint8Array): Promise<Bild> {
  const puffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginntMit = (anfang: Buffer) => puffer.subarray(0, anfang.length).equals(anfang);
  if (beginntMit(pngAnfang)) return liesPng(puffer);
  if (beginntMit(jpegAnfang)) return liesJpeg(puffer);
  throw new KeinBild("weder PNG noch JPEG");
}
