import { setImmediate as weiche } from "node:timers/promises";
import { sha256Von } from "../../../technik/sha256.ts";
import { beginneDatei } from "../../briefe/pdf/zeichne.ts";
import type { Angaben, Blatt } from "../../briefe/satz/blatt.ts";
import type { Grundlage } from "../../briefe/satz/schrift.ts";
import { ursache } from "../../dokumente/belegbrief/zeichne.ts";
import { ersatzblatt } from "./ersatzblatt.ts";

/** A letter on its way into a combined file; `name` is what people find it by. */
export type Schreiben = { name: string; verfasser: string; grundlage: Grundlage; blaetter(): Blatt[] };

export type FertigerTeil = {
  inhalt: Uint8Array<ArrayBuffer>;
  sha256: string;
  anzahl: number;
  nichtErstellt: number;
  erster: string;
  letzter: string;
};

export type Teil = {
  readonly anzahl: number;
  /** Draws a letter; where that fails, a sheet with the cause. Gives way to whatever else waits. */
  nimm(schreiben: Schreiben): Promise<void>;
  schliesse(): Promise<FertigerTeil>;
};

/** Begins a file of many letters, with `erstes` as the first. */
export async function beginneTeil(angaben: Omit<Angaben, "verfasser">, erstes: Schreiben): Promise<Teil> {
  const datei = await beginneDatei({ ...angaben, verfasser: erstes.verfasser });
  let [anzahl, nichtErstellt, letzter] = [0, 0, erstes.name];
  const nimm = async ({ name, grundlage, blaetter }: Schreiben): Promise<void> => {
    try {
      datei.fuegeHinzu(blaetter());
    } catch (fehler) {
      datei.fuegeHinzu(ersatzblatt(name, ursache(fehler, grundlage)));
      nichtErstellt += 1;
    }
    anzahl += 1;
    letzter = name;
    await weiche();
  };
  await nimm(erstes);
  return {
    get anzahl() {
      return anzahl;
    },
    nimm,
    async schliesse() {
      const inhalt = new Uint8Array((await datei.schliesse()).buffer as ArrayBuffer);
      const sha256 = sha256Von(inhalt);
      return { inhalt, sha256, anzahl, nichtErstellt, erster: erstes.name, letzter };
    },
  };
}
