/** What stands in a record of the API under "sepaMandat.datum". */
export const unter = (datensatz: object, feld: string): unknown =>
  feld.split(".").reduce<unknown>((wert, teil) => (wert as Record<string, unknown> | null)?.[teil] ?? null, datensatz);
