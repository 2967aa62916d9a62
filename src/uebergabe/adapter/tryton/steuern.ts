import { summe } from "../../../kern/geld/cent.ts";
import { steuerAuf } from "../../../kern/pacht/steuer.ts";
import type { Sollbeleg } from "../typen.ts";

/** A tax line as Tryton computed it. */
type Steuerzeile = { id: number; nettoCent: number; steuerCent: number };

/**
 * Tryton rounds half cents to the even one, the archive away from zero as the law's invoices do: so one cent a tax line
 * can differ. Gives what each differing line must be set to; null where they differ by more, which is another tax.
 */
export function gleicheRundung(
  soll: Pick<Sollbeleg, "zeilen" | "steuerCent">,
  zeilen: readonly Steuerzeile[],
): Pick<Steuerzeile, "id" | "steuerCent">[] | null {
  const nettoJeSatz = new Map<number, number>();
  for (const { steuersatzBp, nettoCent } of soll.zeilen)
    nettoJeSatz.set(steuersatzBp, summe([nettoJeSatz.get(steuersatzBp) ?? 0, nettoCent]));
  const archiv = [...nettoJeSatz].map(([satzBp, nettoCent]) => ({
    nettoCent,
    steuerCent: steuerAuf(nettoCent, satzBp),
  }));
  const passende = ordneZu(archiv, zeilen);
  const gerundet = zeilen.map((zeile) => ({
    id: zeile.id,
    steuerCent: passende.get(zeile)?.steuerCent ?? zeile.steuerCent,
  }));
  if (summe(gerundet.map(({ steuerCent }) => steuerCent)) !== soll.steuerCent) return null;
  return gerundet.filter(({ steuerCent }, i) => steuerCent !== zeilen[i]?.steuerCent);
}

type Gruppe = Pick<Steuerzeile, "nettoCent" | "steuerCent">;

/**
 * To each line the group of the archive with its net and, within a cent, its tax; the nearest first and each group
 * once: two rates may have the same net, and then only their taxes tell them apart.
 */
const ordneZu = (archiv: readonly Gruppe[], zeilen: readonly Steuerzeile[]): Map<Steuerzeile, Gruppe> => {
  const abstand = (gruppe: Gruppe, zeile: Steuerzeile) => Math.abs(gruppe.steuerCent - zeile.steuerCent);
  const paare = zeilen
    .flatMap((zeile) => archiv.map((gruppe) => ({ zeile, gruppe })))
    .filter(({ zeile, gruppe }) => gruppe.nettoCent === zeile.nettoCent && abstand(gruppe, zeile) <= 1)
    .sort((a, b) => abstand(a.gruppe, a.zeile) - abstand(b.gruppe, b.zeile));
  const passende = new Map<Steuerzeile, Gruppe>();
  const vergeben = new Set<Gruppe>();
  for (const { zeile, gruppe } of paare)
    if (!passende.has(zeile) && !vergeben.has(gruppe)) {
      passende.set(zeile, gruppe);
      vergeben.add(gruppe);
    }
  return passende;
};
