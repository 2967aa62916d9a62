import { inStapeln } from "../../../technik/stapel.ts";
import type { Stand } from "./abgleich.ts";
import type { Planung } from "./planung.ts";
import * as q from "./queries.ts";
import { istVorlaeufig } from "./verweise/verweise.ts";
import type { Bestandsbild } from "./vorgang.ts";

const jeAbruf = 2_000;
type Leser<R> = (ids: number[]) => PromiseLike<readonly R[]>;

/** Loads records some at a time, in the order of their ids, and keeps of each what `nimm` does. @returns their ids */
export async function sichte<R extends { id: number }>(
  ids: number[],
  lies: Leser<R>,
  nimm: (datensatz: R) => void = () => {},
): Promise<number[]> {
  const gefundene: number[] = [];
  for (const teil of inStapeln(
    ids.toSorted((a, b) => a - b),
    jeAbruf,
  ))
    for (const datensatz of await lies(teil)) {
      gefundene.push(datensatz.id);
      nimm(datensatz);
    }
  return gefundene;
}

export async function ladeStaende(planung: Planung, art: string, ids: Iterable<number>): Promise<Map<number, Stand>> {
  const staende = new Map<number, Stand>();
  for (const teil of inStapeln([...ids], jeAbruf))
    for (const { id, ...stand } of await q.listStaende(planung.tx, art, teil)) staende.set(id, stand);
  return staende;
}

/** Those of the records that the stock has, as they are and as the last import left them. */
export async function ladeBestand<R extends { id: number }>(
  planung: Planung,
  art: string,
  ids: readonly (number | undefined)[],
  lies: Leser<R>,
): Promise<Bestandsbild<R>> {
  const datensaetze = new Map<number, R>();
  const bekannte = ids.filter((id) => id !== undefined && !istVorlaeufig(id)) as number[];
  await sichte(bekannte, lies, (datensatz) => datensaetze.set(datensatz.id, datensatz));
  return { datensaetze, staende: await ladeStaende(planung, art, datensaetze.keys()) };
}
