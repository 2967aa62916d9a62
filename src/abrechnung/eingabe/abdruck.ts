import { createHash } from "node:crypto";
import type { BelegZeile } from "../../kern/pacht/typen.ts";
import { type Ermittelt, postenVon } from "./ermittle.ts";

/** Characters that are hashed at once: a call for each account costs more than the hash. */
const jeStueck = 65_536;

/** Reads every line of a result into one SHA-256: equal results, and only those, have the same. */
export const neuerAbdruck = () => {
  const hash = createHash("sha256");
  let text = "";
  return {
    nimm({ konto, ergebnis }: Ermittelt): void {
      if (!ergebnis.abrechenbar) return;
      text += `K${konto.id}|${konto.kontonummer}|${konto.zahlungszielTage}\n`;
      for (const { faelligkeit: f, belege } of postenVon(ergebnis)) {
        text += `F${f.id}|${f.art}|${f.faelligAm}|${f.zeitraumVon}|${f.zeitraumBis}\n`;
        for (const b of belege) {
          text += `B${b.belegart}|${b.kontaktId}|${b.leistungVon}|${b.leistungBis}|${b.steuerCent}|${b.auszahlungCent}\n`;
          for (const z of b.zeilen)
            text += `Z${z.positionId}|${z.zeitraumVon}|${z.zeitraumBis}|${z.nettoCent}|${z.steuersatzBp}|${z.weiterleitung}|${z.herleitung.anteil}|${korrekturText(z)}|${z.bezeichnung.length}|${z.bezeichnung}|${z.steuerbefreiungGrund}\n`;
        }
      }
      if (text.length < jeStueck) return;
      hash.update(text);
      text = "";
    },
    hex: (): string => hash.update(text).digest("hex"),
  };
};

const korrekturText = ({ herleitung: { korrektur: k } }: BelegZeile): string =>
  k ? `${k.faelligkeitId}/${k.belegId}/${k.gebuchtCent}` : "";
