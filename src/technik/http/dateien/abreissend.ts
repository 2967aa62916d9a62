import type { Context } from "hono";
import { istVerbindungsverlust } from "../../database/ausfall.ts";
import type { Env } from "../app.ts";

/**
 * An answer that is sent piece by piece. Where the database goes meanwhile it breaks off, so that nobody takes it for
 * whole. Of that the guard of the database tells in one line; the runtime's server would print each error with its stack.
 */
export function abreissend(c: Context<Env>, strom: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const leser = strom.getReader();
  return new ReadableStream(
    {
      async pull(steuerung) {
        try {
          const { done, value } = await leser.read();
          if (done) steuerung.close();
          else steuerung.enqueue(value);
        } catch (fehler) {
          const brichAb = c.env?.brichAb;
          if (!brichAb || !istVerbindungsverlust(fehler)) throw fehler;
          brichAb();
        }
      },
      cancel: (grund) => leser.cancel(grund),
    },
    { highWaterMark: 0 },
  );
}
