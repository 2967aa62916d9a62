import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert } from "../../technik/database/aendern.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { trenneKontaktduplikate, vereineKontaktduplikate } from "../duplikate/pflege.ts";
import { leseKontakt, schreibeKontakt, sperreKontakt } from "./pflege.ts";
import * as q from "./queries.ts";
import { type Kontakt, schreibbareFelder } from "./schema.ts";

/** Both locked until the end of the transaction, always in the order of their ids. */
export async function sperreKontakte(tx: Tx, bleibtId: number, gehtId: number): Promise<[Kontakt, Kontakt]> {
  const erster = await sperreKontakt(tx, Math.min(bleibtId, gehtId));
  const zweiter = await sperreKontakt(tx, Math.max(bleibtId, gehtId));
  return bleibtId < gehtId ? [erster, zweiter] : [zweiter, erster];
}

/** The contact that was left, locked alike; nothing where it was merged into another one since. */
export async function sperreGebliebenen(tx: Tx, id: number): Promise<Kontakt | undefined> {
  const [kontakt] = await q.listKontakteGesperrt(tx, [id]);
  return kontakt;
}

const schreibeGeaendertes = (tx: Tx, kontext: Kontext, alt: Kontakt, werte: Kontakt): Promise<Kontakt> | Kontakt =>
  istUnveraendert(alt, werte, schreibbareFelder) ? alt : schreibeKontakt(tx, kontext, alt, werte);

/**
 * `geht` is `bleibt` from now on, whose fields become `werte`. Both are locked.
 *
 * @returns the contacts that had been merged into `geht` and so lead to `bleibt` now
 */
export async function vereineKontakte(
  tx: Tx,
  kontext: Kontext,
  { bleibt, geht, werte }: { bleibt: Kontakt; geht: Kontakt; werte: Kontakt },
): Promise<number[]> {
  const neu = await schreibeGeaendertes(tx, kontext, bleibt, werte);
  const mitgenommen = await q.updateAufgegangen(tx, geht.id, bleibt.id);
  await protokolliere(tx, kontext, {
    aktion: "zusammenfuehren",
    ressource: "kontakt",
    ressourceId: geht.id,
    alt: { aufgegangenIn: null },
    neu: { aufgegangenIn: bleibt.id },
  });
  await vereineKontaktduplikate(tx, { bleibt: { alt: bleibt, neu }, geht });
  return mitgenommen;
}

/** The reverse. `bleibt` is locked, and nobody can have locked `gehtId`. */
export async function trenneKontakte(
  tx: Tx,
  kontext: Kontext,
  { bleibt, gehtId, werte, mitgenommen }: { bleibt: Kontakt; gehtId: number; werte: Kontakt; mitgenommen: number[] },
): Promise<void> {
  const neu = await schreibeGeaendertes(tx, kontext, bleibt, werte);
  await q.updateGetrennt(tx, gehtId, mitgenommen);
  await protokolliere(tx, kontext, {
    aktion: "trennen",
    ressource: "kontakt",
    ressourceId: gehtId,
    alt: { aufgegangenIn: bleibt.id },
    neu: { aufgegangenIn: null },
  });
  await trenneKontaktduplikate(tx, { bleibt: { alt: bleibt, neu }, geht: await leseKontakt(tx, gehtId) });
}
