import type { Hinweis } from "./schema.ts";

/** So the address is none. */
export const fehler = (feld: Hinweis["feld"], code: string, text: string): Hinweis => ({
  feld,
  schwere: "fehler",
  code,
  text,
});

/** Worth a second look; the address may still be right. */
export const warnung = (feld: Hinweis["feld"], code: string, text: string): Hinweis => ({
  feld,
  schwere: "warnung",
  code,
  text,
});
