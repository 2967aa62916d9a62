import { Buffer } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** The entries of an archive by name, as another program reads them. */
export async function entpacke(archiv: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(archiv), { validateEntrySizes: true });
  const dateien = new Map<string, Buffer>();
  for await (const eintrag of zip.eachEntry())
    dateien.set(eintrag.fileName, await buffer(await zip.openReadStreamPromise(eintrag)));
  return dateien;
}
