/** What a cell says as a value of its column: the value, perhaps with a remark, or why it is none. */
export type Deutung = { wert: unknown; hinweis?: Bemerkung } | { fehler: Bemerkung };
export type Bemerkung = { code: string; text: string };

export const alsWert = (wert: unknown): Deutung => ({ wert });
export const mitHinweis = (wert: unknown, code: string, text: string): Deutung => ({ wert, hinweis: { code, text } });
export const alsFehler = (code: string, text: string): Deutung => ({ fehler: { code, text } });
