import type { Tx } from "../database/pool.ts";
import { merkeBemerkungen } from "./bemerkung.ts";
import { protokolliereAlle, type Urheber } from "./protokolliere.ts";

type Bemerkt = Parameters<typeof merkeBemerkungen>[2];
type Datensatz = { id: number; bemerkung: string | null };

/** Puts down that these records are new, with their remarks. */
export async function merkeNeue(
  tx: Tx,
  urheber: Urheber,
  ressource: Bemerkt,
  neue: readonly Datensatz[],
): Promise<void> {
  await merkeBemerkungen(
    tx,
    urheber,
    ressource,
    neue.map(({ id, bemerkung }) => ({ ressourceId: id, alt: null, neu: bemerkung })),
  );
  await protokolliereAlle(
    tx,
    urheber,
    neue.map((neu) => ({ aktion: "anlegen", ressource, ressourceId: neu.id, neu })),
  );
}

/**
 * Puts down what became of these records, with their remarks.
 *
 * @param geschrieben the same records as they are now, in any order   @returns them in the order of `alte`
 */
export async function merkeGeaenderte<R extends Datensatz>(
  tx: Tx,
  urheber: Urheber,
  ressource: Bemerkt,
  alte: readonly R[],
  geschrieben: readonly R[],
): Promise<R[]> {
  const jetzige = new Map(geschrieben.map((datensatz) => [datensatz.id, datensatz]));
  const paare = alte.map((alt) => ({ alt, neu: jetzige.get(alt.id) as R }));
  await merkeBemerkungen(
    tx,
    urheber,
    ressource,
    paare.map(({ alt, neu }) => ({ ressourceId: alt.id, alt: alt.bemerkung, neu: neu.bemerkung })),
  );
  await protokolliereAlle(
    tx,
    urheber,
    paare.map(({ alt, neu }) => ({ aktion: "aendern", ressource, ressourceId: alt.id, alt, neu })),
  );
  return paare.map(({ neu }) => neu);
}
