import { type Bruch, bruch, EINS, plus, vergleiche } from "../../kern/geld/bruch.ts";
import type { Parteizeile } from "../../stammdaten/pachtkonten/beteiligte.ts";

/** As large as the parts of a share may be. */
const groesster = 1_000_000_000n;

/**
 * What two contacts are in an account once they are one: `geht` becomes `bleibt`, and entries of a role over the same
 * days become one with the sum of their shares. Over other days they stay beside each other and add up there.
 */
export function vereineParteien(parteien: readonly Parteizeile[], bleibt: number, geht: number): Parteizeile[] {
  const vereint: Parteizeile[] = [];
  for (const partei of parteien) {
    const heutige = partei.kontaktId === geht ? { ...partei, kontaktId: bleibt } : partei;
    const stelle = vereint.findIndex((andere) => gilt(andere) === gilt(heutige));
    const summe = vereint[stelle] && addiere(vereint[stelle], heutige);
    if (summe) vereint[stelle] = summe;
    else vereint.push(heutige);
  }
  return vereint;
}

const gilt = ({ kontaktId, rolle, gueltigVon, gueltigBis }: Parteizeile): string =>
  [kontaktId, rolle, gueltigVon, gueltigBis].join("|");

/** Both as one entry; null where a share cannot be written as one, or says nothing. */
const addiere = (a: Parteizeile, b: Parteizeile): Parteizeile | null => {
  const hauptkontakt = a.hauptkontakt || b.hauptkontakt;
  const [eins, zwei] = [anteilVon(a), anteilVon(b)];
  // Nobody splits anything between authorized persons.
  if (eins === null && zwei === null) return a.rolle === "bevollmaechtigter" ? { ...a, hauptkontakt } : null;
  if (eins === null || zwei === null) return null;
  const summe = plus(eins, zwei);
  if (vergleiche(summe, EINS) > 0 || summe.nenner > groesster) return null;
  return { ...a, hauptkontakt, anteilZaehler: Number(summe.zaehler), anteilNenner: Number(summe.nenner) };
};

const anteilVon = ({ anteilZaehler, anteilNenner }: Parteizeile): Bruch | null =>
  anteilZaehler === null || anteilNenner === null ? null : bruch(anteilZaehler, anteilNenner);
