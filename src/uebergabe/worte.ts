import type { Aktion, Zustand } from "./schema.ts";

/** How a document stands, as it follows "ist"; the operating view has the same words. */
export const zustandsworte: Record<Zustand, string> = {
  pending: "noch nicht übergeben",
  synced: "übergeben",
  failed: "abgewiesen",
  uncertain: "ungeklärt",
  cancelled: "außen storniert",
  deleted: "außen gelöscht",
  legacy: "älter als der Start der Übergabe",
};

/** What can be done with a document, as it follows "lässt sich" or "bitte". */
export const aktionsworte: Record<Aktion, string> = {
  export: "übergeben",
  refresh: "aktualisieren",
  reconcile: "klären",
  cancel: "stornieren",
  delete: "löschen",
};

const entweder = new Intl.ListFormat("de", { type: "disjunction" });

/** "aktualisieren, klären oder stornieren" */
export function eineVon(aktionen: readonly Aktion[]): string {
  return entweder.format(aktionen.map((aktion) => aktionsworte[aktion]));
}
