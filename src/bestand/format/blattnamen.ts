/** The sheets in the order in which their records need each other. */
export const blattnamen = [
  "Firmendaten",
  "Positionsarten",
  "Kontaktarten",
  "Kontakte",
  "Patchobjekte",
  "Pachtkonten",
  "Beteiligte",
  "Positionen",
  "Hebungen",
  "Feldwerte",
] as const;
export type Blatt = (typeof blattnamen)[number];
