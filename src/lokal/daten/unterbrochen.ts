import { formatTag } from "../../kern/kalender/tag.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import type { Plan } from "./plan.ts";

/** What a load was asked for. */
type Ladung = { konten: number; heute: string };

/**
 * Notes that the past of these records is still to be booked: as the comment of a table, which commits with the
 * records, needs no table of its own and is gone once all is there.
 */
export async function merkeBeginn(tx: Tx, { konten, heute }: Plan): Promise<void> {
  const ladung: Ladung = { konten, heute: formatTag(heute) };
  await tx`comment on table buchungslauf is ${tx.unsafe(`'${JSON.stringify(ladung)}'`)}`;
}

export async function vergissBeginn(sql: Sql): Promise<void> {
  await sql`comment on table buchungslauf is null`;
}

/** The load that broke off after its records were written, or undefined. */
export async function findUnterbrochene(sql: Sql): Promise<Ladung | undefined> {
  const [zeile] = await sql<{ ladung: Ladung | null }[]>`
    select obj_description('buchungslauf'::regclass, 'pg_class')::jsonb as ladung`;
  return zeile?.ladung ?? undefined;
}
