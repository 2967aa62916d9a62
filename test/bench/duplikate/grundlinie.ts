import type postgres from "postgres";
import type { Paar } from "./guete.ts";

type Grundlinie = {
  verglichen: number;
  sekunden: number;
  anteil: number;
  stichprobe: Set<number>;
  paare: Paar[];
};

/** About so many pairs are measured. */
const hoechstens = 1_500_000;

/**
 * What the database does by itself: pg_trgm similarity of name and street over all pairs of a postcode, for a
 * sample of the contacts.
 */
export async function messeGrundlinie(sql: postgres.Sql): Promise<Grundlinie> {
  await sql`
    create temporary table trigramm as
    select id, plz, lower(concat_ws(' ', vorname, nachname, firma, strasse, hausnummer)) as text
    from kontakt
    where plz is not null`;
  await sql`create index on trigramm (plz)`;
  await sql`analyze trigramm`;
  const zaehle = async (bedingung: postgres.PendingQuery<postgres.Row[]>): Promise<number> => {
    const [zeile] = await sql<{ n: number }[]>`
      select coalesce(sum(z.n - 1), 0)::float8 / 2 n
      from trigramm t join (select plz, count(*) n from trigramm group by plz) z on z.plz = t.plz
      where ${bedingung}`;
    return zeile?.n ?? 0;
  };
  const alle = await zaehle(sql`true`);
  const stichprobe = sql`hashint8(t.id) % ${Math.max(8, Math.ceil(alle / hoechstens))}::int = 0`;
  const verglichen = await zaehle(stichprobe);
  const los = performance.now();
  const zeilen = await sql<{ a: number; b: number; score: number }[]>`
    select a.id::int a, b.id::int b, similarity(a.text, b.text)::float8 score
    from (select * from trigramm t where ${stichprobe}) a
    join trigramm b on b.plz = a.plz and b.id > a.id
    where similarity(a.text, b.text) >= 0.5`;
  const sekunden = (performance.now() - los) / 1000;
  const ids = await sql<{ a: number }[]>`select id::int - 1 a from trigramm t where ${stichprobe}`;
  return {
    verglichen,
    sekunden,
    anteil: verglichen / alle,
    stichprobe: new Set(ids.map(({ a }) => a)),
    paare: zeilen.map(({ a, b, score }) => ({ a: a - 1, b: b - 1, score })),
  };
}
