import { schlussabrechnungFaellig } from "../../kern/pacht/perioden.ts";
import type { GebuchtePeriode } from "../../kern/pacht/typen.ts";
import type { Db } from "../../technik/database/pool.ts";
import { inStapeln } from "../../technik/stapel.ts";
import { type Ladung, packeEingabeAus, packePeriodeAus } from "./packeAus.ts";
import { type Buchungstage, listEingaben, listFaelligeIds, listGebuchtePerioden, type Umfang } from "./queries.ts";
import type { Eingabezeile } from "./zeilen.ts";

export { listFaelligeIds, listUnbekannteIds, type Umfang } from "./queries.ts";

/** Accounts in one statement: few enough for flat memory, enough to make the way to the database cheap. */
const jeLadung = 500;
/** Parts that the database works on while one is computed: one would leave it idle between statements of the same part. */
const voraus = 2;

/**
 * Loads what is due on or before `datum`, in the order of ids, a few hundred accounts at a time.
 *
 * @param sql a transaction of `inMomentaufnahme`, so that all parts show the same moment
 */
export async function* ladeEingaben(sql: Db, umfang: Umfang): AsyncGenerator<Ladung[], void> {
  const ids = await listFaelligeIds(sql, umfang);
  yield* ladeTeile(ids, (teil) => ladeKonten(sql, teil, umfang));
}

/**
 * Loads `ids` part by part, in order, a few parts ahead of who consumes them.
 *
 * @param jeTeil ids in a part
 */
export async function* ladeTeile<T>(
  ids: readonly number[],
  lade: (teil: number[]) => Promise<T>,
  jeTeil = jeLadung,
): AsyncGenerator<T, void> {
  const teile = inStapeln(ids, jeTeil);
  const unterwegs: Promise<T>[] = [];
  const fordereAn = () => {
    const { value, done } = teile.next();
    if (done) return;
    const teil = lade(value);
    // Its failure belongs to the loop that awaits it; none does once the consumer has gone.
    teil.catch(() => {});
    unterwegs.push(teil);
  };
  for (let i = 0; i < voraus; i += 1) fordereAn();
  for (let teil = unterwegs.shift(); teil; teil = unterwegs.shift()) {
    const geladen = await teil;
    fordereAn();
    yield geladen;
  }
}

export async function ladeKonten(sql: Db, ids: number[], tage: Buchungstage): Promise<Ladung[]> {
  const zeilen = await listEingaben(sql, ids, tage);
  const gebucht = await ladeGebuchtes(
    sql,
    zeilen.filter((zeile) => istSchlusszurechnen(zeile, tage.datum)).map(({ id }) => id),
  );
  return zeilen.map((zeile) => packeEingabeAus(zeile, gebucht.get(zeile.id) ?? []));
}

/** Whether a final settlement is due, or would be if the account were not inactive. */
const istSchlusszurechnen = (zeile: Eingabezeile, datum: string): boolean =>
  schlussabrechnungFaellig({ ...zeile, status: "ausgelaufen" }, datum);

/** By account, what is booked past its end; accounts without such a booking are not in it. */
const ladeGebuchtes = async (sql: Db, pachtkontoIds: number[]): Promise<Map<number, GebuchtePeriode[]>> => {
  if (pachtkontoIds.length === 0) return new Map();
  const jeKonto = Map.groupBy(await listGebuchtePerioden(sql, pachtkontoIds), ({ pachtkontoId }) => pachtkontoId);
  return new Map([...jeKonto].map(([id, perioden]) => [id, perioden.map(packePeriodeAus)]));
};
