import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Tabellen } from "../arten.ts";
import type { Grund } from "../berechnung/grund.ts";
import type { DuplikatFilter, DuplikatKontaktPaar, DuplikatPachtobjektPaar } from "../schema.ts";

export type Paarzeile<K> = { a: K; b: K; score: number; gruende: Grund[]; keinDuplikat: boolean };

const bedingung = (sql: Db, { minScore, entscheidung }: DuplikatFilter): Fragment => sql`
  p.kein_duplikat = ${entscheidung === "kein_duplikat"} and p.score >= ${minScore}`;

export const countPaare = async (sql: Db, art: Tabellen, filter: DuplikatFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) as total from ${sql(art.paartabelle)} p where ${bedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};

/** The page comes from the index alone; only its records are looked up. */
const seite = (sql: Db, art: Tabellen, filter: DuplikatFilter): Fragment => sql`
  select p.a_id, p.b_id, p.score, p.gruende, p.kein_duplikat
  from ${sql(art.paartabelle)} p
  where ${bedingung(sql, filter)}
  order by p.score desc, p.a_id, p.b_id
  limit ${filter.limit}`;

const kontakt = (sql: Db, k: string): Fragment => sql`
  json_build_object('id', ${sql(k)}.id, 'anzeigename', ${sql(k)}.anzeigename, 'typ', ${sql(k)}.typ,
    'istOrganisation', ${sql(k)}.ist_organisation, 'strasse', ${sql(k)}.strasse, 'hausnummer', ${sql(k)}.hausnummer,
    'plz', ${sql(k)}.plz, 'ort', ${sql(k)}.ort, 'land', ${sql(k)}.land, 'telefon', ${sql(k)}.telefon,
    'mobil', ${sql(k)}.mobil, 'email', ${sql(k)}.email, 'iban', ${sql(k)}.iban)`;

export const listKontaktPaare = (sql: Db, art: Tabellen, filter: DuplikatFilter) => sql<
  Paarzeile<DuplikatKontaktPaar["kontaktA"]>[]
>`
  with seite as materialized (${seite(sql, art, filter)})
  select ${kontakt(sql, "a")} as a, ${kontakt(sql, "b")} as b, s.score, s.gruende, s.kein_duplikat
  from seite s
  join kontakt a on a.id = s.a_id
  join kontakt b on b.id = s.b_id
  order by s.score desc, s.a_id, s.b_id`;

const objekt = (sql: Db, o: string, konto: string): Fragment => sql`
  json_build_object('id', ${sql(o)}.id, 'bezeichnung', ${sql(o)}.bezeichnung, 'objektart', ${sql(o)}.objektart,
    'status', ${sql(o)}.status, 'strasse', ${sql(o)}.strasse, 'hausnummer', ${sql(o)}.hausnummer,
    'plz', ${sql(o)}.plz, 'ort', ${sql(o)}.ort, 'land', ${sql(o)}.land, 'gemarkung', ${sql(o)}.gemarkung,
    'flur', ${sql(o)}.flur, 'flurstueckZaehler', ${sql(o)}.flurstueck_zaehler,
    'flurstueckNenner', ${sql(o)}.flurstueck_nenner, 'flaecheQm', ${sql(o)}.flaeche_qm,
    'pachtkontoId', ${sql(o)}.pachtkonto_id, 'kontonummer', ${sql(konto)}.kontonummer)`;

export const listPachtobjektPaare = (sql: Db, art: Tabellen, filter: DuplikatFilter) => sql<
  Paarzeile<DuplikatPachtobjektPaar["pachtobjektA"]>[]
>`
  with seite as materialized (${seite(sql, art, filter)})
  select ${objekt(sql, "a", "ka")} as a, ${objekt(sql, "b", "kb")} as b, s.score, s.gruende, s.kein_duplikat
  from seite s
  join patchobjekt a on a.id = s.a_id
  join patchobjekt b on b.id = s.b_id
  left join pachtkonto ka on ka.id = a.pachtkonto_id
  left join pachtkonto kb on kb.id = b.pachtkonto_id
  order by s.score desc, s.a_id, s.b_id`;
