import { rundeQuotient } from "../geld/bruch.ts";
import { cent, summe } from "../geld/cent.ts";
import { vergleicheText } from "../vergleicheText.ts";
import type { BelegZeile, PositionVersion, Steuergruppe, UmsatzsteuerStatus } from "./typen.ts";

export type Steuer = Pick<BelegZeile, "steuersatzBp" | "steuerbefreiungGrund">;

export const GRUND_KLEINUNTERNEHMER = "steuerfrei nach § 19 Abs. 1 UStG (Kleinunternehmer)";
export const GRUND_NICHT_STEUERBAR = "nicht steuerbar";

/** The lessee's rate is the position's: the operator bills in its own name (§ 3 (11) UStG). */
export function steuerPaechter(version: PositionVersion): Steuer {
  return {
    steuersatzBp: version.steuersatzBp,
    steuerbefreiungGrund: version.steuersatzBp === 0 ? version.steuerbefreiungGrund : null,
  };
}

/**
 * A line at rate 0 keeps the position's own reason, whoever gets it: also a private person's plain lease is exempt, not
 * outside the tax. One that is taxable by its position follows the lessor's status.
 *
 * @returns null where that cannot be said: nobody entered a status, or a flat-rate farmer (§ 24 UStG) would get a rate,
 *   and that scheme does not cover leases
 */
export function steuerVerpaechter(version: PositionVersion, status: UmsatzsteuerStatus | null): Steuer | null {
  if (version.steuersatzBp === 0 || status === "regelbesteuert") return steuerPaechter(version);
  switch (status) {
    case "kleinunternehmer":
      return { steuersatzBp: 0, steuerbefreiungGrund: GRUND_KLEINUNTERNEHMER };
    case "nicht_steuerbar":
      return { steuersatzBp: 0, steuerbefreiungGrund: GRUND_NICHT_STEUERBAR };
    case "pauschaliert":
    case null:
      return null;
  }
}

/**
 * VAT of a document per rate and reason for exemption, highest rate first, then by reason: rounded once on the sum of
 * the net lines (EN 16931 BR-CO-17, BR-S-08).
 */
export function gruppiereSteuer(
  zeilen: readonly Pick<BelegZeile, "nettoCent" | "steuersatzBp" | "steuerbefreiungGrund">[],
): Steuergruppe[] {
  const gruppen: Steuergruppe[] = [];
  for (const { nettoCent, steuersatzBp, steuerbefreiungGrund } of zeilen) {
    const gruppe = gruppen.find(
      (g) => g.steuersatzBp === steuersatzBp && g.steuerbefreiungGrund === steuerbefreiungGrund,
    );
    if (gruppe) gruppe.nettoCent = summe([gruppe.nettoCent, nettoCent]);
    else gruppen.push({ steuersatzBp, steuerbefreiungGrund, nettoCent, steuerCent: 0 });
  }
  for (const gruppe of gruppen) gruppe.steuerCent = steuerAuf(gruppe.nettoCent, gruppe.steuersatzBp);
  return gruppen.sort(
    (a, b) =>
      b.steuersatzBp - a.steuersatzBp || vergleicheText(a.steuerbefreiungGrund ?? "", b.steuerbefreiungGrund ?? ""),
  );
}

/** VAT on a net amount in whole cents, half a cent away from zero; RangeError past the cents that are exact. */
export function steuerAuf(nettoCent: number, satzBp: number): number {
  return satzBp === 0 ? 0 : cent(Number(rundeQuotient(BigInt(nettoCent) * BigInt(satzBp), 10_000n)));
}
