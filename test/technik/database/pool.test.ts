import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Sql, verbinde, verbindeAlsAnmeldung } from "../../../src/technik/database/pool.ts";
import { neueDatenbank, type Testdatenbank } from "../../hilfe/datenbank.ts";

let datenbank: Testdatenbank;
let sql: Sql;
beforeAll(async () => {
  datenbank = await neueDatenbank();
  sql = verbinde(datenbank.appUrl, "pacht_app", { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await datenbank.loesche();
});

test("Tage bleiben Text, Zeitpunkte werden RFC 3339, Summen Zahlen, Spaltennamen camelCase", async () => {
  const [zeile] = await sql`
    select date '2026-10-01' as ein_tag, timestamptz '2026-10-01 12:30:00+02' as ein_zeitpunkt,
      sum(n) as summe, 1.5::numeric as bruch, 2::int8 as anzahl, '{"ein_feld": 1}'::jsonb as ein_objekt
    from generate_series(1, 3) n`;
  expect(zeile).toEqual({
    einTag: "2026-10-01",
    einZeitpunkt: "2026-10-01T10:30:00Z",
    summe: 6,
    bruch: 1.5,
    anzahl: 2,
    einObjekt: { ein_feld: 1 },
  });
});

test("Namen gehen in snake_case hinaus, auch mit Schema und Tabelle davor; Schlüssel in JSON bleiben", async () => {
  const owner = verbinde(datenbank.ownerUrl, "pacht_owner", { max: 1 });
  try {
    await owner`create temporary table probe (id integer, ein_feld text, ein_objekt jsonb)`;
    const werte = { einFeld: "a", einObjekt: { einSchluessel: { nochEiner: [{ undNochEiner: 1 }] } } };
    await owner`insert into probe ${owner([{ ...werte, id: 1, zuviel: true }], "id", "einFeld", "einObjekt")}`;
    await owner`update probe set ${owner({ einFeld: "b" })} where ${owner("probe.einFeld")} = 'a'`;
    const [zeile] = await owner`select ${owner("id", "einFeld", "einObjekt")} from ${owner("pg_temp.probe")}`;
    expect(zeile).toEqual({ ...werte, id: 1, einFeld: "b" });
    const [namen] = await owner`select ${owner("such_text")}('Abc') as klein, count(*) from ${owner("jobs.bam")}`;
    expect(namen?.klein).toBe("abc");
  } finally {
    await owner.end();
  }
});

test("eine Zahl, die JavaScript nicht genau hält, ist ein Fehler und keine falsche Zahl", async () => {
  await expect(sql`select 9007199254740993 as zu_gross`).rejects.toThrow(RangeError);
});

test("was eine Datenbank ihren Sitzungen sonst noch vorgibt, ändert an Antworten und Anweisungen nichts", async () => {
  const andere = {
    array_nulls: "off",
    bytea_output: "escape",
    datestyle: "German",
    default_transaction_isolation: "serializable",
    extra_float_digits: "-15",
    gin_fuzzy_search_limit: "5",
    idle_session_timeout: "60000",
    intervalstyle: "sql_standard",
    lock_timeout: "1",
    search_path: "pg_catalog",
    standard_conforming_strings: "off",
    statement_timeout: "100",
    timezone: "America/St_Johns",
  };
  const eigene = await neueDatenbank();
  const owner = verbinde(eigene.ownerUrl, "pacht_owner", { max: 1 });
  const name = new URL(eigene.ownerUrl).pathname.slice(1);
  for (const [was, wert] of Object.entries(andere)) await owner.unsafe(`alter database ${name} set ${was} = '${wert}'`);
  const vorgegeben = verbinde(eigene.appUrl, "pacht_app", { max: 1 });
  const frage = (eine: Sql) => eine`
    select timestamptz '2026-10-01 12:30:00+02' as wann, 'a\\b' as text, bytea '\\xff00' as bytes, (date '2026-10-01')::text as tag,
      (interval '1 day 2 hours')::text as dauer, 0.1::float8::text as bruch, '{null,1}'::int[] as liste,
      current_setting('transaction_isolation') as abschottung, current_setting('lock_timeout') as sperrfrist,
      current_setting('idle_session_timeout') as leerlauf, current_setting('gin_fuzzy_search_limit') as treffer, pg_sleep(0.2)::text as pause,
      (select count(*) from kontakt) as kontakte`;
  try {
    expect(await frage(vorgegeben)).toEqual(await frage(sql));
  } finally {
    await Promise.all([owner.end(), vorgegeben.end()]);
    await eigene.loesche();
  }
});

test("auch bevor es Rollen gibt, gilt keine Frist, die Datenbank oder Anmeldung vorgeben", async () => {
  const eigene = await neueDatenbank();
  const owner = verbinde(eigene.ownerUrl, "pacht_owner", { max: 1 });
  const name = new URL(eigene.ownerUrl).pathname.slice(1);
  await owner.unsafe(`alter database ${name} set statement_timeout = '50'`);
  const angemeldet = verbindeAlsAnmeldung(eigene.ownerUrl);
  try {
    expect(await angemeldet`select pg_sleep(0.2)::text as pause`).toEqual([{ pause: "" }]);
  } finally {
    await Promise.all([owner.end(), angemeldet.end()]);
    await eigene.loesche();
  }
});

test("der Name einer Datenbank steht in der Adresse, wie Adressen ihn schreiben", async () => {
  const eigene = await neueDatenbank();
  const admin = postgres(inject("datenbank").adminUrl, { max: 1, onnotice: () => {} });
  const [, alt = ""] = new URL(eigene.appUrl).pathname.split("/");
  const neu = `Pächter & Co ${alt}`;
  await admin.unsafe(`alter database ${alt} rename to "${neu}"`);
  const anders = verbinde(Object.assign(new URL(eigene.appUrl), { pathname: `/${neu}` }).href, "pacht_app", { max: 1 });
  try {
    expect(await anders`select current_database() as name`).toEqual([{ name: neu }]);
  } finally {
    await anders.end();
    await admin.unsafe(`alter database "${neu}" rename to ${alt}`);
    await admin.end();
    await eigene.loesche();
  }
});

test.each([
  ["postgres://a:b@[::1]:5433/pacht", "::1", 5433],
  ["postgresql://a:b%5B@[fd00:0:0:1::2]/pacht?sslmode=require", "fd00:0:0:1::2", 5432],
  ["postgres://[::1]", "::1", 5432],
  ["postgres://a:b@127.0.0.1:5433/pacht", "127.0.0.1", 5433],
])("auch eine Adresse in Klammern ist eine: %s", (url, host, port) => {
  for (const { options } of [verbinde(url, "pacht_app"), verbindeAlsAnmeldung(url)])
    expect([options.host, options.port]).toEqual([[host], [port]]);
});

test("die Anwendung ist kein Superuser und kann nichts anlegen", async () => {
  const [rolle] = await sql`
    select current_user as ich, usesuper as super, has_schema_privilege('public', 'create') as legt_an
    from pg_user where usename = current_user`;
  expect(rolle).toEqual({ ich: "pacht_app", super: false, legtAn: false });
  await expect(sql`create table verboten (a integer)`).rejects.toThrow(/permission denied/);
});

test("Belegnummern haben sechs Ziffern und ab der Million sieben", async () => {
  const [zeile] = await sql`
    select belegnummer('rechnung', 2026, 42) as klein, belegnummer('gutschrift', 2026, 999999) as rand,
      belegnummer('stornogutschrift', 2026, 1000000) as gross`;
  expect(zeile).toEqual({ klein: "RE-2026-000042", rand: "GS-2026-999999", gross: "SG-2026-1000000" });
});
