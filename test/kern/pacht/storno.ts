import type { Belegart, BelegEntwurf } from "../../../src/kern/pacht/typen.ts";

const STORNO: Record<Belegart, "stornorechnung" | "stornogutschrift" | null> = {
  rechnung: "stornorechnung",
  schlussrechnung: "stornorechnung",
  gebuehrenrechnung: "stornorechnung",
  gutschrift: "stornogutschrift",
  stornorechnung: null,
  stornogutschrift: null,
};

/**
 * What a counter document has to be; the service makes it in SQL. The stored cents with changed signs, nothing computed anew, so that both sum to 0 line by line
 * and tax group by tax group. Each line keeps the derivation of the line that it cancels.
 *
 * @throws RangeError for a document that is a counter document itself
 */
export function negiere(beleg: BelegEntwurf): BelegEntwurf {
  const belegart = STORNO[beleg.belegart];
  if (belegart === null) throw new RangeError(`Kein Storno eines Stornos: ${beleg.belegart}`);
  return {
    belegart,
    kontaktId: beleg.kontaktId,
    leistungVon: beleg.leistungVon,
    leistungBis: beleg.leistungBis,
    zeilen: beleg.zeilen.map((zeile) => ({ ...zeile, nettoCent: minus(zeile.nettoCent) })),
    steuergruppen: beleg.steuergruppen.map((gruppe) => ({
      ...gruppe,
      nettoCent: minus(gruppe.nettoCent),
      steuerCent: minus(gruppe.steuerCent),
    })),
    nettoCent: minus(beleg.nettoCent),
    steuerCent: minus(beleg.steuerCent),
    bruttoCent: minus(beleg.bruttoCent),
    auszahlungCent: beleg.auszahlungCent === null ? null : minus(beleg.auszahlungCent),
  };
}

/** Without -0. */
function minus(betragCent: number): number {
  return 0 - betragCent;
}
