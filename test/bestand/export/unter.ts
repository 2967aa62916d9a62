/** The value of a field, also of one in another: `unter({ a: { b: 1 } }, "a.b")` is 1. */
export function unter(datensatz: object, feld: string): unknown {
  return feld
    .split(".")
    .reduce<unknown>((wert, teil) => (wert as Record<string, unknown> | null)?.[teil] ?? null, datensatz);
}
