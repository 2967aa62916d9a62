/** `offen`: nothing is wrong, but something is still to be done by a person. */
type Lage = "in Ordnung" | "offen" | "fehlt";

/** One line of the check: what was looked at, and what was found or how it is mended. */
export type Befund = { was: string; lage: Lage; text: string };

export function inOrdnung(was: string, text: string): Befund {
  return { was, lage: "in Ordnung", text };
}
export function offen(was: string, text: string): Befund {
  return { was, lage: "offen", text };
}
export function fehlt(was: string, text: string): Befund {
  return { was, lage: "fehlt", text };
}
