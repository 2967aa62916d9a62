/** Amounts of positions end at 10 billion euros; so do the amounts that increase them. */
export const HOECHSTBETRAG_CENT = 1e12;

/** Above this ratio of two index values one of them is a slip of the pen. */
export const HOECHSTES_INDEXVERHAELTNIS = 1000;
