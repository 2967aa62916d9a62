import type { Indexreihe as Rechenreihe } from "../../../kern/wertsicherung/indexvergleich.ts";
import { datensatzSpalten, spaltenFuer } from "../../../technik/database/anweisung/spalten.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Indexfassung, Indexreihe, IndexreiheFilter, Indexstand, reihenfelder } from "./schema.ts";

const spalten = (sql: Db): Fragment => sql`
  ${datensatzSpalten(sql, "r")}, ${spaltenFuer(sql, ["name", "quelle", "beendetMit", "nachfolgerId"], "r")},
  coalesce((
    select jsonb_agg(jsonb_build_object('nr', f.nr, 'basis', f.basis, 'ersterMonat', s.von, 'letzterMonat', s.bis,
      'anzahl', s.anzahl) order by f.nr desc)
    from indexfassung f
    cross join lateral (
      select min(monat) von, max(monat) bis, count(*) anzahl from indexstand where fassung_id = f.id
    ) s
    where f.reihe_id = r.id), '[]') fassungen`;

export const listIndexreihen = (sql: Db, { page, limit }: IndexreiheFilter) => sql<Indexreihe[]>`
  select ${spalten(sql)}
  from indexreihe r
  order by such_norm(r.name), r.id
  limit ${limit} offset ${(page - 1) * limit}`;

export const countIndexreihen = async (sql: Db): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`select count(*) total from indexreihe`;
  return zeile?.total ?? 0;
};

export const findIndexreihe = async (sql: Db, id: number): Promise<Indexreihe | undefined> => {
  const [zeile] = await sql<Indexreihe[]>`select ${spalten(sql)} from indexreihe r where r.id = ${id}`;
  return zeile;
};

/** Its versions are written, and used by completions, one after the other. */
export const sperreReihe = (sql: Db, id: number) => sql`
  select from indexreihe where id = ${id} for no key update`;

/** Nobody deletes the series. */
export const findReiheIdGehalten = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`select id from indexreihe where id = ${id} for key share`;
  return zeile?.id;
};

/** Waits for everybody who holds it, too. */
export const sperreReiheZumLoeschen = (sql: Db, id: number) => sql`
  select from indexreihe where id = ${id} for update`;

export type Verwendung = { klauseln: number; kontonummern: string[]; hebungen: number; vorgaengerinnen: string[] };

/** What names a series: clauses, increases that follow from one, series that it goes on with. */
export const findVerwendung = async (sql: Db, id: number): Promise<Verwendung> => {
  const [zeile] = await sql<Verwendung[]>`
    with klausel as (
      select k.kontonummer from pachtkonto k where (k.wertsicherung ->> 'reiheId')::bigint = ${id}
    )
    select (select count(*) from klausel) klauseln,
      array(select kontonummer from klausel order by kontonummer limit 5) kontonummern,
      (
        select count(*)
        from hebung h
        where h.status <> 'storniert'
          and ${id} in ((h.herkunft -> 'basis' ->> 'reiheId')::bigint, (h.herkunft -> 'neu' ->> 'reiheId')::bigint)
      ) hebungen,
      array(select r.name from indexreihe r where r.nachfolger_id = ${id} order by such_norm(r.name), r.id) vorgaengerinnen`;
  return zeile as Verwendung;
};

/** With all its versions and their values. */
export const deleteIndexreihe = async (sql: Db, id: number): Promise<void> => {
  await sql`delete from indexstand where fassung_id in (select id from indexfassung where reihe_id = ${id})`;
  await sql`delete from indexfassung where reihe_id = ${id}`;
  await sql`delete from indexreihe where id = ${id}`;
};

type Reihenwerte = Pick<Indexreihe, (typeof reihenfelder)[number]>;

/** undefined where the name is taken, also by a transaction that commits while this one waits. */
export const insertIndexreihe = async (
  sql: Db,
  { name, quelle, beendetMit, nachfolgerId }: Reihenwerte,
): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`
    insert into indexreihe (name, quelle, beendet_mit, nachfolger_id)
    values (${name}, ${quelle}, ${beendetMit}, ${nachfolgerId})
    on conflict (lower(name)) do nothing
    returning id`;
  return zeile?.id;
};

export const updateIndexreihe = (sql: Db, id: number, { name, quelle, beendetMit, nachfolgerId }: Reihenwerte) => sql`
  update indexreihe
  set name = ${name}, quelle = ${quelle}, beendet_mit = ${beendetMit}, nachfolger_id = ${nachfolgerId}
  where id = ${id}`;

/** Another series of this name. */
export const findNamensvetterId = async (sql: Db, name: string, ausserId: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`
    select id from indexreihe where lower(name) = lower(${name}) and id <> ${ausserId}`;
  return zeile?.id;
};

export const listReihennamen = (sql: Db) => sql<{ id: number; name: string }[]>`
  select id, name
  from indexreihe
  order by such_norm(name), id`;

/** All series with all their values, as the kernel compares them. */
export const listRechenreihen = (sql: Db) => sql<Rechenreihe[]>`
  select r.id, r.name, r.beendet_mit, r.nachfolger_id,
    coalesce((
      select jsonb_agg(jsonb_build_object('nr', f.nr, 'basis', f.basis, 'staende', coalesce((
        select jsonb_agg(jsonb_build_object('monat', s.monat, 'wert', s.wert::text, 'eingegebenAm', s.eingegeben_am)
          order by s.monat)
        from indexstand s where s.fassung_id = f.id), '[]')) order by f.nr desc)
      from indexfassung f where f.reihe_id = r.id), '[]') fassungen
  from indexreihe r
  order by r.id`;

// Versions ------------------------------------------------------------------------------------------------------------

/** The versions of a series with their values, or the one of this number. */
export const listFassungen = (sql: Db, reiheId: number, nr: number | null = null) => sql<Indexfassung[]>`
  select ${datensatzSpalten(sql, "f")}, f.reihe_id, f.nr, f.basis,
    exists (
      select
      from hebung h
      cross join lateral (values (h.herkunft -> 'basis'), (h.herkunft -> 'neu')) g (stand)
      where h.status = 'abgeschlossen' and (g.stand ->> 'reiheId')::bigint = f.reihe_id
        and (g.stand ->> 'fassung')::integer = f.nr
    ) ist_verwendet,
    coalesce((
      select jsonb_agg(jsonb_build_object('monat', s.monat, 'wert', s.wert::text, 'eingegebenAm', s.eingegeben_am)
        order by s.monat)
      from indexstand s where s.fassung_id = f.id), '[]') staende
  from indexfassung f
  where f.reihe_id = ${reiheId} ${nr === null ? sql`` : sql`and f.nr = ${nr}`}
  order by f.nr`;

export const listFassungenMit = (sql: Db, reiheId: number, monat: string) => sql<{ nr: number; basis: string }[]>`
  select f.nr, f.basis
  from indexfassung f
  join indexstand s on s.fassung_id = f.id and s.monat = ${monat}
  where f.reihe_id = ${reiheId}
  order by f.nr`;

/** Counts on from the newest version of a series that the caller has locked. */
export const insertFassung = async (sql: Db, reiheId: number, basis: string): Promise<{ id: number; nr: number }> => {
  const [zeile] = await sql<{ id: number; nr: number }[]>`
    insert into indexfassung (reihe_id, nr, basis)
    select ${reiheId}, coalesce(max(nr), 0) + 1, ${basis} from indexfassung where reihe_id = ${reiheId}
    returning id, nr`;
  return zeile as { id: number; nr: number };
};

/** Counts the version on, also where only values change. */
export const updateFassung = (sql: Db, id: number, basis: string) =>
  sql`update indexfassung set basis = ${basis} where id = ${id}`;

export const upsertStaende = (
  sql: Db,
  fassungId: number,
  staende: readonly Pick<Indexstand, "monat" | "wert">[],
  eingegebenAm: string,
) => sql`
  insert into indexstand (fassung_id, monat, wert, eingegeben_am)
  select ${fassungId}, s.monat, s.wert::numeric, ${eingegebenAm}
  from unnest(${staende.map(({ monat }) => monat)}::text[], ${staende.map(({ wert }) => wert)}::text[]) s (monat, wert)
  on conflict (fassung_id, monat) do update set wert = excluded.wert, eingegeben_am = excluded.eingegeben_am`;

export const deleteStaende = (sql: Db, fassungId: number, monate: readonly string[]) =>
  sql`delete from indexstand where fassung_id = ${fassungId} and monat = any(${monate})`;
