import type { Kontakt, schreibbareFelder } from "../../stammdaten/kontakte/schema.ts";
import { nur, vereineBemerkungen } from "./felder.ts";

type Kontaktfeld = (typeof schreibbareFelder)[number];

/** One account at a bank: who takes over the IBAN takes over what belongs to it. */
const bankkonto = ["iban", "bic", "kontoinhaber", "bankBestaetigtAm"] as const satisfies Kontaktfeld[];
const bank: readonly Kontaktfeld[] = [...bankkonto, "zahlungsart", "sepaMandat"];

/**
 * The contact that is left, with the fields named taken from the one that goes. Remarks are put one below the other; a
 * mandate comes along, with its bank account, where the one that is left has neither another account nor a mandate. No
 * mandate ever stands beside an account that it was not given for: named alone, the account brings or costs the mandate,
 * and a mandate brings its account. Nor is an account confirmed because another one is.
 *
 * @throws Ablehnung konflikt `bemerkung_zu_lang`
 */
export function vereineKontaktfelder(bleibt: Kontakt, geht: Kontakt, felder: readonly Kontaktfeld[]): Kontakt {
  const genannte = new Set<Kontaktfeld>(felder);
  for (const feld of [...mitDemKonto(bleibt, geht, genannte), ...mitDemMandat(bleibt, geht)]) genannte.add(feld);
  if (bleibt.iban !== geht.iban && !genannte.has("iban")) genannte.delete("bankBestaetigtAm");
  const bemerkung = genannte.has("bemerkung") ? geht.bemerkung : vereineBemerkungen(bleibt.bemerkung, geht.bemerkung);
  return { ...bleibt, ...nur(geht, [...genannte]), bemerkung };
}

/** What belongs to the account or the mandate that was named. */
const mitDemKonto = (bleibt: Kontakt, geht: Kontakt, genannte: ReadonlySet<Kontaktfeld>): readonly Kontaktfeld[] => {
  const nimmtKonto = genannte.has("iban");
  const nimmtMandat = genannte.has("sepaMandat") && geht.sepaMandat !== null;
  const hatMandat = bleibt.sepaMandat !== null || geht.sepaMandat !== null;
  if (bleibt.iban !== geht.iban && (nimmtMandat || (nimmtKonto && hatMandat))) return bank;
  return nimmtKonto ? bankkonto : [];
};

const mitDemMandat = (bleibt: Kontakt, geht: Kontakt): readonly Kontaktfeld[] => {
  if (geht.sepaMandat === null || bleibt.sepaMandat !== null) return [];
  if (bleibt.iban === null) return bank;
  return bleibt.iban === geht.iban ? ["sepaMandat", "zahlungsart"] : [];
};
