/** What a cell says as a value of its column: the value, perhaps with a remark, or why it is none. */
export type Deutung = { wert: unknown; hinweis?: Bemerkung } | { fehler: Bemerkung };
export type Bemerkung = { code: string; text: string };

export function alsWert(wert: unknown): Deutung {
  return { wert };
}
export function mitHinweis(wert: unknown, code: string, text: string): Deutung {
  return { wert, hinweis: { code, text } };
}
export function alsFehler(code: string, text: string): Deutung {
  return { fehler: { code, text } };
}
