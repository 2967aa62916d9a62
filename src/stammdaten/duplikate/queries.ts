import type { Db, Fragment } from "../../technik/database/pool.ts";
import type { Tabellen } from "./arten.ts";
import type { Duplikatpaar } from "./berechnung/bestand.ts";
import { hoechstensMit } from "./berechnung/schluessel.ts";

export const deleteSchluessel = (tx: Db, art: Tabellen, id: number, schluessel: readonly number[]) => tx`
  delete from ${tx(art.schluesseltabelle)}
  where schluessel = any(${schluessel}::integer[]) and id = ${id}`;

export const deleteAlleSchluesselVon = (tx: Db, art: Tabellen, ids: readonly number[]) => tx`
  delete from ${tx(art.schluesseltabelle)}
  where id = any(${ids}::bigint[])`;

export const insertSchluessel = (tx: Db, art: Tabellen, id: number, schluessel: readonly number[]) => tx`
  insert into ${tx(art.schluesseltabelle)} (schluessel, id)
  select k, ${id} from unnest(${schluessel}::integer[]) k
  on conflict do nothing`;

/** Who stands under these keys. */
const block = (sql: Db, art: Tabellen, schluessel: readonly number[]): Fragment => sql`
  select k.schluessel, k.hoechstens, s.id
  from unnest(${schluessel}::integer[], ${schluessel.map(hoechstensMit)}::integer[])
    k (schluessel, hoechstens)
  cross join lateral (
    select e.id from ${sql(art.schluesseltabelle)} e
    where e.schluessel = k.schluessel
    limit k.hoechstens + 1
  ) s`;

/** Those under keys that not too many share. */
const zaehlende = (sql: Db): Fragment => sql`
  select b.id from block b
  where b.schluessel in (select schluessel from block group by schluessel, hoechstens having count(*) <= hoechstens)`;

/** Who shares a key with the record `id`; keys that too many share do not count. */
export const listKandidaten = async <D extends { id: number }>(
  tx: Db,
  art: Tabellen,
  id: number,
  schluessel: readonly number[],
): Promise<D[]> => [
  ...(await tx<D[]>`
    with block as materialized (${block(tx, art, schluessel)})
    select ${tx(art.felder)}
    from ${tx(art.name)}
    where id <> ${id} and aufgegangen_in is null and id in (${zaehlende(tx)})`),
];

/** Who shares one of these keys; keys that too many share do not count. */
export const listKandidatenIds = async (sql: Db, art: Tabellen, schluessel: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    with block as materialized (${block(sql, art, schluessel)})
    select distinct z.id from (${zaehlende(sql)}) z`;
  return zeilen.map(({ id }) => id);
};

type Zaehlung = { bestand: number; anzahlen: Map<string, number> };

export const findZaehlung = async (tx: Db, { name }: Tabellen, worte: readonly string[]): Promise<Zaehlung> => {
  const zeilen = await tx<{ bestand: number; wort: string | null; anzahl: number | null }[]>`
    select l.bestand, h.wort, h.anzahl
    from duplikat_lauf l
    left join duplikat_haeufigkeit h on h.art = l.art and h.wort = any(${worte})
    where l.art = ${name}`;
  const anzahlen = new Map(zeilen.flatMap(({ wort, anzahl }) => (wort === null ? [] : [[wort, anzahl ?? 0]])));
  return { bestand: zeilen[0]?.bestand ?? 0, anzahlen };
};

/** The pairs of the record `id` with others than `partner`. */
export const deleteAnderePaare = (tx: Db, art: Tabellen, id: number, partner: readonly number[]) => tx`
  delete from ${tx(art.paartabelle)}
  where (a_id = ${id} and b_id <> all(${partner}::bigint[]))
    or (b_id = ${id} and a_id <> all(${partner}::bigint[]))`;

/** A pair that is there already only gets its new score: who saves another record of it need not wait for us. */
export const upsertPaare = (tx: Db, art: Tabellen, paare: readonly Duplikatpaar[]) => tx`
  insert into ${tx(art.paartabelle)} as p (a_id, b_id, score, gruende, kein_duplikat)
  select n.a_id, n.b_id, n.score, string_to_array(n.gruende, ','),
    exists (select from ${tx(art.entscheidungstabelle)} e where e.a_id = n.a_id and e.b_id = n.b_id)
  from unnest(${paare.map(({ a }) => a)}::bigint[], ${paare.map(({ b }) => b)}::bigint[],
    ${paare.map(({ score }) => score)}::integer[], ${paare.map(({ gruende }) => gruende.join(","))}::text[])
    n (a_id, b_id, score, gruende)
  where exists (select from ${tx(art.name)} k where k.id = n.a_id and k.aufgegangen_in is null)
    and exists (select from ${tx(art.name)} k where k.id = n.b_id and k.aufgegangen_in is null)
  order by n.a_id, n.b_id
  on conflict (a_id, b_id) do update
  set score = excluded.score, gruende = excluded.gruende
  where (p.score, p.gruende) is distinct from (excluded.score, excluded.gruende)`;

/** For the full comparison that may be under way: this record was saved meanwhile. */
export const insertNachtrag = (tx: Db, art: Tabellen, id: number) => insertNachtraege(tx, art, [id]);

export const insertNachtraege = (tx: Db, { name }: Tabellen, ids: readonly number[]) => tx`
  insert into duplikat_nachtrag (art, id)
  select l.art, n.id
  from duplikat_lauf l, unnest(${ids}::bigint[]) n (id)
  where l.art = ${name} and l.laeuft
  on conflict do nothing`;

export const deletePaareVon = (tx: Db, art: Tabellen, id: number) => tx`
  delete from ${tx(art.paartabelle)} where a_id = ${id} or b_id = ${id}`;

// Decisions --------------------------------------------------------------------------------------------------------

export type Entscheidung = { aId: number; bId: number; benutzerName: string; entschiedenAm: string };

/** Each with the record that it was merged into; nobody deletes one. */
export const listVorhandeneGehalten = (tx: Db, art: Tabellen, ids: readonly number[]) => tx<
  { id: number; aufgegangenIn: number | null }[]
>`
  select id, aufgegangen_in
  from ${tx(art.name)}
  where id = any(${ids}::bigint[])
  order by id
  for key share`;

export const findEntscheidung = async (
  tx: Db,
  art: Tabellen,
  a: number,
  b: number,
): Promise<Entscheidung | undefined> => {
  const [zeile] = await tx<Entscheidung[]>`
    select a_id, b_id, benutzer_name, entschieden_am
    from ${tx(art.entscheidungstabelle)}
    where a_id = ${a} and b_id = ${b}`;
  return zeile;
};

export const insertEntscheidung = (
  tx: Db,
  art: Tabellen,
  a: number,
  b: number,
  wer: { id: number; name: string },
) => tx`
  insert into ${tx(art.entscheidungstabelle)} (a_id, b_id, benutzer_id, benutzer_name)
  values (${a}, ${b}, ${wer.id}, ${wer.name})
  on conflict do nothing`;

export const deleteEntscheidung = (tx: Db, art: Tabellen, a: number, b: number) => tx`
  delete from ${tx(art.entscheidungstabelle)} where a_id = ${a} and b_id = ${b}`;

export const deleteEntscheidungenVon = (tx: Db, art: Tabellen, id: number) => tx`
  delete from ${tx(art.entscheidungstabelle)} where a_id = ${id} or b_id = ${id}`;

export const updateKeinDuplikat = (tx: Db, art: Tabellen, a: number, b: number, keinDuplikat: boolean) => tx`
  update ${tx(art.paartabelle)} set kein_duplikat = ${keinDuplikat} where a_id = ${a} and b_id = ${b}`;
