import type { Belegart } from "./typen.ts";

/** A document that lessees owe, or are owed, for their lease; not the fee, which lessors pay, and no Storno. */
export function istAnPaechter(belegart: Belegart): boolean {
  return belegart === "rechnung" || belegart === "schlussrechnung";
}

/** A document that takes another one back. */
export function istStorno(belegart: Belegart): boolean {
  return belegart === "stornorechnung" || belegart === "stornogutschrift";
}
