import { addiereMonate, deutschesDatum, parseTag, plusTage } from "../kalender/tag.ts";
import type { Wertsicherung } from "./klausel.ts";

export const klauselcodes = ["klausel_einseitig", "klausel_laufzeit", "klausel_unverhaeltnismaessig"] as const;
export type Klauselhinweis = { code: (typeof klauselcodes)[number]; text: string };

/** From when to when a contract runs. */
export type Klauseldauer = { vertragsschlussAm: string | null; pachtbeginn: string; pachtende: string | null };

const GANZ = 10_000;
const ZEHN_JAHRE = 120;

/**
 * What the Preisklauselgesetz asks of a clause that follows an index, where this one may not hold. Until a court has said
 * so, a clause is good (§ 8 PrKG): a lawyer should look, nothing is refused.
 */
export function klauselhinweise(klausel: Wertsicherung, dauer: Klauseldauer): Klauselhinweis[] {
  if (klausel.art !== "index") return [];
  return [
    ...(klausel.beideRichtungen ? [] : [einseitig]),
    ...(istKurz(dauer) ? [laufzeit(dauer)] : []),
    ...(klausel.weitergabeBp > GANZ ? [unverhaeltnismaessig] : []),
  ];
}

/** Without an end, or over in less than ten years from the contract on. */
function istKurz({ vertragsschlussAm, pachtbeginn, pachtende }: Klauseldauer): boolean {
  if (pachtende === null) return true;
  return plusTage(parseTag(pachtende), 1) < addiereMonate(parseTag(vertragsschlussAm ?? pachtbeginn), ZEHN_JAHRE);
}

const einseitig: Klauselhinweis = {
  code: "klausel_einseitig",
  text: "Die Klausel erhöht die Pacht, wenn der Index steigt, mindert sie aber nicht, wenn er fällt (§ 2 Abs. 3 Nr. 1 PrKG). Bitte rechtlich prüfen lassen.",
};

const unverhaeltnismaessig: Klauselhinweis = {
  code: "klausel_unverhaeltnismaessig",
  text: "Die Klausel gibt mehr weiter, als sich der Index ändert (§ 2 Abs. 3 Nr. 3 PrKG). Bitte rechtlich prüfen lassen.",
};

const laufzeit = ({ pachtende }: Klauseldauer): Klauselhinweis => ({
  code: "klausel_laufzeit",
  text: `Ein Preisindex setzt einen Vertrag von mindestens zehn Jahren voraus, oder dass der Verpächter so lange nicht ordentlich kündigen oder der Pächter so weit verlängern kann (§ 3 Abs. 1 Nr. 1 Buchst. d und e PrKG); dieser ${pachtende === null ? "hat kein Ende" : `endet am ${deutschesDatum(pachtende)}`}. Bitte rechtlich prüfen lassen.`,
});
