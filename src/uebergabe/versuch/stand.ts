import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { listStaende, type Stand } from "./queries.ts";

export type { Stand };

/** A document and those that it hangs together with. */
type Staende = {
  stand: Stand;
  /** Of a Storno the document that it cancels. */
  original: Stand | undefined;
  /** Of a cancelled document its Storno. */
  storno: Stand | undefined;
};

/** @throws Ablehnung nichtGefunden */
export async function findeStaende(sql: Sql, id: number): Promise<Staende> {
  const [stand] = await listStaende(sql, [id]);
  if (!stand) throw nichtGefunden("Einen Archivbeleg mit der id", id);
  const andere = [stand.stornoVonId, stand.storniertDurchId].filter((eine) => eine !== null);
  const weitere = andere.length > 0 ? await listStaende(sql, andere) : [];
  return {
    stand,
    original: weitere.find(({ belegId }) => belegId === stand.stornoVonId),
    storno: weitere.find(({ belegId }) => belegId === stand.storniertDurchId),
  };
}
