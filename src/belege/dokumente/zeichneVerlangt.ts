import { konflikt } from "../../kern/ablehnung.ts";
import { zeichneBlaetter } from "../briefe/pdf/zeichne.ts";
import type { Angaben, Blatt } from "../briefe/satz/blatt.ts";
import { FehlendesZeichen, type Grundlage } from "../briefe/satz/schrift.ts";

/** A letter that a person waits for. @throws Ablehnung konflikt `pdf_nicht_erstellbar` with the cause */
export async function zeichneVerlangt(blaetter: Blatt[], angaben: Angaben, grundlage: Grundlage): Promise<Uint8Array> {
  try {
    return await zeichneBlaetter(blaetter, angaben);
  } catch (fehler) {
    if (fehler instanceof FehlendesZeichen) throw konflikt("pdf_nicht_erstellbar", fehler.mitRat(grundlage));
    throw fehler;
  }
}
