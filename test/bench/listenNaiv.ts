import type { ArchivFilter } from "../../src/belege/archiv/schema.ts";
import { archivsortierung } from "../../src/belege/archiv/sortierung.ts";
import type { KontaktFilter } from "../../src/stammdaten/kontakte/schema.ts";
import type { PachtkontoFilter } from "../../src/stammdaten/pachtkonten/schema.ts";
import { kontosortierung } from "../../src/stammdaten/pachtkonten/sortierung.ts";
import type { PatchobjektFilter } from "../../src/stammdaten/patchobjekte/schema.ts";
import { ordnungVon, type Sortierung, type Sortierwert } from "../../src/technik/database/anweisung/sortierung.ts";
import { aneinander, worte } from "../../src/technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../src/technik/database/pool.ts";
import { alsListe } from "../../src/technik/http/schema.ts";

/** The lists as one would write them first: ILIKE over the tables, EXISTS over the joins, a page and a count. */
const jeWort = (sql: Db, search: string | undefined, bedingung: (muster: string) => Fragment): Fragment =>
  aneinander(
    sql,
    worte(search).map((wort) => sql`and (${bedingung(`%${wort}%`)})`),
  );

const eins = (sql: Db, spalten: string[], muster: string): Fragment =>
  sql`concat_ws(' ', ${aneinander(
    sql,
    spalten.map((spalte, i) => (i === 0 ? sql`${sql(spalte)}` : sql`, ${sql(spalte)}`)),
  )}) ilike ${muster}`;

const geordnet = <F extends string>(sql: Db, sortierung: Sortierung<F>, sort: Sortierwert<F> | undefined): Fragment => {
  const { spalte, ab } = ordnungVon(sortierung, sort);
  return ab ? sql`${sql(spalte)} desc nulls last, id desc` : sql`${sql(spalte)}, id`;
};

type Teile = { spalten: Fragment; von: Fragment; bedingung: Fragment; ordnung: Fragment; page: number; limit: number };

const seiteUndZahl = async (sql: Db, { spalten, von, bedingung, ordnung, page, limit }: Teile): Promise<string> => {
  const data = await sql`
    select ${spalten} from ${von} where ${bedingung}
    order by ${ordnung} limit ${limit} offset ${(page - 1) * limit}`;
  const [zeile] = await sql<{ total: number }[]>`select count(*) total from ${von} where ${bedingung}`;
  return JSON.stringify(alsListe([...data], zeile?.total ?? 0, { page, limit }));
};

export async function naivPachtkonten(sql: Db, filter: PachtkontoFilter): Promise<string> {
  const lage = [
    "o.strasse",
    "o.hausnummer",
    "o.plz",
    "o.ort",
    "o.gemarkung",
    "o.flurstueck_zaehler",
    "o.flurstueck_nenner",
  ];
  const monat = filter.pachtendeMonat;
  const bedingung = sql`
    true ${jeWort(
      sql,
      filter.search,
      (muster) => sql`
        k.kontonummer ilike ${muster} or k.bemerkung ilike ${muster}
        or exists (
          select from pachtkonto_beteiligter b join kontakt p on p.id = b.kontakt_id
          where b.pachtkonto_id = k.id and b.rolle in ('paechter', 'verpaechter')
            and ${eins(sql, ["p.vorname", "p.nachname", "p.firma", "p.ort"], muster)})
        or exists (select from patchobjekt o where o.pachtkonto_id = k.id and ${eins(sql, lage, muster)})`,
    )}
    ${filter.status ? sql`and k.status in ${sql(filter.status)}` : sql``}
    ${filter.hebemonat ? sql`and k.hebemonat in ${sql(filter.hebemonat)}` : sql``}
    ${monat ? sql`and to_char(k.pachtende, 'YYYY-MM') = ${monat}` : sql``}`;
  const spalten = sql`
    k.*, (
      select jsonb_agg(jsonb_build_object('kontaktId', b.kontakt_id, 'rolle', b.rolle, 'hauptkontakt', b.hauptkontakt,
        'anteilZaehler', b.anteil_zaehler, 'anteilNenner', b.anteil_nenner, 'gueltigVon', b.gueltig_von,
        'gueltigBis', b.gueltig_bis, 'anzeigename', p.anzeigename) order by b.rolle, b.gueltig_von nulls first, b.id)
      from pachtkonto_beteiligter b join kontakt p on p.id = b.kontakt_id
      where b.pachtkonto_id = k.id) beteiligte`;
  return seiteUndZahl(sql, {
    ...filter,
    spalten,
    von: sql`pachtkonto k`,
    bedingung,
    ordnung: geordnet(sql, kontosortierung, filter.sort),
  });
}

export async function naivPatchobjekte(sql: Db, filter: PatchobjektFilter): Promise<string> {
  const felder = [
    "o.bezeichnung",
    "o.strasse",
    "o.hausnummer",
    "o.plz",
    "o.ort",
    "o.gemarkung",
    "o.flurstueck_zaehler",
  ];
  const bedingung = sql`
    true ${jeWort(
      sql,
      filter.search,
      (muster) => sql`
        ${eins(sql, [...felder, "o.flurstueck_nenner"], muster)}
        or exists (select from pachtkonto k where k.id = o.pachtkonto_id and k.kontonummer ilike ${muster})`,
    )}
    ${filter.status ? sql`and o.status in ${sql(filter.status)}` : sql``}`;
  return seiteUndZahl(sql, {
    ...filter,
    spalten: sql`o.*`,
    von: sql`patchobjekt o`,
    bedingung,
    ordnung: sql`lower(o.bezeichnung), o.id`,
  });
}

export async function naivKontakte(sql: Db, filter: KontaktFilter): Promise<string> {
  const felder = ["vorname", "nachname", "firma", "strasse", "hausnummer", "plz", "ort", "email", "telefon", "iban"];
  const bedingung = sql`
    true ${jeWort(sql, filter.search, (muster) => eins(sql, felder, muster))}
    ${filter.typ ? sql`and typ in ${sql(filter.typ)}` : sql``}
    ${filter.zahlungsmoral ? sql`and zahlungsmoral in ${sql(filter.zahlungsmoral)}` : sql``}
    ${filter.ort ? sql`and ort ilike ${`%${filter.ort}%`}` : sql``}`;
  return seiteUndZahl(sql, {
    ...filter,
    spalten: sql`kontakt.*`,
    von: sql`kontakt`,
    bedingung,
    ordnung: sql`lower(anzeigename), id`,
  });
}

export async function naivArchiv(sql: Db, filter: ArchivFilter): Promise<string> {
  const { year, belegart, kontaktId, pachtkontoId, bruttoVonCent, bruttoBisCent } = filter;
  const bedingung = sql`
    true ${jeWort(
      sql,
      filter.search,
      (muster) => sql`concat_ws(' ', belegnummer, empfaenger ->> 'anzeigename', kontonummer) ilike ${muster}`,
    )}
    ${year ? sql`and extract(year from belegdatum) = ${year}` : sql``}
    ${belegart ? sql`and belegart in ${sql(belegart)}` : sql``}
    ${kontaktId ? sql`and kontakt_id = ${kontaktId}` : sql``}
    ${pachtkontoId ? sql`and pachtkonto_id = ${pachtkontoId}` : sql``}
    ${bruttoVonCent === undefined ? sql`` : sql`and brutto_cent >= ${bruttoVonCent}`}
    ${bruttoBisCent === undefined ? sql`` : sql`and brutto_cent <= ${bruttoBisCent}`}
    ${filter.pdfStatus ? sql`and not exists (select from archiv_pdf p where p.beleg_id = b.id)` : sql``}`;
  const ordnung = geordnet(sql, archivsortierung, filter.sort);
  return seiteUndZahl(sql, { ...filter, spalten: sql`b.*`, von: sql`archiv_beleg b`, bedingung, ordnung });
}
