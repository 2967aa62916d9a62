/** Changes with every change of the keys below: what is stored under another number is thrown away and made anew. */
export const fassung = 1;

/** Records that share a key are compared, unless more than this many do: then the key says too little. */
export const hoechstensJeSchluessel = 60;

/** FNV-1a with a last mix, as a signed 32-bit number. Two texts may share it: that only compares a pair in vain. */
export const streuwert = (text: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) | 0;
};

/** The keys as numbers, each once, in ascending order. A key with an empty part is none. */
export const alsSchluessel = (schluessel: readonly (readonly string[])[]): number[] => {
  const werte = new Set<number>();
  for (const teile of schluessel) if (!teile.includes("")) werte.add(streuwert(teile.join("|")));
  return [...werte].sort((a, b) => a - b);
};

/** Two parts in an order of their own, so that swapped ones give the same key. */
export const sortiert = (a: string, b: string): string[] => (a < b ? [a, b] : [b, a]);
