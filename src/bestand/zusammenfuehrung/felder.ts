import { isDeepStrictEqual } from "node:util";
import { konflikt } from "../../kern/ablehnung.ts";
import { type Kontakt, schreibbareFelder } from "../../stammdaten/kontakte/schema.ts";
import type { Zusammenfuehrung } from "./schema.ts";

export type Kontaktfeld = (typeof schreibbareFelder)[number];

/** One account at a bank: who takes over the IBAN takes over what belongs to it. */
const bankkonto = ["iban", "bic", "kontoinhaber", "bankBestaetigtAm"] as const satisfies Kontaktfeld[];
const bank: readonly Kontaktfeld[] = [...bankkonto, "zahlungsart", "sepaMandat"];

/** As long as a remark may be. */
const bemerkungHoechstens = 4000;

/**
 * The contact that is left, with the fields named taken from the one that goes. Remarks are put one below the other; a
 * mandate comes along, with its bank account, where the one that is left has neither another account nor a mandate, so
 * that no mandate ever stands beside an account that it was not given for.
 *
 * @throws Ablehnung konflikt `bemerkung_zu_lang`
 */
export const vereineFelder = (bleibt: Kontakt, geht: Kontakt, felder: readonly Kontaktfeld[]): Kontakt => {
  const genannte = new Set<Kontaktfeld>(felder.includes("iban") ? [...felder, ...bankkonto] : felder);
  if (!bank.some((feld) => genannte.has(feld))) for (const feld of mitDemMandat(bleibt, geht)) genannte.add(feld);
  return {
    ...bleibt,
    bemerkung: vereineBemerkungen(bleibt.bemerkung, geht.bemerkung, genannte.has("bemerkung")),
    ...nur(
      geht,
      [...genannte].filter((feld) => feld !== "bemerkung"),
    ),
  };
};

/** Field by field what differs. */
export const geaenderteFelder = (alt: Kontakt, neu: Kontakt): Zusammenfuehrung["felder"] =>
  schreibbareFelder
    .filter((feld) => !isDeepStrictEqual(alt[feld], neu[feld]))
    .map((feld) => ({ feld, alt: alt[feld], neu: neu[feld] }));

const mitDemMandat = (bleibt: Kontakt, geht: Kontakt): readonly Kontaktfeld[] => {
  if (geht.sepaMandat === null || bleibt.sepaMandat !== null) return [];
  if (bleibt.iban === null) return bank;
  return bleibt.iban === geht.iban ? ["sepaMandat", "zahlungsart"] : [];
};

const vereineBemerkungen = (bleibt: string | null, geht: string | null, nurDessen: boolean): string | null => {
  if (nurDessen || bleibt === null) return geht;
  if (geht === null || bleibt.includes(geht)) return bleibt;
  const beide = `${bleibt}\n\n${geht}`;
  if (beide.length > bemerkungHoechstens)
    throw konflikt(
      "bemerkung_zu_lang",
      `Beide Bemerkungen haben zusammen mehr als ${bemerkungHoechstens} Zeichen. Bitte vorher eine kürzen.`,
    );
  return beide;
};

const nur = (kontakt: Kontakt, felder: readonly Kontaktfeld[]): Partial<Kontakt> =>
  Object.fromEntries(felder.map((feld) => [feld, kontakt[feld]]));
