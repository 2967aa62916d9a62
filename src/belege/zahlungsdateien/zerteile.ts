import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { setImmediate as weiche } from "node:timers/promises";
import { stueckgroesse } from "../../technik/http/dateien/stuecke.ts";

/** Hash and length of what `quelle` writes. Gives way to whatever else waits. */
export async function vermesse(quelle: Iterable<Uint8Array>): Promise<{ sha256: string; groesse: number }> {
  const hash = createHash("sha256");
  let groesse = 0;
  for (const teil of quelle) {
    hash.update(teil);
    groesse += teil.length;
    await weiche();
  }
  return { sha256: hash.digest("hex"), groesse };
}

/** What `quelle` writes in the pieces that a file is stored in, of which no more than one is in memory. */
export function* zerteile(quelle: Iterable<Uint8Array>): Generator<Uint8Array, void> {
  let offen: Uint8Array[] = [];
  let gesammelt = 0;
  for (const teil of quelle) {
    offen.push(teil);
    gesammelt += teil.length;
    if (gesammelt < stueckgroesse) continue;
    let rest = Buffer.concat(offen);
    for (; rest.length >= stueckgroesse; rest = rest.subarray(stueckgroesse)) yield rest.subarray(0, stueckgroesse);
    offen = [rest];
    gesammelt = rest.length;
  }
  if (gesammelt > 0) yield Buffer.concat(offen);
}
