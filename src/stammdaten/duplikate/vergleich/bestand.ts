import { Buffer } from "node:buffer";
import type { Sql } from "../../../technik/database/pool.ts";
import type { Art } from "../arten.ts";
import { type Bilder, streicheSeltene, zaehleDazu } from "../berechnung/bestand.ts";
import * as q from "./queries.ts";

const jeBlock = 10_000;

/**
 * As many records as one fetch brings, in few bytes outside the heap of the engine: as objects a million of them would
 * fill it. Arrays say where each begins, the last entry where the last ends.
 */
type Block = {
  ids: Float64Array;
  texte: Buffer;
  abText: Uint32Array;
  schluessel: Int32Array;
  abSchluessel: Uint32Array;
};

const bildeBlock = <B extends { id: number }>(
  art: Pick<Art<never, B>, "schluessel" | "verdichte">,
  bilder: readonly B[],
): Block => {
  const [abText, abSchluessel] = [new Uint32Array(bilder.length + 1), new Uint32Array(bilder.length + 1)];
  const texte: string[] = [];
  const schluessel: number[] = [];
  for (const [n, bild] of bilder.entries()) {
    const text = JSON.stringify(art.verdichte(bild));
    texte.push(text);
    abText[n + 1] = (abText[n] as number) + Buffer.byteLength(text);
    for (const einer of art.schluessel(bild)) schluessel.push(einer);
    abSchluessel[n + 1] = schluessel.length;
  }
  return {
    ids: Float64Array.from(bilder, ({ id }) => id),
    texte: Buffer.from(texte.join("")),
    abText,
    schluessel: Int32Array.from(schluessel),
    abSchluessel,
  };
};

/** All records of one kind as they were read, and the words that at least some of them carry. */
export type Bestand<B> = Bilder<B> & {
  id(nr: number): number;
  /** The number of the record with this id, -1 if it was not there. */
  nummer(id: number): number;
  anzahlen: Map<string, number>;
};

const verbindeBloecke = <B extends { id: number }>(
  art: Art<never, B>,
  bloecke: readonly Block[],
  anzahlen: Map<string, number>,
): Bestand<B> => {
  // All but the last are full.
  const block = (nr: number): Block => bloecke[Math.floor(nr / jeBlock)] as Block;
  const id = (nr: number): number => block(nr).ids[nr % jeBlock] as number;
  const anzahl = bloecke.reduce((summe, { ids }) => summe + ids.length, 0);
  return {
    anzahl,
    anzahlen,
    id,
    bild: (nr) => {
      const { texte, abText } = block(nr);
      const n = nr % jeBlock;
      return art.entfalte(JSON.parse(texte.toString("utf8", abText[n], abText[n + 1])));
    },
    schluessel: (nr) => {
      const { schluessel, abSchluessel } = block(nr);
      const n = nr % jeBlock;
      return schluessel.subarray(abSchluessel[n], abSchluessel[n + 1]);
    },
    nummer: (gesuchte) => {
      let [von, bis] = [0, anzahl];
      while (von < bis) {
        const mitte = (von + bis) >>> 1;
        if (id(mitte) < gesuchte) von = mitte + 1;
        else bis = mitte;
      }
      return von < anzahl && id(von) === gesuchte ? von : -1;
    },
  };
};

/**
 * Reads the whole stock in ascending order of the ids; the next records are under way while these are worked on. It ends
 * with the first block that is not full: who is saved after that has left his mark, and is compared when it counts.
 */
export async function liesBestand<D extends { id: number }, B extends { id: number }>(
  sql: Sql,
  art: Art<D, B>,
  signal: AbortSignal | undefined,
): Promise<Bestand<B>> {
  const bloecke: Block[] = [];
  const anzahlen = new Map<string, number>();
  const rufeAb = (nachId: number): Promise<D[]> => {
    const abruf = q.listNachDerId<D>(sql, art, nachId, jeBlock).execute();
    // A comparison that stops early does not wait for it.
    abruf.catch(() => {});
    return abruf;
  };
  let abruf = rufeAb(0);
  for (;;) {
    const zeilen = await abruf;
    signal?.throwIfAborted();
    const letzte = zeilen.length === jeBlock ? zeilen.at(-1) : undefined;
    if (letzte) abruf = rufeAb(letzte.id);
    const bilder = zeilen.map(art.bilde);
    for (const bild of bilder) zaehleDazu(anzahlen, art.worte(bild));
    bloecke.push(bildeBlock(art, bilder));
    if (!letzte) break;
  }
  streicheSeltene(anzahlen);
  return verbindeBloecke(art, bloecke, anzahlen);
}
