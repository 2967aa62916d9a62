import { Ablehnung, konflikt } from "../../kern/ablehnung.ts";
import type { Schreibkontext } from "../../kern/kontext.ts";
import type { Db, Sql, Tx } from "./pool.ts";
import type { Halter } from "./sperre.ts";

/**
 * Runs `tat` in one transaction. With an `Idempotency-Key` the answer is stored in that same transaction, so that the
 * same request sent again gets the first answer and changes nothing: after a crash either both are there or neither.
 *
 * @throws Ablehnung konflikt while the first request still runs, nichtVerarbeitbar when the key came with another body
 */
export function schreibe<T>(sql: Sql, kontext: Schreibkontext, tat: (tx: Tx) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    const schon = await findeAntwort(tx, kontext);
    if (schon) return schon.antwort as T;
    const antwort = await tat(tx);
    await merkeAntwort(tx, kontext, antwort);
    return antwort;
  }) as Promise<T>;
}

type Gefunden = { antwort: unknown } | undefined;
type Einmal = NonNullable<Schreibkontext["einmal"]>;

/**
 * Holds the key of a request that takes longer than any one of its transactions; only who holds it may look.
 *
 * @throws Ablehnung as `schreibe`
 */
export async function halteSchluessel(
  { versuche, verbindung }: Halter,
  { akteur, einmal }: Schreibkontext,
): Promise<Gefunden> {
  if (!einmal) return undefined;
  if (!(await versuche(schluesselname(akteur, einmal)))) throw idempotenzLaeuft();
  return liesAntwort(verbindung, akteur, einmal);
}

const findeAntwort = async (tx: Tx, { akteur, einmal }: Schreibkontext): Promise<Gefunden> => {
  if (!einmal) return undefined;
  const [sperre] = await tx<{ frei: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${schluesselname(akteur, einmal)}, 0)) frei`;
  if (!sperre?.frei) throw idempotenzLaeuft();
  return liesAntwort(tx, akteur, einmal);
};

const schluesselname = ({ id }: Schreibkontext["akteur"], { route, schluessel }: Einmal): string =>
  `${id} ${route} ${schluessel}`;

const idempotenzLaeuft = (): Ablehnung =>
  konflikt("idempotenz_laeuft", "Eine Anfrage mit diesem Idempotency-Key wird noch bearbeitet.");

const liesAntwort = async (sql: Db, akteur: Schreibkontext["akteur"], einmal: Einmal): Promise<Gefunden> => {
  const [zeile] = await sql<{ koerperHash: string; antwort: unknown }[]>`
    select koerper_hash, antwort
    from idempotenz
    where benutzer_id = ${akteur.id} and route = ${einmal.route} and schluessel = ${einmal.schluessel}
      and erstellt_am > now() - interval '24 hours'`;
  if (zeile && zeile.koerperHash !== einmal.koerperHash)
    throw new Ablehnung(
      "nichtVerarbeitbar",
      "idempotenz_anderer_inhalt",
      "Dieser Idempotency-Key gehört zu einer anderen Anfrage.",
    );
  return zeile;
};

export async function merkeAntwort(tx: Db, { akteur, einmal }: Schreibkontext, antwort: unknown): Promise<void> {
  if (!einmal) return;
  await tx`
    insert into idempotenz (benutzer_id, route, schluessel, koerper_hash, antwort)
    values (${akteur.id}, ${einmal.route}, ${einmal.schluessel}, ${einmal.koerperHash}, ${JSON.stringify(antwort ?? null)}::text::json)
    on conflict (benutzer_id, route, schluessel) do update
    set koerper_hash = excluded.koerper_hash, antwort = excluded.antwort, erstellt_am = now()`;
}

/** Forgets answers that an Idempotency-Key no longer brings back. @returns how many */
export async function vergissAlteAntworten(sql: Db, jetzt: Date): Promise<number> {
  return (
    await sql`delete from idempotenz where erstellt_am <= ${jetzt.toISOString()}::timestamptz - interval '24 hours'`
  ).count;
}
