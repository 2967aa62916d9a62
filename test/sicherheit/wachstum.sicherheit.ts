import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listArchivseite } from "../../src/belege/archiv/queries.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { inTagen } from "../../src/kern/kalender/tag.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { buche, listFaellige } from "../bench/archiv/buche.ts";
import { vervielfache } from "../bench/archiv/vervielfache.ts";
import { messeStorno } from "../bench/messungen/storno.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import { anzahl, melde } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";

const heute = tagInBerlin(new Date());
/** As far ahead as a run may book. */
const datum = inTagen(heute, 62);
/** Enough for both to be planned for many rows. */
const jeLauf = 300;
const kopien = 10;
const mitArchiv = ["archiv", "faelligkeit", "gebuchter_zeitraum", "schlussabrechnung", "extaccounting_dokument"];

let cluster: Cluster;
let bestand: Bestand;

beforeAll(async () => {
  cluster = await starteCluster({ konten: 2_500, heute, sync: false });
  bestand = cluster.vorlage();
});

afterAll(async () => {
  await bestand.owner.end();
  await cluster.beende();
});

const zaehleVerbindungen = async (): Promise<number> => {
  const [zeile] = await bestand.owner<{ anzahl: number }[]>`
    select count(*) anzahl
    from pg_stat_activity
    where datname = current_database() and application_name in ('pachtverwaltung pacht_app', 'pachtverwaltung pacht_worker')`;
  return zeile?.anzahl ?? 0;
};

/** Rows that PostgreSQL has read of the tables that grow with the archive, in whatever way, for who has hung up. */
const zaehleGelesene = async (): Promise<number> => {
  // A connection tells what it has read before it is gone.
  while ((await zaehleVerbindungen()) > 0) await warte(20);
  const [zeile] = await bestand.owner<{ gelesen: number }[]>`
    select (
      (select sum(seq_tup_read) from pg_stat_user_tables where relname like any(${mitArchiv.map((name) => `${name}%`)}))
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname like any(${mitArchiv.map((name) => `${name}%`)}))
    )::bigint gelesen`;
  return zeile?.gelesen ?? 0;
};

/** What `tat` answers, and how many rows were read for it. */
const lese = async <T>(tat: (sql: Sql) => Promise<T>): Promise<{ antwort: T; gelesen: number }> => {
  const vorher = await zaehleGelesene();
  const sql = verbinde(bestand.appUrl, "pacht_app", { max: 4 });
  const antwort = await tat(sql);
  await sql.end();
  return { antwort, gelesen: (await zaehleGelesene()) - vorher };
};

/** How many rows were read for each document that `tat` writes. */
const leseJeBeleg = async (tat: (sql: Sql) => Promise<number>): Promise<number> => {
  const { antwort, gelesen } = await lese(tat);
  return gelesen / antwort;
};

/** An accounting system may hold them: their cancellation names those that it has to take back there. */
const uebergib = async (laufId: string): Promise<void> => {
  const sql = verbinde(bestand.workerUrl, "pacht_worker", { max: 1 });
  await sql`
    update extaccounting_dokument
    set zustand = 'uncertain', nicht_vor = now(), phase = 'anlegen'
    where beleg_id in (select id from archiv_beleg where buchungslauf_id = ${laufId})`;
  await sql.end();
};

/** What a run and its cancellation read for each document. */
const miss = async (auswahl: number[]) => {
  let laufId = "";
  const buchung = await leseJeBeleg(async (sql) => {
    const lauf = await buche(sql, heute, datum, auswahl);
    laufId = lauf.id;
    return lauf.anzahlDokumente;
  });
  await uebergib(laufId);
  const storno = await leseJeBeleg(async (sql) => (await messeStorno(sql, heute)).dokumente);
  return { buchung, storno };
};

test("ein Lauf und sein Storno lesen in einem elfmal so großen Archiv nicht mehr", async () => {
  const sql = verbinde(bestand.appUrl, "pacht_app", { max: 4 });
  const lauf = await buche(sql, heute, heute);
  const faellige = await listFaellige(sql, datum);
  await sql.end();
  expect(faellige.length).toBeGreaterThan(2 * jeLauf);
  await bestand.owner`vacuum analyze`;
  const klein = await miss(faellige.slice(0, jeLauf));

  const admin = postgres(nachbardatenbank(cluster.adminUrl(), bestand.name), { max: 1 });
  for (let nummer = 1; nummer <= kopien; nummer += 1)
    await vervielfache(admin, lauf.id, Number(heute.slice(0, 4)), nummer);
  await admin.end();
  await bestand.owner`vacuum analyze`;
  const gross = await miss(faellige.slice(jeLauf, 2 * jeLauf));

  melde(
    `${anzahl(lauf.anzahlDokumente)} Belege im Archiv, dann ${anzahl(kopien + 1)} mal so viele: je gebuchtem Beleg ` +
      `${Math.round(klein.buchung)}, dann ${Math.round(gross.buchung)} Zeilen gelesen, ` +
      `je storniertem ${Math.round(klein.storno)}, dann ${Math.round(gross.storno)}`,
  );
  expect(gross.buchung).toBeLessThan(2 * klein.buchung);
  expect(gross.storno).toBeLessThan(2 * klein.storno);
});

test("was außer Stornos unter null liegt, findet die Liste, ohne die Stornos zu lesen", async () => {
  // On a connection of its own: what it reads must not be told while the list is measured.
  const { antwort } = await lese(
    (sql) => sql<{ anzahl: number }[]>`
    select count(*) anzahl from archiv_beleg where storno_von_id is not null and brutto_cent < 0`,
  );
  const [stornos] = antwort;
  expect(stornos?.anzahl).toBeGreaterThan(1_000);
  await bestand.owner`vacuum analyze archiv_beleg`;
  const { gelesen } = await lese((sql) =>
    listArchivseite(sql, { page: 1, limit: 20, belegart: ["schlussrechnung"], bruttoBisCent: -1 }),
  );
  melde(`${anzahl(stornos?.anzahl ?? 0)} Stornos unter null, ${gelesen} Zeilen gelesen`);
  expect(gelesen).toBeLessThan(100);
});
