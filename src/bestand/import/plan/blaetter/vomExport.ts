type Werte = Record<string, unknown>;

const ohne = (koerper: Werte, feld: string): Werte =>
  Object.fromEntries(Object.entries(koerper).filter(([anderes]) => anderes !== feld));

/**
 * An account without what an export says of it otherwise than the stock has it: where its billing goes on, it goes on
 * anyway.
 *
 * @param anschluss the day after the last booked one
 */
export function ohneAnschluss(koerper: Werte, anschluss: string | undefined): Werte {
  return anschluss !== undefined && koerper.abrechnungAb === anschluss ? ohne(koerper, "abrechnungAb") : koerper;
}

/** An object likewise: of an account that is left out it stands there for itself, which does not part the two. */
export function ohneAusgelassenes(
  koerper: Werte,
  pachtkontoId: number | null | undefined,
  ausgelassene: ReadonlySet<number>,
): Werte {
  return typeof pachtkontoId === "number" && koerper.pachtkontoId === null && ausgelassene.has(pachtkontoId)
    ? ohne(koerper, "pachtkontoId")
    : koerper;
}
