import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Db, Sql } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import * as q from "./queries.ts";
import type { ArchivEintragDetail, Archivkonto, ArchivkontoDetail, ArchivkontoFilter } from "./schema.ts";
import { findWiderspruch } from "./widerspruch/queries.ts";

/** @throws Ablehnung nichtGefunden */
export async function leseBeleg(sql: Db, id: number): Promise<ArchivEintragDetail> {
  const beleg = await q.findBeleg(sql, id);
  if (!beleg) throw nichtGefunden("Einen Archivbeleg mit der id", id);
  return { ...beleg, widerspruch: (await findWiderspruch(sql, id)) ?? null };
}

export async function listeArchivkonten(sql: Sql, filter: ArchivkontoFilter): Promise<Liste<Archivkonto>> {
  const [zeilen, total] = await Promise.all([q.listArchivkonten(sql, filter), q.countArchivkonten(sql, filter)]);
  return alsListe([...zeilen], total, filter);
}

/** @throws Ablehnung nichtGefunden */
export async function leseArchivkonto(sql: Sql, id: number): Promise<ArchivkontoDetail> {
  const [konto, dokumente] = await Promise.all([q.findArchivkonto(sql, id), q.listBelegeDesKontos(sql, id)]);
  if (!konto) throw nichtGefunden("Ein Archivkonto mit der id", id);
  return { ...konto, dokumente: [...dokumente] };
}
