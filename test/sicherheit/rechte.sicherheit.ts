import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { melde } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";

let cluster: Cluster;
let bestand: Bestand;
const pools: Record<string, Sql> = {};

beforeAll(async () => {
  // Two booked runs come with it: every table below has rows that could be changed.
  cluster = await starteCluster({ konten: 40, heute: tagInBerlin(new Date()), sync: false });
  bestand = await cluster.kopiere();
  pools.pacht_owner = bestand.owner;
  pools.pacht_app = verbinde(bestand.appUrl, "pacht_app", { max: 2 });
  pools.pacht_worker = verbinde(bestand.workerUrl, "pacht_worker", { max: 2 });
  // What only a later day would bring: a correction by a final settlement, letters.
  const { owner } = bestand;
  await owner`
    with s as (
      insert into schlussabrechnung (archivkonto_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis, faellig_am)
      select a.id, a.buchungslauf_id, a.pachtkonto_id, g.zeitraum_von, g.zeitraum_bis, g.zeitraum_bis
      from archivkonto a
      join gebuchter_zeitraum g on g.buchungslauf_id = a.buchungslauf_id and g.pachtkonto_id = a.pachtkonto_id
      where not exists (select from schlussabrechnung b where b.pachtkonto_id = a.pachtkonto_id)
      limit 1
      returning archivkonto_id, buchungslauf_id, pachtkonto_id
    )
    insert into schlussabrechnung_korrektur (archivkonto_id, faelligkeit_id, buchungslauf_id)
    select s.archivkonto_id, g.faelligkeit_id, g.buchungslauf_id
    from s
    join gebuchter_zeitraum g on g.buchungslauf_id = s.buchungslauf_id and g.pachtkonto_id = s.pachtkonto_id
    limit 1`;
  await owner`
    insert into hebung_brief (hebung_id, layout_version, sha256, inhalt) select min(id), 1, 'abc', 'PDF' from hebung`;
  await owner`
    insert into siegel_eintrag (nr, auditlog_id, hash) select 1, min(id), sha256('Eintrag') from auditlog`;
  await owner`
    insert into siegel (nr, bis, bis_xid, bis_id, n, hash)
    select 1, 1, xid, id, 1, sha256('Eintrag') from auditlog order by id limit 1`;
  await owner`
    insert into archiv_pdf (beleg_id, status, layout_version, sha256, inhalt)
    select min(id), 'erstellt', 1, 'abc', 'PDF' from archiv_beleg`;
  await owner`
    insert into archiv_logo (sha256, medientyp, breite, hoehe, inhalt)
    values (encode(sha256('Bild'), 'hex'), 'image/png', 1, 1, 'Bild')`;
  await owner`insert into archiv_xrechnung (beleg_id, sha256, inhalt) select min(id), 'abc', 'XML' from archiv_beleg`;
  await owner`
    insert into gutschrift_widerspruch (beleg_id, am, grund, benutzer_name, erstellt_am)
    select min(id), current_date, 'Probe', 'Test', now() from archiv_beleg where belegart = 'gutschrift'`;
  const [datei] = await owner<{ id: number }[]>`
    insert into zahlungsdatei (buchungslauf_id, art, nachrichten_id, dateiname, ist_auswahl, anzahl, summe_cent,
      anzahl_ausgelassen, sha256, groesse, benutzer_name, erstellt_am)
    select buchungslauf_id, 'lastschrift', 'LS-PROBE', 'probe.xml', true, 1, 1, 0, 'abc', 3, 'Test', now()
    from archiv_beleg order by id limit 1
    returning id`;
  const dateiId = Number(datei?.id);
  await owner`
    insert into zahlungsdatei_beleg (zahlungsdatei_id, beleg_id, betrag_cent)
    select ${dateiId}, min(id), 1 from archiv_beleg
    where id not in (select beleg_id from zahlungsdatei_beleg where not verworfen)`;
  await owner`insert into zahlungsdatei_stueck (zahlungsdatei_id, nr, inhalt) values (${dateiId}, 0, 'XML')`;
  await owner`
    insert into zahlungsdatei_abruf (zahlungsdatei_id, zeitpunkt, benutzer_name) values (${dateiId}, now(), 'Test')`;
  await owner`
    insert into extaccounting_versuch (id, beleg_id, aktion, system, benutzer_name, begonnen_am, beendet_am, ausgang)
    select gen_random_uuid(), min(id), 'export', 'sandkasten', 'Test', now(), now(), 'done' from archiv_beleg`;
});

afterAll(async () => {
  await Promise.all([pools.pacht_app?.end(), pools.pacht_worker?.end()]);
  await cluster.loesche(bestand);
  await cluster.beende();
});

const als = (rolle: string): Sql => pools[rolle] as Sql;
const unveraenderlich = [
  ["archiv_aussteller", "daten"],
  ["archivkonto", "kontonummer"],
  ["archiv_beleg", "netto_cent"],
  ["archiv_zeile", "netto_cent"],
  ["archiv_steuer", "steuer_cent"],
  ["archiv_logo", "inhalt"],
  ["archiv_xrechnung", "inhalt"],
  ["zahlungsdatei_stueck", "inhalt"],
  ["zahlungsdatei_abruf", "zeitpunkt"],
  ["auditlog", "aktion"],
  ["schlussabrechnung_korrektur", "faelligkeit_id"],
  ["hebung_brief", "inhalt"],
  ["siegel_eintrag", "hash"],
  ["siegel", "hash"],
] as const;

describe("Archiv und Audit-Log sind unveränderlich", () => {
  test.each(unveraenderlich)("%s: kein UPDATE, kein DELETE, kein TRUNCATE", async (tabelle, spalte) => {
    const vorher = await bestand.owner.unsafe(
      `select md5(string_agg(t::text, ' ' order by t::text)) md5 from ${tabelle} t`,
    );
    expect((await bestand.owner.unsafe(`select from ${tabelle} limit 1`)).length, "hat Zeilen").toBe(1);
    const befehle = [
      `update ${tabelle} set ${spalte} = ${spalte}`,
      `delete from ${tabelle}`,
      `truncate ${tabelle}`,
      `truncate ${tabelle} cascade`,
    ];
    for (const rolle of ["pacht_app", "pacht_worker"])
      for (const befehl of befehle)
        await expect(als(rolle).unsafe(befehl), `${rolle}: ${befehl}`).rejects.toMatchObject({ code: "42501" });
    for (const befehl of befehle)
      await expect(bestand.owner.unsafe(befehl), `pacht_owner: ${befehl}`).rejects.toMatchObject({
        code: expect.stringMatching(/^(23001|0A000)$/),
      });
    expect(
      await bestand.owner.unsafe(`select md5(string_agg(t::text, ' ' order by t::text)) md5 from ${tabelle} t`),
    ).toEqual(vorher);
  });

  test("der Dienst kann die Sperren nicht abschalten", async () => {
    for (const rolle of ["pacht_app", "pacht_worker"])
      for (const befehl of [
        "alter table archiv_beleg disable trigger all",
        "drop trigger unveraenderlich on archiv_beleg",
        "drop table archiv_beleg",
        "create or replace function verweigere_aenderung() returns trigger language plpgsql as 'begin return new; end'",
        "set session_replication_role = replica",
        "set role pacht_owner",
        "set role postgres",
      ])
        await expect(als(rolle).unsafe(befehl), `${rolle}: ${befehl}`).rejects.toMatchObject({ code: "42501" });
  });

  test("was neben dem Archiv steht, nimmt nur seinen einen Weg", async () => {
    for (const befehl of [
      "update gebuchter_zeitraum set zeitraum_bis = zeitraum_bis + 1",
      "delete from gebuchter_zeitraum",
      "truncate gebuchter_zeitraum",
      "delete from buchungslauf",
      "delete from nummernkreis",
      "delete from archiv_pdf",
      "truncate archiv_pdf",
      "delete from extaccounting_dokument",
      "truncate extaccounting_dokument cascade",
      "delete from extaccounting_versuch",
      "truncate extaccounting_versuch",
      "delete from zahlungsdatei",
      "truncate zahlungsdatei cascade",
      "delete from zahlungsdatei_beleg",
      "truncate zahlungsdatei_beleg",
      "delete from gutschrift_widerspruch",
      "truncate gutschrift_widerspruch",
      "update auditwert set werte = '[]'",
      "truncate auditwert",
    ])
      for (const rolle of ["pacht_app", "pacht_worker"])
        await expect(als(rolle).unsafe(befehl), `${rolle}: ${befehl}`).rejects.toMatchObject({ code: "42501" });
    for (const rolle of ["pacht_app", "pacht_worker", "pacht_owner"])
      for (const befehl of [
        "update archiv_pdf set inhalt = 'gefälscht', sha256 = 'x'",
        "update extaccounting_versuch set ausgang = 'uncertain', ursache = 'gefälscht'",
      ])
        await expect(als(rolle).unsafe(befehl), `${rolle}: ${befehl}`).rejects.toMatchObject({ code: "23001" });
    for (const rolle of ["pacht_app", "pacht_owner"])
      for (const befehl of [
        "update zahlungsdatei set summe_cent = summe_cent + 1",
        "update gutschrift_widerspruch set grund = 'gefälscht'",
      ])
        await expect(als(rolle).unsafe(befehl), `${rolle}: ${befehl}`).rejects.toMatchObject({
          code: expect.stringMatching(/^(23001|42501)$/),
        });
    // Erasing values takes an entry that names them.
    for (const rolle of ["pacht_app", "pacht_worker", "pacht_owner"])
      await expect(als(rolle).unsafe("delete from auditwert"), rolle).rejects.toMatchObject({
        code: rolle === "pacht_worker" ? "42501" : "23001",
      });
  });
});

describe("die Rollen des Dienstes", () => {
  test("sind keine Superuser, besitzen nichts, dürfen nichts anlegen und gehören zu keiner Rolle, die es darf", async () => {
    for (const rolle of ["pacht_app", "pacht_worker"]) {
      const [rechte] = await als(rolle)<Record<string, unknown>[]>`
        select current_user wer, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls macht,
          has_database_privilege(current_database(), 'create') datenbank,
          (select count(*) from pg_namespace n where has_schema_privilege(n.oid, 'create')
            and n.nspname not like 'pg\\_temp%' and n.nspname not like 'pg\\_toast%') schemata,
          (select count(*) from pg_class where relowner = r.oid) besitz,
          (select count(*) from pg_auth_members where member = r.oid) mitglied
        from pg_roles r
        where rolname = current_user`;
      expect(rechte).toEqual({ wer: rolle, macht: false, datenbank: false, schemata: 0, besitz: 0, mitglied: 0 });
      await expect(als(rolle)`create table fremd (id integer)`).rejects.toMatchObject({ code: "42501" });
      await expect(als(rolle)`create schema fremd`).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("alles gehört der Rolle der Migrationen, und auch sie ist kein Superuser", async () => {
    const fremde = await bestand.owner`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p', 'S', 'v')
        and c.relowner <> 'pacht_owner'::regrole`;
    expect(fremde).toEqual([]);
    expect(await bestand.owner`select current_user wer, rolsuper from pg_roles where rolname = current_user`).toEqual([
      { wer: "pacht_owner", rolsuper: false },
    ]);
  });

  test("keine andere Tabelle des Archivs fehlt in dieser Prüfung", async () => {
    const mit = await bestand.owner<{ name: string }[]>`
      select distinct tgrelid::regclass::text "name" from pg_trigger
      where tgname = 'unveraenderlich' order by 1`;
    const daneben = [
      "archiv_pdf",
      "auditwert",
      "extaccounting_dokument",
      "extaccounting_versuch",
      "gutschrift_widerspruch",
      "zahlungsdatei",
      "zahlungsdatei_beleg",
    ];
    const geprueft: string[] = [...unveraenderlich.map(([tabelle]) => tabelle), ...daneben];
    expect(mit.map(({ name }) => name).filter((name) => !geprueft.includes(name))).toEqual([]);
    melde(`${geprueft.length} Tabellen, 3 Rollen`);
  });
});
