import { rundeQuotient } from "../../../kern/geld/bruch.ts";
import { summe } from "../../../kern/geld/cent.ts";
import type { Sollbeleg } from "../typen.ts";

/** A tax line as Tryton computed it. */
export type Steuerzeile = { id: number; nettoCent: number; steuerCent: number };

/**
 * Tryton rounds half cents to the even one, the archive away from zero as the law's invoices do: so one cent a tax line
 * can differ. Gives what each differing line must be set to; null where they differ by more, which is another tax.
 */
export const gleicheRundung = (
  soll: Pick<Sollbeleg, "zeilen" | "steuerCent">,
  zeilen: readonly Steuerzeile[],
): Pick<Steuerzeile, "id" | "steuerCent">[] | null => {
  const nettoJeSatz = new Map<number, number>();
  for (const { steuersatzBp, nettoCent } of soll.zeilen)
    nettoJeSatz.set(steuersatzBp, summe([nettoJeSatz.get(steuersatzBp) ?? 0, nettoCent]));
  const gerundet = zeilen.map((zeile) => {
    const passend = [...nettoJeSatz]
      .filter(([, nettoCent]) => nettoCent === zeile.nettoCent)
      .map(([satzBp]) => Number(rundeQuotient(BigInt(zeile.nettoCent) * BigInt(satzBp), 10_000n)))
      .find((steuerCent) => Math.abs(steuerCent - zeile.steuerCent) <= 1);
    return { id: zeile.id, steuerCent: passend ?? zeile.steuerCent };
  });
  if (summe(gerundet.map(({ steuerCent }) => steuerCent)) !== soll.steuerCent) return null;
  return gerundet.filter(({ steuerCent }, i) => steuerCent !== zeilen[i]?.steuerCent);
};
