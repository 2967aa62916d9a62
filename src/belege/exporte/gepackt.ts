import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";

const verdichte = promisify(deflateRaw);

/**
 * Part of a file whose head says what follows, and can be written only after the last line: until then it waits, and
 * compressed it takes a tenth of the memory. Off the thread that answers. A copy: what zlib gives holds more than itself.
 */
export async function packe(teil: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await verdichte(teil, { level: 1 }));
}

/** The parts as they were, one after the other. */
export function* entpackt(teile: Iterable<Uint8Array>): Generator<Uint8Array, void> {
  for (const teil of teile) yield inflateRawSync(teil);
}
