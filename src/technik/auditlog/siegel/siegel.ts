import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Db, Fragment, Sql } from "../../database/pool.ts";

/** What of an entry is sealed, everything as text. */
export type Inhalt = {
  id: string;
  zeitpunkt: string;
  benutzerId: string | null;
  benutzerName: string;
  aktion: string;
  ressource: string;
  ressourceId: string | null;
  /** In hex; the values themselves are not sealed, so that they can be erased. */
  werteHash: string | null;
  anfrageId: string | null;
  xid: string;
};

/** What the first entry is chained to. */
export const anfang = Buffer.alloc(32);

/** The columns of `Inhalt` from `auditlog a`, the same text in every session. */
export const inhaltSpalten = (sql: Db): Fragment => sql`
  a.id::text as id, to_char(a.zeitpunkt at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as zeitpunkt,
  a.benutzer_id::text as benutzer_id, a.benutzer_name, a.aktion, a.ressource, a.ressource_id,
  encode(a.werte_hash, 'hex') as werte_hash, a.anfrage_id, a.xid::text as xid`;

/** SHA-256 of the hash before and the entry's content as a JSON array: each entry vouches for all before it. */
export function kettenhash(vorher: Buffer, inhalt: Inhalt): Buffer {
  const { id, zeitpunkt, benutzerId, benutzerName, aktion, ressource, ressourceId, werteHash, anfrageId, xid } = inhalt;
  const felder = [id, zeitpunkt, benutzerId, benutzerName, aktion, ressource, ressourceId, werteHash, anfrageId, xid];
  return createHash("sha256").update(vorher).update(JSON.stringify(felder)).digest();
}

/** In hex, as an entry keeps it of its values. */
export function wertehash(salz: Uint8Array, werte: string): string {
  return createHash("sha256").update(salz).update(werte).digest("hex");
}

export type Stand = {
  nr: number;
  bis: number;
  bisXid: string;
  bisId: number;
  hash: string;
  /** The database came here by a dump from another server, whose transactions had got further than this one's. */
  fremd: boolean;
};

/** The newest seal. */
export async function findStand(sql: Db): Promise<Stand | undefined> {
  const [stand] = await sql<Stand[]>`
    select nr, bis, bis_xid::text as bis_xid, bis_id, encode(hash, 'hex') as hash,
      bis_xid >= pg_snapshot_xmax(pg_current_snapshot()) as fremd
    from siegel
    order by nr desc
    limit 1`;
  return stand;
}

/**
 * Entries of transactions before the oldest one that still runs: no further entry can come to stand among them. They
 * follow the newest seal in (xid, id), so that a look at the index finds them.
 */
const listReife = (sql: Db, stand: Stand, hoechstens: number) => sql<Inhalt[]>`
  select ${inhaltSpalten(sql)}
  from auditlog a
  where (a.xid, a.id) > (${stand.bisXid}::xid8, ${stand.bisId}::bigint)
    and a.xid < pg_snapshot_xmin(pg_current_snapshot())
    and (select e.nr from siegel_eintrag e where e.auditlog_id = a.id) is null
  order by a.xid, a.id
  limit ${hoechstens}`;

/** The same where no seal says where to go on: at first, and after a dump, whose entries count whatever their xid. */
const listReifeVonAnfang = (sql: Db, hoechstens: number) => sql<Inhalt[]>`
  select ${inhaltSpalten(sql)}
  from auditlog a
  where (a.xid < pg_snapshot_xmin(pg_current_snapshot()) or a.xid >= pg_snapshot_xmax(pg_current_snapshot()))
    and not exists (select from siegel_eintrag e where e.auditlog_id = a.id)
  order by a.xid >= pg_snapshot_xmax(pg_current_snapshot()) desc, a.xid, a.id
  limit ${hoechstens}`;

const insertSiegel = async (tx: Db, stand: Stand | undefined, reife: Inhalt[]): Promise<void> => {
  let hash: Buffer = stand ? Buffer.from(stand.hash, "hex") : anfang;
  const hashes = reife.map((inhalt) => {
    hash = kettenhash(hash, inhalt);
    return hash.toString("hex");
  });
  const vorher = stand?.bis ?? 0;
  const letzter = reife.at(-1);
  await tx`
    insert into siegel_eintrag (nr, auditlog_id, hash)
    select ${vorher}::bigint + e.nr, e.id, decode(e.hash, 'hex')
    from unnest(${reife.map(({ id }) => id)}::bigint[], ${hashes}::text[]) with ordinality e (id, hash, nr)`;
  await tx`
    insert into siegel (nr, bis, bis_xid, bis_id, n, hash)
    values (${(stand?.nr ?? 0) + 1}, ${vorher + reife.length}, ${letzter?.xid ?? ""}::xid8, ${Number(letzter?.id)},
      ${reife.length}, ${hash})`;
};

/**
 * Seals the next entries, at most `hoechstens`. Writers do not wait for it; of several sequencers one does it and the
 * others seal nothing.
 *
 * @returns how many it sealed
 */
export function versiegele(sql: Sql, hoechstens = 10_000): Promise<number> {
  return sql.begin(async (tx) => {
    const [sperre] = await tx<{ frei: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtext('pachtverwaltung siegel')) as frei`;
    if (!sperre?.frei) return 0;
    const stand = await findStand(tx);
    const reife =
      stand && !stand.fremd ? await listReife(tx, stand, hoechstens) : await listReifeVonAnfang(tx, hoechstens);
    if (reife.length > 0) await insertSiegel(tx, stand, reife);
    return reife.length;
  }) as Promise<number>;
}
