import type { Context } from "hono";
import type { Env } from "../../technik/http/app.ts";
import { abreissend } from "../../technik/http/dateien/abreissend.ts";

/** `oeffne` starts reading; until it is called nothing is open. */
export type Ausgabe = { dateiname: string; oeffne(): ReadableStream<Uint8Array> };

/** A file to be saved; to HEAD its headers alone. */
export function alsDownload(c: Context<Env>, { dateiname, oeffne }: Ausgabe, typen: Record<string, string>) {
  const kopf = {
    ...typen,
    "Content-Disposition": `attachment; filename="${dateiname}"`,
    "Cache-Control": "no-store",
  };
  return c.req.method === "HEAD" ? c.body(null, 200, kopf) : c.body(abreissend(c, oeffne()), 200, kopf);
}

/** Reads on only when asked to; a client that leaves ends the source. */
export function alsStrom(quelle: AsyncIterator<Uint8Array> | Iterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(steuerung) {
        const { done, value } = await quelle.next();
        if (done) steuerung.close();
        else steuerung.enqueue(value);
      },
      async cancel() {
        await quelle.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
