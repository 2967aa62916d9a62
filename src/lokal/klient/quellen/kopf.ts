/**
 * The header that lets a write pass only while the record is as it was read, else 412 `version_veraltet`:
 * `params: { header: fassung(gelesen.response) }`.
 *
 * @param gelesen the answer that was read, or the `version` of the record, also from a list
 */
export function fassung(gelesen: Response | number): { "If-Match"?: string } {
  const etag = typeof gelesen === "number" ? `"${gelesen}"` : gelesen.headers.get("ETag");
  return etag === null ? {} : { "If-Match": etag };
}

/** Also where a page is not served by https, which has no `crypto.randomUUID`. */
export function neuerSchluessel(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * One key for one action of a person, kept however often it is tried: made when the form opens and sent with each press
 * of its button, `params: { header: aktion }`. Without it the client gives each call a key of its own, which covers the
 * tries of this call alone.
 */
export function schluessel(): { "Idempotency-Key": string } {
  return { "Idempotency-Key": neuerSchluessel() };
}
