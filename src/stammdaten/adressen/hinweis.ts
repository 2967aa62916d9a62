import type { Hinweis } from "./schema.ts";

/** So the address is none. */
export function fehler(feld: Hinweis["feld"], code: string, text: string): Hinweis {
  return {
    feld,
    schwere: "fehler",
    code,
    text,
  };
}

/** Worth a second look; the address may still be right. */
export function warnung(feld: Hinweis["feld"], code: string, text: string): Hinweis {
  return {
    feld,
    schwere: "warnung",
    code,
    text,
  };
}
