import { createHash } from "node:crypto";
import type { Ermittelt } from "./ermittle.ts";

/** SHA-256 of all that would be taken over for an account: equal proposals, and only those, have the same. */
export function abdruckVon({ konto, vorschlag: { hebung, aenderungen } }: Ermittelt): Buffer {
  const betraege = aenderungen.map(({ positionId, altCent, neuCent }) => [positionId, altCent, neuCent]);
  return createHash("sha256")
    .update(`${konto.id}|${JSON.stringify(hebung)}|${JSON.stringify(betraege)}\n`)
    .digest();
}

/** Reads the prints of proposals, in the order of accounts, into the one that a list of them has. */
export function neuerGesamtabdruck() {
  const hash = createHash("sha256");
  return { nimm: (ermittelt: Ermittelt) => void hash.update(abdruckVon(ermittelt)), hex: () => hash.digest("hex") };
}
