import { protokolliereAlle, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { updateAusgelaufen } from "./queries.ts";

/** Accounts in one transaction: their rows are locked for a moment only. */
const jeTransaktion = 2000;

/**
 * Sets accounts whose term is over to `ausgelaufen`: billed they still are, until their final settlement.
 *
 * @throws the reason of `signal` when aborted
 */
export async function laufeAus(
  sql: Sql,
  urheber: Urheber,
  heute: string,
  signal?: AbortSignal,
): Promise<{ ausgelaufen: number }> {
  let ausgelaufen = 0;
  for (;;) {
    signal?.throwIfAborted();
    const anzahl = await sql.begin(async (tx) => {
      const konten = await updateAusgelaufen(tx, heute, jeTransaktion);
      if (konten.length > 0)
        await protokolliereAlle(
          tx,
          urheber,
          konten.map(({ id, status }) => ({
            aktion: "aendern",
            ressource: "pachtkonto",
            ressourceId: id,
            alt: { status },
            neu: { status: "ausgelaufen" },
          })),
        );
      return konten.length;
    });
    ausgelaufen += anzahl;
    if (anzahl < jeTransaktion) return { ausgelaufen };
  }
}
