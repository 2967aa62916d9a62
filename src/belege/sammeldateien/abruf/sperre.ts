import type { Tx } from "../../../technik/database/pool.ts";
import type { SammeldateiAuftrag } from "../jobs.ts";

/** A clerk who asks for the same file waits until the other request has begun it. */
export const sperreSchluessel = (tx: Tx, { art, schluessel }: SammeldateiAuftrag) => tx`
  select pg_advisory_xact_lock(hashtextextended(${`sammeldatei ${art} ${schluessel}`}, 0))`;
