import type { BelegEntwurf } from "../../kern/pacht/typen.ts";

/** Sums over documents: what lessees are billed, lessors are credited, the fee, and what is paid out after it. */
export type Summen = {
  anzahlDokumente: number;
  paechterNettoCent: number;
  paechterSteuerCent: number;
  paechterBruttoCent: number;
  verpaechterBruttoCent: number;
  gebuehrBruttoCent: number;
  auszahlungCent: number;
};

export function nullSummen(): Summen {
  return {
    anzahlDokumente: 0,
    paechterNettoCent: 0,
    paechterSteuerCent: 0,
    paechterBruttoCent: 0,
    verpaechterBruttoCent: 0,
    gebuehrBruttoCent: 0,
    auszahlungCent: 0,
  };
}

export function addiere(zu: Summen, mehr: Summen): void {
  for (const feld of Object.keys(mehr) as (keyof Summen)[]) zu[feld] += mehr[feld];
}

type Gezaehlter = Pick<BelegEntwurf, "belegart" | "nettoCent" | "steuerCent" | "bruttoCent" | "auszahlungCent">;

/** A Storno counts to what it cancels where it is given with the kind of that document. */
export function summiere(belege: readonly Gezaehlter[]): Summen {
  const summen = nullSummen();
  for (const beleg of belege) {
    summen.anzahlDokumente += 1;
    if (beleg.belegart === "gutschrift") {
      summen.verpaechterBruttoCent += beleg.bruttoCent;
      summen.auszahlungCent += beleg.auszahlungCent ?? 0;
    } else if (beleg.belegart === "gebuehrenrechnung") {
      summen.gebuehrBruttoCent += beleg.bruttoCent;
    } else {
      summen.paechterNettoCent += beleg.nettoCent;
      summen.paechterSteuerCent += beleg.steuerCent;
      summen.paechterBruttoCent += beleg.bruttoCent;
    }
  }
  return summen;
}
