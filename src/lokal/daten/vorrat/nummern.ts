/**
 * Numbers with valid check digits that belong to nobody: German bank codes begin with 1 to 8, these with 9.
 */

type Testbank = { blz: string; bic: string; name: string };

export const testbanken: readonly Testbank[] = [
  { blz: "92580011", bic: "TESTDE21UEL", name: "Sparkasse Heidmark (Test)" },
  { blz: "92481105", bic: "TESTDE21LBG", name: "Volksbank Ilmenautal eG (Test)" },
  { blz: "92579990", bic: "TESTDE21HAN", name: "Landbank Niedersachsen AG (Test)" },
  { blz: "92000310", bic: "TESTDE21HAM", name: "Nordbank Hamburg (Test)" },
];

/** IBAN of a ten-digit account number at a bank code, ISO 7064 mod 97-10. */
export function iban(blz: string, kontonummer: number): string {
  const bban = `${blz}${String(kontonummer).padStart(10, "0")}`;
  const pruefziffern = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(pruefziffern).padStart(2, "0")}${bban}`;
}

/** VAT id of eight digits, ISO 7064 mod 11,10. */
export function ustId(ziffern: number): string {
  const text = String(ziffern).padStart(8, "0");
  let produkt = 10;
  for (const ziffer of text) {
    const summe = (Number(ziffer) + produkt) % 10 || 10;
    produkt = (2 * summe) % 11;
  }
  return `DE${text}${(11 - produkt) % 10}`;
}
