/**
 * Excerpts of the code lists of EN 16931 (validation artefacts 1.3): what a document of this kind may use. Hectare (HAR)
 * is not in the list of units.
 */
export const codelisten = {
  /** UNTDID 1001 */
  belegart: ["261", "380", "381", "384", "389"],
  /** ISO 4217 */
  waehrung: ["EUR"],
  /** UNTDID 5305 */
  kategorie: ["AE", "E", "G", "K", "L", "M", "O", "S", "Z"],
  /** UNTDID 4461 */
  zahlungsweg: ["1", "10", "30", "42", "49", "57", "58", "59", "97", "ZZZ"],
  /** UN/ECE Recommendation 20 */
  einheit: ["ANN", "C62", "DAY", "H87", "KWH", "MON", "MTK", "MTQ"],
  vatex: [
    "VATEX-EU-79-C",
    "VATEX-EU-132",
    "VATEX-EU-135-1",
    "VATEX-EU-143",
    "VATEX-EU-148",
    "VATEX-EU-151",
    "VATEX-EU-309",
    "VATEX-EU-AE",
    "VATEX-EU-G",
    "VATEX-EU-IC",
    "VATEX-EU-O",
  ],
};
