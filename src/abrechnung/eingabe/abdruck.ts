import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { BelegZeile } from "../../kern/pacht/typen.ts";
import { type Ermittelt, postenVon } from "./ermittle.ts";

/** Bytes that are hashed at once: a call for each account costs more than the hash. */
const jeStueck = 65_536;
/** A character of UTF-16 has no more bytes than these in UTF-8. */
const bytesJeZeichen = 3;

/** Reads every line of a result into one SHA-256: equal results, and only those, have the same. */
export function neuerAbdruck() {
  const hash = createHash("sha256");
  const puffer = Buffer.alloc(jeStueck);
  let gefuellt = 0;
  const leere = () => {
    hash.update(puffer.subarray(0, gefuellt));
    gefuellt = 0;
  };
  const schreibe = (text: string) => {
    if (gefuellt + bytesJeZeichen * text.length > jeStueck) leere();
    if (bytesJeZeichen * text.length > jeStueck) hash.update(text);
    else gefuellt += puffer.write(text, gefuellt);
  };
  return {
    nimm({ konto, ergebnis }: Ermittelt): void {
      if (!ergebnis.abrechenbar) return;
      schreibe(`K${konto.id}|${konto.kontonummer}|${konto.zahlungszielTage}\n`);
      for (const { faelligkeit: f, belege } of postenVon(ergebnis)) {
        let text = `F${f.id}|${f.art}|${f.faelligAm}|${f.zeitraumVon}|${f.zeitraumBis}\n`;
        for (const b of belege) {
          text += `B${b.belegart}|${b.kontaktId}|${b.leistungVon}|${b.leistungBis}|${b.steuerCent}|${b.auszahlungCent}\n`;
          for (const z of b.zeilen)
            text += `Z${z.positionId}|${z.zeitraumVon}|${z.zeitraumBis}|${z.nettoCent}|${z.steuersatzBp}|${z.weiterleitung}|${z.herleitung.anteil}|${korrekturText(z)}|${z.bezeichnung.length}|${z.bezeichnung}|${z.steuerbefreiungGrund}\n`;
        }
        schreibe(text);
      }
    },
    hex: (): string => {
      leere();
      return hash.digest("hex");
    },
  };
}

const korrekturText = ({ herleitung: { korrektur: k } }: BelegZeile): string =>
  k ? `${k.faelligkeitId}/${k.belegId}/${k.gebuchtCent}` : "";
