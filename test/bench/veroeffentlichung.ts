import postgres from "postgres";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { type Cluster, starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { anzahlVon, type Messwert, mitte, zahl } from "./bericht.ts";
import { inEigenemProzess } from "./eigenerProzess.ts";
import type { LaufMessung } from "./messungen/lauf.ts";

/** What a publication writes to. */
const tabellen = [
  "archivkonto",
  "archiv_beleg",
  "archiv_zeile",
  "archiv_steuer",
  "extaccounting_dokument",
  "faelligkeit",
  "gebuchter_zeitraum",
];

/** Something that could be left out: its name, and the statement that does so. */
type Teil = { name: string; weg: string };

/** Indexes, constraints and triggers that fire; not the primary keys that others refer to. */
const listTeile = (sql: postgres.Sql) => sql<Teil[]>`
  with t as (select oid, relname from pg_class where oid = any(${tabellen}::regclass[])),
  teile as (
    select t.relname, 2 rang, 'index ' || i.indexrelid::regclass name, 'drop index ' || i.indexrelid::regclass weg
    from t
    join pg_index i on i.indrelid = t.oid
    where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
    union all
    select t.relname, 1, case c.contype when 'f' then 'foreign key ' else 'constraint ' end || c.conname,
      format('alter table %I drop constraint %I', t.relname, c.conname)
    from t
    join pg_constraint c on c.conrelid = t.oid
    where c.contype in ('u', 'x', 'f') or (c.contype = 'p' and not exists (
      select from pg_constraint f where f.confrelid = t.oid and f.contype = 'f'))
    union all
    select t.relname, 3, format('trigger %s of %s', g.tgname, t.relname),
      format('drop trigger %I on %I', g.tgname, t.relname)
    from t
    join pg_trigger g on g.tgrelid = t.oid
    where not g.tgisinternal and g.tgtype & (4 + 16) <> 0 and g.tgtype & 2 = 0
    union all
    select t.relname, 4, 'all checks of ' || t.relname,
      format('alter table %I %s', t.relname, string_agg(format('drop constraint %I', c.conname), ', '))
    from t
    join pg_constraint c on c.conrelid = t.oid and c.contype = 'c'
    group by t.relname
  )
  select name, weg from teile order by relname, rang, name`;

/** CPU seconds that PostgreSQL spends on publishing the run of a fresh copy of the stock, without one part of it. */
const veroeffentliche = async (cluster: Cluster, heute: string, weg: string | null) => {
  const kopie = await cluster.kopiere();
  if (weg !== null) await kopie.owner.unsafe(weg);
  const { veroeffentlichung, dokumente } = inEigenemProzess<LaufMessung>("lauf", kopie.appUrl, heute);
  await cluster.loesche(kopie);
  return { cpu: veroeffentlichung.cpuSekunden, dokumente };
};

/** Parts that are measured between two publications with all of them. */
const jeVergleich = 3;
/** Where these two differ by more, in percent, the machine has changed its speed: the parts between them say nothing. */
const hoechstensSprung = 10;
const versuche = 4;

const inProzent = (a: number, b: number): number => (100 * (a - b)) / a;

type Anteil = { name: string; anteil: number };

/** What some parts save, against a whole publication before them and one after. */
const messeGruppe = async (
  teile: readonly Teil[],
  davor: number,
  ohne: (weg: string | null) => Promise<number>,
): Promise<{ anteile: Anteil[]; danach: number }> => {
  const werte: { name: string; cpu: number }[] = [];
  for (const { name, weg } of teile) werte.push({ name, cpu: await ohne(weg) });
  const danach = await ohne(null);
  const ganz = (davor + danach) / 2;
  return { anteile: werte.map(({ name, cpu }) => ({ name, anteil: inProzent(ganz, cpu) })), danach };
};

/**
 * Each part against the two whole publications around it: over the minutes that all of them take, the speed of a machine
 * changes by more than most parts cost.
 */
const messeTeile = async (cluster: Cluster, heute: string): Promise<Messwert[]> => {
  const admin = postgres(Object.assign(new URL(cluster.adminUrl()), { pathname: "/vorlage" }).href, { max: 1 });
  const teile = await listTeile(admin);
  await admin.end();
  const erste = await veroeffentliche(cluster, heute, null);
  const umfang = anzahlVon(erste.dokumente, "documents");
  const ohne = async (weg: string | null) => (await veroeffentliche(cluster, heute, weg)).cpu;
  const ganze = [erste.cpu];
  const anteile: Anteil[] = [];
  for (let ab = 0; ab < teile.length; ab += jeVergleich)
    for (let versuch = 1; versuch <= versuche; versuch += 1) {
      const davor = ganze.at(-1) ?? 0;
      const gruppe = await messeGruppe(teile.slice(ab, ab + jeVergleich), davor, ohne);
      ganze.push(gruppe.danach);
      if (versuch < versuche && Math.abs(inProzent(davor, gruppe.danach)) > hoechstensSprung) continue;
      anteile.push(...gruppe.anteile);
      break;
    }
  const schritte = ganze.slice(1).map((wert, i) => Math.abs(inProzent(ganze[i] ?? wert, wert)));
  return [
    {
      was: "publishing with all of it, CPU of PostgreSQL",
      umfang,
      wert: mitte(ganze),
      einheit: "s",
      grenze: `from one to the next ± ${zahl(mitte(schritte))} %, at most ${zahl(Math.max(...schritte))} %`,
    },
    ...anteile
      .sort((a, b) => b.anteil - a.anteil)
      .map(
        ({ name, anteil }): Messwert => ({
          was: name,
          umfang,
          wert: anteil,
          einheit: "% of the CPU of publishing",
          grenze: "what is saved without it",
        }),
      ),
  ];
};

/** More than this would take hours: each part is a copy of the stock and a run of its own. */
const hoechstensKonten = 5_000;

/** What each index, constraint and trigger costs a publication: it is published without it, one at a time. */
export async function messeVeroeffentlichung(konten: number): Promise<Messwert[]> {
  const heute = tagInBerlin(new Date());
  const cluster = await starteCluster({ konten: Math.min(konten, hoechstensKonten), heute, sync: true });
  try {
    return await messeTeile(cluster, heute);
  } finally {
    await cluster.beende();
  }
}
