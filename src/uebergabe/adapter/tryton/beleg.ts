import type { Belegrichtung, ExternerBeleg } from "../typen.ts";
import { alsCent, type Dezimal } from "./rpc/werte.ts";

export function typVon(richtung: Belegrichtung): "out" | "in" {
  return richtung === "rechnung" ? "out" : "in";
}

export const belegfelder = [
  "number",
  "state",
  "reference",
  "party.code",
  "untaxed_amount",
  "total_amount",
  "cancel_move.post_number",
];

export type Belegsatz = {
  id: number;
  number: string | null;
  state: "draft" | "validated" | "posted" | "paid" | "cancelled";
  reference: string | null;
  "party.": { code: string } | null;
  untaxed_amount: Dezimal;
  total_amount: Dezimal;
  cancel_move: number | null;
  "cancel_move."?: { post_number: string | null } | null;
};

const zustaende = {
  draft: "entwurf",
  validated: "entwurf",
  posted: "offen",
  paid: "bezahlt",
  cancelled: "storniert",
} as const;

export function liesBeleg(satz: Belegsatz): ExternerBeleg {
  const zustand = zustaende[satz.state];
  return {
    id: String(satz.id),
    referenz: satz.reference,
    nummer: satz.number,
    zustand,
    rohzustand: satz.state,
    parteiCode: satz["party."]?.code ?? null,
    nettoCent: alsCent(satz.untaxed_amount),
    // A fresh draft has no taxes yet.
    bruttoCent: zustand === "entwurf" ? null : alsCent(satz.total_amount),
    storniertDurch: satz["cancel_move."]?.post_number ?? null,
  };
}
