import { Buffer } from "node:buffer";

export class ZuGross extends Error {}

/**
 * What another system answers, unpacked. One that is broken may never end, and could fill the memory until its time is up.
 *
 * @param hoechstens bytes
 * @throws ZuGross, and leaves the rest
 */
export async function liesFremdantwort({ body }: Response, hoechstens: number): Promise<Uint8Array<ArrayBuffer>> {
  const stuecke: Uint8Array[] = [];
  let groesse = 0;
  for await (const stueck of body ?? []) {
    groesse += stueck.length;
    if (groesse > hoechstens) throw new ZuGross("die Antwort ist zu groß");
    stuecke.push(stueck);
  }
  return Buffer.concat(stuecke);
}
