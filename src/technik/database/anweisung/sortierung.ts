/** A field that a list can be sorted by, and the column that carries its index. */
export type Sortierfeld = {
  spalte: string;
  /** The column can be empty: such rows come last, whichever way the list is sorted. */
  leer?: true;
  /** No two rows share a value, so that the id decides nothing. */
  eindeutig?: true;
};

/** All that a list can be sorted by: the values of `sort`, their description and the SQL come from this one table. */
export type Sortierung<Feld extends string> = {
  felder: Record<Feld, Sortierfeld>;
  vorgabe: Sortierwert<Feld>;
  /** What a client should know about these fields. */
  hinweis?: string;
};

/** A field; with a minus before it descending. */
export type Sortierwert<Feld extends string> = Feld | `-${Feld}`;

/** How one request wants its list; ties go by id in the same direction. */
export type Ordnung<Feld extends string> = Sortierfeld & { feld: Feld; ab: boolean };

export function sortierwerte<Feld extends string>({ felder }: Sortierung<Feld>): Sortierwert<Feld>[] {
  return (Object.keys(felder) as Feld[]).flatMap((feld): Sortierwert<Feld>[] => [feld, `-${feld}`]);
}

export function ordnungVon<Feld extends string>(
  { felder, vorgabe }: Sortierung<Feld>,
  sort: Sortierwert<Feld> = vorgabe,
): Ordnung<Feld> {
  const ab = sort.startsWith("-");
  const feld = (ab ? sort.slice(1) : sort) as Feld;
  return { ...felder[feld], feld, ab };
}
