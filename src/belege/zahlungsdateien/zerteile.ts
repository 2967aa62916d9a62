import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { setImmediate as weiche } from "node:timers/promises";
import { stueckgroesse } from "../../technik/http/dateien/stuecke.ts";

type Zerteilt = { stuecke: Uint8Array[]; sha256: string; groesse: number };

/** Cuts what `quelle` writes into the pieces that a file is stored in. Gives way to whatever else waits. */
export const zerteile = async (quelle: Iterable<Uint8Array>): Promise<Zerteilt> => {
  const hash = createHash("sha256");
  const stuecke: Uint8Array[] = [];
  let groesse = 0;
  let offen: Uint8Array[] = [];
  let gesammelt = 0;
  const schneide = (): void => {
    const alles = Buffer.concat(offen);
    stuecke.push(alles.subarray(0, stueckgroesse));
    offen = [alles.subarray(stueckgroesse)];
    gesammelt = alles.length - Math.min(alles.length, stueckgroesse);
  };
  for (const teil of quelle) {
    hash.update(teil);
    groesse += teil.length;
    gesammelt += teil.length;
    offen.push(teil);
    while (gesammelt >= stueckgroesse) schneide();
    await weiche();
  }
  if (gesammelt > 0) schneide();
  return { stuecke, sha256: hash.digest("hex"), groesse };
};
