import { createHash } from "node:crypto";

/** SHA-256 in lower-case hex, as `sha256sum` prints it; of a text as UTF-8. */
export function sha256Von(inhalt: string | Uint8Array): string {
  return createHash("sha256").update(inhalt).digest("hex");
}
