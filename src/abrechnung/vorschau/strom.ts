import { setTimeout as warte } from "node:timers/promises";
import type { Sql } from "../../technik/database/pool.ts";
import type { Umfang } from "../eingabe/lade.ts";
import { erstelleVorschau } from "./erstelle.ts";
import { alsJson } from "./json.ts";

/** After this the answer begins, computed or not. */
const beginnMs = 400;

/**
 * The preview as an answer that is sent piece by piece: with hundreds of thousands of accounts it is never one text in
 * memory. What fails early is answered as such; later the answer breaks off, and is no JSON. A client that leaves ends
 * the computation.
 *
 * @param huelle what the answer is sent through
 */
export async function sendeVorschau(
  sql: Sql,
  umfang: Umfang,
  huelle = (strom: ReadableStream<Uint8Array>) => strom,
): Promise<Response> {
  const abbruch = new AbortController();
  const beginn = Promise.withResolvers<string>();
  const vorschau = erstelleVorschau(sql, umfang, { beginnt: beginn.resolve, signal: abbruch.signal });
  vorschau.catch(beginn.reject);
  const zeitpunkt = await beginn.promise;
  await Promise.race([vorschau, warte(beginnMs, undefined, { ref: false })]);
  const stuecke = alsJson(umfang.datum, zeitpunkt, vorschau);
  const schreiber = new TextEncoder();
  const strom = new ReadableStream<Uint8Array>({
    async pull(steuerung) {
      const { done, value } = await stuecke.next();
      if (done) steuerung.close();
      else steuerung.enqueue(schreiber.encode(value));
    },
    cancel: () => abbruch.abort(),
  });
  return new Response(huelle(strom), { headers: { "Content-Type": "application/json" } });
}
