/** Kinds of records that a file knows by a key. */
export type Schluesselart = "kontakt" | "patchobjekt" | "pachtkonto" | "position" | "hebung";

/**
 * How a key begins that an export makes of an id: "K-12-5f3a9c", with the mark of this installation behind it, so that
 * an import finds the record again here, and takes it for another one anywhere else.
 */
export const schluesselanfang: Record<Schluesselart, string> = {
  kontakt: "K",
  patchobjekt: "O",
  pachtkonto: "P",
  position: "B",
  hebung: "H",
};
