import { Buffer } from "node:buffer";

const blockgroesse = 1024 * 1024;

/**
 * Millions of texts by number, as bytes in a few blocks: as strings, each would be an object that the garbage collector
 * stops for.
 */
export function erstelleTextspeicher() {
  const bloecke: Buffer[] = [];
  // Block, begin and length of each.
  let orte = new Uint32Array(3 * 1024);
  let [anzahl, stelle, bytes] = [0, 0, 0];
  return {
    /** @returns how many bytes all of them have */
    nimm(text: string): number {
      const laenge = Buffer.byteLength(text);
      let block = bloecke.at(-1);
      if (!block || stelle + laenge > block.length) {
        block = Buffer.allocUnsafe(Math.max(blockgroesse, laenge));
        bloecke.push(block);
        stelle = 0;
      }
      block.write(text, stelle);
      if (3 * anzahl === orte.length) {
        const groesser = new Uint32Array(2 * orte.length);
        groesser.set(orte);
        orte = groesser;
      }
      orte.set([bloecke.length - 1, stelle, laenge], 3 * anzahl);
      anzahl += 1;
      stelle += laenge;
      bytes += laenge;
      return bytes + 12 * anzahl;
    },
    hole(nr: number): string | undefined {
      if (!Number.isInteger(nr) || nr < 0 || nr >= anzahl) return undefined;
      const [block = 0, beginn = 0, laenge = 0] = orte.subarray(3 * nr, 3 * nr + 3);
      return bloecke[block]?.toString("utf8", beginn, beginn + laenge);
    },
  };
}

export type Textspeicher = ReturnType<typeof erstelleTextspeicher>;
