/** Changes with every change of the keys below: what is stored under another number is thrown away and made anew. */
export const fassung = 1;

/** Records that share a key are compared, unless more than this many do: then the key says too little. */
export const hoechstensJeSchluessel = 60;

const anfang = 0x811c9dc5;

/** FNV-1a over one part and the mark of its end. */
const streue = (h: number, text: string): number => {
  let neu = h;
  for (let i = 0; i < text.length; i += 1) neu = Math.imul(neu ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(neu ^ 0x7c, 0x01000193);
};

/** So that keys that differ in little are far apart. */
const mische = (h: number): number => {
  let x = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) | 0;
};

/**
 * The keys as signed 32-bit numbers, each once, in ascending order. A key with an empty part is none; two that happen to
 * have the same number only compare a pair in vain.
 *
 * @param art kind of record: those of different kinds never share a key
 */
export const alsSchluessel = (art: string, schluessel: readonly (readonly string[])[]): number[] => {
  const werte: number[] = [];
  for (const teile of schluessel) {
    let h = streue(anfang, art);
    let istGanz = true;
    for (const teil of teile) {
      if (teil === "") istGanz = false;
      h = streue(h, teil);
    }
    const wert = mische(h);
    if (istGanz && !werte.includes(wert)) werte.push(wert);
  }
  return werte.sort((a, b) => a - b);
};

/** Two parts in an order of their own, so that swapped ones give the same key. */
export const sortiert = (a: string, b: string): string[] => (a < b ? [a, b] : [b, a]);
