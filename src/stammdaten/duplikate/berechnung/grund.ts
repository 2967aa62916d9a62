/** Why two records are taken for one, in the order in which they are told. */
export const gruende = [
  "name_gleich",
  "name_vertauscht",
  "name_aehnlich",
  "vorname_abgekuerzt",
  "firma_gleich",
  "firma_aehnlich",
  "anschrift_gleich",
  "anschrift_aehnlich",
  "anschrift_anders",
  "iban_gleich",
  "email_gleich",
  "telefon_gleich",
  "steuernummer_gleich",
  "ust_id_gleich",
  "flurstueck_gleich",
  "flurstueck_aehnlich",
  "bezeichnung_gleich",
  "bezeichnung_aehnlich",
  "flaeche_gleich",
] as const;
export type Grund = (typeof gruende)[number];

export const grundtext: Record<Grund, string> = {
  name_gleich: "Der Name ist gleich.",
  name_vertauscht: "Vor- und Nachname sind vertauscht.",
  name_aehnlich: "Der Name ist ähnlich geschrieben oder klingt gleich.",
  vorname_abgekuerzt: "Der Vorname ist abgekürzt oder nur zum Teil genannt.",
  firma_gleich: "Die Firma ist gleich.",
  firma_aehnlich: "Die Firma ist ähnlich geschrieben.",
  anschrift_gleich: "Die Anschrift ist gleich.",
  anschrift_aehnlich: "Die Anschrift ist ähnlich geschrieben.",
  anschrift_anders: "Die Anschriften sind verschieden: möglicherweise umgezogen.",
  iban_gleich: "Die IBAN ist gleich.",
  email_gleich: "Die E-Mail-Adresse ist gleich.",
  telefon_gleich: "Eine Telefonnummer ist gleich.",
  steuernummer_gleich: "Die Steuernummer ist gleich.",
  ust_id_gleich: "Die USt-IdNr. ist gleich.",
  flurstueck_gleich: "Gemarkung, Flur und Flurstück sind gleich.",
  flurstueck_aehnlich: "Das Flurstück ist gleich, die Gemarkung ähnlich geschrieben.",
  bezeichnung_gleich: "Die Bezeichnung ist gleich.",
  bezeichnung_aehnlich: "Die Bezeichnung ist ähnlich.",
  flaeche_gleich: "Die Fläche ist gleich.",
};

export type Bewertung = { score: number; gruende: Grund[] };
