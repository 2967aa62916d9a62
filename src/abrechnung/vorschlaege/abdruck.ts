import { createHash } from "node:crypto";
import type { Ermittelt } from "./ermittle.ts";

/** Reads every proposal into one SHA-256: equal proposals, and only those, have the same. */
export const neuerAbdruck = () => {
  const hash = createHash("sha256");
  return {
    nimm({ konto, vorschlag }: Ermittelt): void {
      const { hebung, aenderungen } = vorschlag;
      const betraege = aenderungen.map(({ positionId, altCent, neuCent }) => [positionId, altCent, neuCent]);
      hash.update(`${konto.id}|${JSON.stringify(hebung)}|${JSON.stringify(betraege)}\n`);
    },
    hex: (): string => hash.digest("hex"),
  };
};
