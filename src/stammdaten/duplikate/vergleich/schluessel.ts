import type { Sql } from "../../../technik/database/pool.ts";
import type { Tabellen } from "../arten.ts";
import { nummerAn, type Register, schluesselAn } from "../berechnung/bestand.ts";
import { fassung } from "../berechnung/schluessel.ts";
import { sperreAlle } from "../sperre.ts";
import type { Bestand } from "./bestand.ts";
import * as q from "./queries.ts";

const jeBlock = 50_000;

type Begonnen = Awaited<ReturnType<typeof q.updateBegonnen>>;
type Optionen = { signal?: AbortSignal | undefined; nachBlock: () => void | Promise<void> };

/** Who has no keys, 1 for each record, and how many keys that makes. */
type Fehlende = { fehlt: Uint8Array; anzahl: number };

/** Nobody has keys. (To ask who has none would read all that were just deleted, once for each record.) */
const alleFehlen = (register: Register, bestand: Bestand<unknown>): Fehlende => ({
  fehlt: new Uint8Array(bestand.anzahl).fill(1),
  anzahl: register.laenge,
});

const findeFehlende = async (sql: Sql, art: Tabellen, bestand: Bestand<unknown>): Promise<Fehlende> => {
  const fehlt = new Uint8Array(bestand.anzahl);
  let anzahl = 0;
  for await (const ids of q.listOhneSchluessel(sql, art))
    for (const { id } of ids) {
      const nr = bestand.nummer(id);
      if (nr < 0) continue;
      fehlt[nr] = 1;
      anzahl += bestand.schluessel(nr).length;
    }
  return { fehlt, anzahl };
};

/** Their keys in the order of the table's index. */
function* inBloecken(register: Register, bestand: Bestand<unknown>, fehlt: Uint8Array): Generator<q.Schluesselblock> {
  let n = 0;
  const schluessel = new Int32Array(jeBlock);
  const ids = new Float64Array(jeBlock);
  const bisher = () => ({ schluessel: schluessel.subarray(0, n), ids: ids.subarray(0, n) });
  for (let p = 0; p < register.laenge; p += 1) {
    const nr = nummerAn(register, p);
    if (fehlt[nr] !== 1) continue;
    schluessel[n] = schluesselAn(register, p);
    ids[n] = bestand.id(nr);
    n += 1;
    if (n < jeBlock) continue;
    yield bisher();
    n = 0;
  }
  if (n > 0) yield bisher();
}

/**
 * Stores keys of records that had none. What was saved since the comparison began has keys of its own making.
 *
 * @param istEinziger whether no other block belongs to it: else who dies between two of them leaves records with a part
 * of their keys, which nothing tells from those that have all, so that the stored ones count as of no making until the end
 * @returns false where another comparison has begun meanwhile, which sees to it
 */
const schreibe = (sql: Sql, art: Tabellen, nr: number, block: q.Schluesselblock, istEinziger: boolean) =>
  sql.begin(async (tx) => {
    await sperreAlle(tx, art);
    if ((await q.findNeuesteNr(tx, art)) !== nr) return false;
    if (!istEinziger) await q.updateUnvollstaendig(tx, art);
    const spaetere = new Set(await q.listNachtrag(tx, art));
    await q.kopiereSchluessel(tx, art, block, spaetere);
    return true;
  }) as Promise<boolean>;

/** Gives keys to the records that have none, all of them if those stored are of another making. */
export async function ergaenzeSchluessel(
  sql: Sql,
  art: Tabellen,
  { nr, fassung: alteFassung }: Begonnen,
  bestand: Bestand<unknown>,
  register: Register,
  { signal, nachBlock }: Optionen,
): Promise<void> {
  const sindAlt = alteFassung !== fassung;
  if (sindAlt) await q.deleteAlleSchluessel(sql, art);
  const { fehlt, anzahl } = sindAlt ? alleFehlen(register, bestand) : await findeFehlende(sql, art, bestand);
  if (anzahl === 0) return;
  for (const block of inBloecken(register, bestand, fehlt)) {
    signal?.throwIfAborted();
    if (!(await schreibe(sql, art, nr, block, anzahl <= jeBlock))) return;
    await nachBlock();
  }
}
