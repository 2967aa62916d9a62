import { ungueltig } from "../../kern/ablehnung.ts";
import { pruefeGeschehen } from "../../kern/kalender/geschehen.ts";
import { pruefePlz } from "../kontakte/plz.ts";
import type { Patchobjekt, schreibbareFelder } from "./schema.ts";

export type Objektwerte = Pick<Patchobjekt, (typeof schreibbareFelder)[number]>;

/**
 * @param alt as it is stored; undefined: it is new
 * @param pachtkonten the accounts that there are
 * @throws Ablehnung ungueltig where fields do not go together
 */
export function pruefeObjektfelder(
  objekt: Objektwerte,
  alt: Objektwerte | undefined,
  heute: string,
  pachtkonten: { has(id: number): boolean },
): void {
  pruefePlz(objekt);
  pruefeGeschehen(heute, "geprueftAm", objekt.geprueftAm, alt?.geprueftAm);
  if (objekt.flurstueckNenner !== null && objekt.flurstueckZaehler === null)
    throw ungueltig("flurstueckZaehler", "fehlt", "Zu einem Nenner gehört der Zähler des Flurstücks.");
  if (objekt.pachtkontoId !== null && !pachtkonten.has(objekt.pachtkontoId))
    throw ungueltig("pachtkontoId", "unbekannt", "Dieses Pachtkonto gibt es nicht.");
}
