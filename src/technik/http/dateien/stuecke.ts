import { Buffer } from "node:buffer";
import { open } from "node:fs/promises";
import { einlass } from "../../database/einlass.ts";
import type { Bereich } from "./dateiantwort.ts";
import type { Eingang } from "./upload.ts";

/** Bytes a piece. What is stored is cut by it and found by it, so it stays as it is. */
export const stueckgroesse = 256 * 1024;

/** For writing files into the database, two at a time of all kinds: a pool has at least four connections. */
export const derReiheNach = einlass(2);

/** Cuts a file that has arrived into its pieces, of which no more than one is in memory: `lege` is done with it. */
export async function legeStueckeAb(
  { pfad }: Eingang,
  lege: (nr: number, inhalt: Uint8Array) => PromiseLike<unknown>,
): Promise<void> {
  const datei = await open(pfad);
  try {
    const puffer = Buffer.alloc(stueckgroesse);
    for (let nr = 0; ; nr++) {
      const { bytesRead } = await datei.read(puffer, 0, stueckgroesse, nr * stueckgroesse);
      if (bytesRead === 0) return;
      await lege(nr, puffer.subarray(0, bytesRead));
    }
  } finally {
    await datei.close();
  }
}

/** A part of a file that lies in pieces: a piece is read when it is asked for, and none ahead. */
export function ausStuecken(
  { von, bis }: Bereich,
  finde: (nr: number) => Promise<Uint8Array | undefined>,
): ReadableStream<Uint8Array> {
  let nr = Math.floor(von / stueckgroesse);
  return new ReadableStream(
    {
      async pull(steuerung) {
        const stueck = await finde(nr);
        if (!stueck) throw new Error(`Stück ${nr} einer Datei fehlt`);
        const beginn = nr * stueckgroesse;
        steuerung.enqueue(stueck.subarray(Math.max(0, von - beginn), bis - beginn + 1));
        nr += 1;
        if (nr * stueckgroesse > bis) steuerung.close();
      },
    },
    { highWaterMark: 0 },
  );
}
