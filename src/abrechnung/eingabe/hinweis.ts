export const hinweiscodes = [
  "anschrift_gekuerzt",
  "betrag_zu_hoch",
  "gilt_unbefristet",
  "glaeubiger_id_fehlt",
  "gutschrift_nicht_vereinbart",
  "hebung_geplant",
  "hebung_ohne_position",
  "iban_fehlt",
  "keine_position",
  "konto_unbrauchbar",
  "mandat_fehlt",
  "mandat_unbrauchbar",
  "option_pauschaliert",
  "steuerbefreiung_ohne_grund",
  "steuersatz_ungewoehnlich",
  "summe_negativ",
  "verlaengert_sich",
  "vielfaches_der_letzten_abrechnung",
  "zeichen_fehlt",
] as const;
type Hinweiscode = (typeof hinweiscodes)[number];

export type Hinweis = { code: Hinweiscode; text: string };
