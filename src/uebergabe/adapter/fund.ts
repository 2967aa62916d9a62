import type { ExternerBeleg, Fund } from "./typen.ts";

export function alsFund(belege: ExternerBeleg[]): Fund {
  const [erster] = belege;
  if (!erster) return { fund: "none" };
  return belege.length === 1 ? { fund: "one", beleg: erster } : { fund: "many", belege };
}

/** What there is of the documents asked for, by id; null where one is gone. */
export function jeId(ids: readonly string[], belege: readonly ExternerBeleg[]): Map<string, ExternerBeleg | null> {
  const gefunden = new Map(belege.map((beleg) => [beleg.id, beleg]));
  return new Map(ids.map((id) => [id, gefunden.get(id) ?? null]));
}
