import type { Sql } from "../../../technik/database/pool.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import { listBelege, listBelegIds, listKontakte, listKontaktgruppen } from "./queries.ts";
import type { BelegZeile, Empfaengerkreis, KontaktZeile } from "./spalten.ts";

/** How many rows come at once; few enough that turning them into a file does not hold up other requests. */
const jeStapel = 250;

/** One row a document, by belegnummer. */
export async function* leseBelegzeilen(
  sql: Sql,
  laufId: string,
  kreis: Empfaengerkreis,
): AsyncGenerator<BelegZeile[], void, undefined> {
  yield* liesStapelweise(await listBelegIds(sql, laufId, kreis), (ids) => listBelege(sql, ids, kreis));
}

/** One row a contact and bank account, by name. */
export async function* leseKontaktzeilen(
  sql: Sql,
  laufId: string,
  kreis: Empfaengerkreis,
): AsyncGenerator<KontaktZeile[], void, undefined> {
  yield* liesStapelweise(await listKontaktgruppen(sql, laufId, kreis), (gruppen) =>
    listKontakte(
      sql,
      gruppen.flatMap(({ ids }) => ids),
      kreis,
    ),
  );
}

/**
 * Which rows there are is read at once, the rows themselves by and by: a slow reader holds no connection, and gets the
 * archive as it was when he began. Entries never change, so that late batches say what early ones would have.
 */
async function* liesStapelweise<S, Z>(
  schluessel: readonly S[],
  liste: (teil: S[]) => PromiseLike<Z[]>,
): AsyncGenerator<Z[], void, undefined> {
  for (const teil of inStapeln(schluessel, jeStapel)) yield await liste(teil);
}
