/** Changes with every change of the keys below: what is stored under another number is thrown away and made anew. */
export const fassung = 2;

/**
 * Records that share a key are compared, unless more than this many do: then the key says too little. A name alone, the
 * whole country over, says less: if many have it, none of them is another one of them for that reason.
 */
export function hoechstensMit(schluessel: number): number {
  return (schluessel & 1) === 1 ? 12 : 60;
}

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

/** One sort of key, for instance "the same account": begun once, it is only continued for each record. */
type Schluesselart = number;

/**
 * @param art kind of record: those of different kinds never share a key
 * @param nurName whether the key is a name and nothing else; that is its lowest bit
 */
export function schluesselart(art: string, name: string, nurName = false): Schluesselart {
  return (streue(streue(anfang, art), name) & ~1) | (nurName ? 1 : 0);
}

/**
 * Adds a key of up to three parts as a signed 32-bit number, once. A key with an empty part is none; two that happen to
 * have the same number only compare a pair in vain.
 */
export function fuegeAn(werte: number[], art: Schluesselart, a: string, b?: string, c?: string): void {
  if (a === "" || b === "" || c === "") return;
  let h = streue(art, a);
  if (b !== undefined) h = streue(h, b);
  if (c !== undefined) h = streue(h, c);
  const wert = (mische(h) & ~1) | (art & 1);
  if (!werte.includes(wert)) werte.push(wert);
}

/** The same key whichever way round `x` and `y` stand. */
export function fuegeUngeordnetAn(werte: number[], art: Schluesselart, x: string, y: string, wo?: string): void {
  x < y ? fuegeAn(werte, art, x, y, wo) : fuegeAn(werte, art, y, x, wo);
}

export function aufsteigend(werte: number[]): number[] {
  return werte.sort((a, b) => a - b);
}
