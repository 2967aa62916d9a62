/** The sums that preview, run and archive name alike. */
export const summenfelder = [
  "anzahlKonten",
  "anzahlDokumente",
  "paechterNettoCent",
  "paechterSteuerCent",
  "paechterBruttoCent",
  "verpaechterBruttoCent",
  "gebuehrBruttoCent",
  "auszahlungCent",
] as const;
