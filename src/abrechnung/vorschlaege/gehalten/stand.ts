import type { Db } from "../../../technik/database/pool.ts";
import { abdruckVon } from "../abdruck.ts";
import { type Ausgelassen, type Ermittelt, ermittleVorschlaege } from "../ermittle.ts";
import { type Abweichung, listMarken, type Stand } from "./queries.ts";

const vorgeschlagen = (ermittelt: Ermittelt): Stand => {
  const { konto, vorschlag } = ermittelt;
  const { altJahrCent, neuJahrCent, hebung } = vorschlag;
  return {
    ...kopf(konto),
    code: null,
    wirksamAb: hebung.wirksamAb,
    altJahrCent,
    neuJahrCent,
    abdruck: abdruckVon(ermittelt).toString("hex"),
  };
};

const ausgelassen = ({ konto, code, wirksamAb }: Ausgelassen): Stand => ({
  ...kopf(konto),
  code,
  wirksamAb,
  altJahrCent: null,
  neuJahrCent: null,
  abdruck: null,
});

const kopf = ({ id, wertsicherung }: Ermittelt["konto"]) => ({ pachtkontoId: id, klausel: wertsicherung.art });

/** Computes what is to be kept of these accounts, or of all, some thousand at a time. */
export async function* berechneStaende(sql: Db, ids: readonly number[] | null): AsyncGenerator<Stand[], void> {
  for await (const { ermittelte, ausgelassene } of ermittleVorschlaege(sql, null, ids))
    yield [...ermittelte.map(vorgeschlagen), ...ausgelassene.map(ausgelassen)];
}

/** Accounts that marks are on; null: all of them. */
export function gemeinteVon(marken: readonly (number | null)[]): number[] | null {
  return marken.includes(null) ? null : marken.filter((id) => id !== null);
}

/**
 * What of the kept proposals does not hold any more, and what holds instead. In a snapshot the two together are what a
 * computation over all accounts would give.
 */
export async function ladeAbweichung(sql: Db): Promise<Abweichung> {
  const marken = gemeinteVon(await listMarken(sql));
  const frische: Stand[] = [];
  for await (const teil of berechneStaende(sql, marken)) frische.push(...teil);
  return { marken, frische };
}
