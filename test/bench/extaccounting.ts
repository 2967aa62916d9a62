import postgres from "postgres";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { listeDokumente } from "../../src/uebergabe/dokumente/liste.ts";
import type { DokumentFilter } from "../../src/uebergabe/dokumente/schema.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { anteil, anzahlVon, type Messwert, mitte } from "./bericht.ts";

const heute = "2026-11-20";

/**
 * An archive of `belege` documents of six years, most of them handed over, a few in every other state. Written without
 * foreign keys and triggers, which would take hours at millions; the counts are made as the migration makes them.
 */
const saeArchiv = async (adminUrl: string, datenbank: string, belege: number): Promise<void> => {
  const url = nachbardatenbank(adminUrl, datenbank);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`set session_replication_role = replica`;
  await sql`
    insert into archiv_beleg (id, buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer, faelligkeit_id,
      belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis, kontakt_id, empfaenger,
      netto_cent, steuer_cent, brutto_cent, suchtext)
    select n, '00000000-0000-4000-8000-000000000000', n / 4 + 1, 1, n / 4 + 1, 'PK-' || lpad((n / 4 + 1)::text, 6, '0'), n,
      'rechnung', 'RE-' || extract(year from t.tag) || '-' || lpad(n::text, 7, '0'), t.tag, t.tag, t.tag, t.tag, t.tag, t.tag, t.tag,
      n % 50000 + 1, jsonb_build_object('anzeigename', namen.name), 100000, 19000, 119000,
      lower('re-' || n || ' pk-' || (n / 4 + 1) || ' ') || such_text(namen.name)
    from generate_series(1, ${belege}::bigint) n
    cross join lateral (select date '2020-01-15' + (n * 70 / ${belege}::bigint)::integer * 30 tag) t
    cross join lateral (select (array['Anna', 'Bernd', 'Clara', 'Dörte', 'Emil', 'Frieda', 'Götz', 'Hanne'])[n % 8 + 1]
      || ' ' || (array['Müller', 'Schulze', 'Petersen', 'Vogt', 'Zander', 'Wolf', 'Brandt'])[n % 7 + 1] || n % 9973 name) namen`;
  await sql`
    insert into extaccounting_dokument (beleg_id, belegdatum, zustand, extern_id, nicht_vor, phase)
    select id, belegdatum, zustand, case when zustand <> 'offen' then id::text end,
      case when zustand = 'uncertain' then now() end, case when zustand = 'uncertain' then 'anlegen' end
    from (
      select id, belegdatum, case when id % 100003 = 0 then 'uncertain' when id % 25013 = 0 then 'failed'
        when id % 997 = 0 then 'cancelled' when belegdatum >= '2025-09-01' or belegdatum < '2020-06-01' then 'offen'
        else 'synced' end zustand
      from archiv_beleg
    ) b`;
  await sql`
    insert into zaehler
    select 'extaccounting', zustand || ' ' || belegdatum, count(*) from extaccounting_dokument group by zustand, belegdatum`;
  await sql`update extaccounting_einstellungen set integrationsstart = '2020-06-01'`;
  await sql`vacuum analyze archiv_beleg, extaccounting_dokument, zaehler`;
  await sql.end();
};

const messe = async (tat: () => Promise<unknown>, mal = 15): Promise<number[]> => {
  await tat();
  const werte: number[] = [];
  for (let nr = 0; nr < mal; nr += 1) {
    const los = performance.now();
    await tat();
    werte.push(performance.now() - los);
  }
  return werte;
};

const anfragen: [string, Partial<DokumentFilter>][] = [
  ["all", {}],
  ["pending", { state: "pending" }],
  ["legacy", { state: "legacy" }],
  ["synced", { state: "synced" }],
  ["synced, page 200", { state: "synced", page: 200 }],
  ["failed", { state: "failed" }],
  ["uncertain", { state: "uncertain" }],
  ["by number", { search: "RE-123456" }],
  ["by name", { search: "Petersen4711" }],
  ["by name, within a state", { search: "petersen4711", state: "synced" }],
];

/** What a statement trigger costs that gives each new document its row, against the same rows without it. */
const messeTrigger = async (adminUrl: string, datenbank: string, zeilen: number): Promise<[number, number]> => {
  const url = nachbardatenbank(adminUrl, datenbank);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const einmal = async (mit: boolean): Promise<number> => {
    let ms = 0;
    await sql
      .begin(async (tx) => {
        await tx.unsafe(`alter table archiv_beleg ${mit ? "enable" : "disable"} trigger extaccounting_neu`);
        const los = performance.now();
        await tx`
          insert into archiv_beleg (id, buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer,
            faelligkeit_id, belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis,
            kontakt_id, empfaenger, netto_cent, steuer_cent, brutto_cent, suchtext)
          select id + 100000000, buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer, faelligkeit_id,
            belegart, belegnummer || '-x', belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis, kontakt_id,
            empfaenger, netto_cent, steuer_cent, brutto_cent, suchtext
          from archiv_beleg order by id limit ${zeilen}`;
        ms = performance.now() - los;
        throw new Error("zurück");
      })
      .catch((fehler: Error) => {
        if (fehler.message !== "zurück") throw fehler;
      });
    return ms;
  };
  // Foreign keys are the same in both.
  await sql`alter table archiv_beleg disable trigger all`;
  const [ohne, mit] = [await messe(() => Promise.resolve(), 0), [] as number[]];
  for (let nr = 0; nr < 3; nr += 1) {
    ohne.push(await einmal(false));
    mit.push(await einmal(true));
  }
  await sql.end();
  return [mitte(ohne), mitte(mit)];
};

const messeListe = async (sql: Sql, belege: number): Promise<Messwert[]> => {
  const umfang = anzahlVon(belege, "documents");
  const gezaehlt = await messe(() => sql`select count(*) from extaccounting_dokument where zustand = 'synced'`, 3);
  const zaehlen = mitte(gezaehlt);
  const werte: Messwert[] = [{ was: "only counting those synced", umfang, wert: zaehlen, einheit: "ms" }];
  for (const [name, filter] of anfragen) {
    const ganz: DokumentFilter = { state: "all", page: 1, limit: 25, ...filter };
    const { pagination } = await listeDokumente(sql, ganz);
    const ms = await messe(() => listeDokumente(sql, ganz));
    const treffer = `${umfang}, ${anzahlVon(pagination.total, "found")}`;
    werte.push(
      {
        was: `page with exact total, ${name}, p50`,
        umfang: treffer,
        wert: mitte(ms),
        einheit: "ms",
        verhaeltnis: { wert: mitte(ms) / zaehlen, zu: "only counting" },
      },
      { was: `page with exact total, ${name}, p95`, umfang: treffer, wert: anteil(ms, 0.95), einheit: "ms" },
    );
  }
  return werte;
};

/** Documents with their state outside: search, filter and exact counts; and what the rows cost a booking. */
export async function messeExtaccounting(belege: number): Promise<Messwert[]> {
  const cluster = await starteCluster({ konten: 0, heute, sync: false });
  try {
    const bestand = cluster.vorlage();
    await saeArchiv(cluster.adminUrl(), bestand.name, belege);
    const sql: Sql = verbinde(bestand.appUrl, "pacht_app", { max: 2 });
    const liste = await messeListe(sql, belege);
    await sql.end();
    const zeilen = Math.min(belege, 100_000);
    const [ohne, mit] = await messeTrigger(cluster.adminUrl(), bestand.name, zeilen);
    await bestand.owner.end();
    return [
      ...liste,
      {
        was: "archiving with the row of their state outside",
        umfang: anzahlVon(zeilen, "documents"),
        wert: mit / 1000,
        einheit: "s",
        verhaeltnis: { wert: mit / ohne, zu: "without it" },
        grenze: "the trigger `extaccounting_neu`",
      },
    ];
  } finally {
    await cluster.beende();
  }
}
