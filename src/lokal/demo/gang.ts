/** A booking reaches no farther ahead. */
export const hoechstensVoraus = 62;

export function schritt(text: string): void {
  console.log(`\n${text}`);
}
