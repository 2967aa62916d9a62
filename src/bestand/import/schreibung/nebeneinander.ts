/** While PostgreSQL works on a statement of one, the others make their next ones. */
const hoechstens = 3;

/** Only those of one `gruppe` are done side by side. */
export type Tat = { tue: () => Promise<void>; gruppe: unknown };

/**
 * Does what it is given in its order, three of a group at a time, in one transaction, where their statements mix. When it
 * ends all have ended, whatever became of them: none may go on in a transaction that is over.
 *
 * @throws what one that failed has thrown; none is begun behind it
 */
export async function nebeneinander(taten: AsyncIterable<Tat> | Iterable<Tat>): Promise<void> {
  let laufende: Promise<void>[] = [];
  let bisher: unknown;
  try {
    for await (const { tue, gruppe } of taten) {
      const voran = laufende.slice(0, gruppe === bisher ? laufende.length - hoechstens + 1 : laufende.length);
      await Promise.all(voran);
      laufende = laufende.slice(voran.length);
      bisher = gruppe;
      const lauf = tue();
      // It is awaited later; until then its failure must not count as unhandled.
      lauf.catch(() => undefined);
      laufende.push(lauf);
    }
    await Promise.all(laufende);
  } finally {
    await Promise.allSettled(laufende);
  }
}
