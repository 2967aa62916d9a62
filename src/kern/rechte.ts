export const rollen = ["administrator", "verwalter", "mitarbeiter", "pruefer"] as const;
export type Rolle = (typeof rollen)[number];

const alle = rollen;
const schreibende = ["administrator", "verwalter", "mitarbeiter"] as const;
const leitende = ["administrator", "verwalter"] as const;

/**
 * Who may do what: the one table from which the routes check and the document tells. `angemeldet` rights need a
 * session but no role; `offen` ones need nothing.
 */
export const rechte = {
  offen: null,
  angemeldet: [],
  "daten.lesen": alle,
  "daten.schreiben": schreibende,
  "daten.loeschen": leitende,
  "duplikate.zusammenfuehren": leitende,
  "hebungen.planen": schreibende,
  "schreiben.entwerfen": schreibende,
  "hebungen.fuehren": leitende,
  "stammlisten.schreiben": leitende,
  "abrechnung.buchen": leitende,
  "abrechnung.markieren": schreibende,
  "gutschriften.widersprechen": leitende,
  "zahlungen.exportieren": leitende,
  "zahlungen.verwerfen": ["administrator"],
  "faelligkeiten.berechnen": schreibende,
  "auditlog.lesen": ["administrator", "verwalter", "pruefer"],
  "firma.schreiben": ["administrator"],
  "extern.uebergeben": schreibende,
  "extern.fuehren": leitende,
  "extern.einrichten": ["administrator"],
  "bestand.uebernehmen": leitende,
  "personen.auskunft": leitende,
  "personen.loeschen": ["administrator"],
  "auftraege.lesen": alle,
  "betrieb.fuehren": leitende,
} as const satisfies Record<string, readonly Rolle[] | null>;

export type Recht = keyof typeof rechte;

/** As people call the roles. */
export const rollenworte: Record<Rolle, string> = {
  administrator: "Administrator",
  verwalter: "Verwalter",
  mitarbeiter: "Mitarbeiter",
  pruefer: "Prüfer",
};

/** The sentence of the document that says who may call an operation. */
export function rechtSatz(recht: Recht): string {
  const erlaubt: readonly Rolle[] | null = rechte[recht];
  if (erlaubt === null) return "Ohne Anmeldung erreichbar.";
  if (erlaubt.length === 0) return "Für alle Angemeldeten, auch ohne Rolle.";
  return `Rollen: ${erlaubt.map((rolle) => rollenworte[rolle]).join(", ")}.`;
}

export function darf(rollenDesAkteurs: readonly Rolle[], recht: Recht): boolean {
  const erlaubt: readonly Rolle[] | null = rechte[recht];
  return erlaubt === null || erlaubt.length === 0 || rollenDesAkteurs.some((rolle) => erlaubt.includes(rolle));
}
