import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { bucheAbrechnung } from "../../src/abrechnung/buchung/buche.ts";
import { listArchivseite } from "../../src/belege/archiv/queries.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { listKontakte } from "../../src/stammdaten/kontakte/queries.ts";
import { listPachtkonten } from "../../src/stammdaten/pachtkonten/queries.ts";
import { listPatchobjekte } from "../../src/stammdaten/patchobjekte/queries.ts";
import { starteBoss } from "../../src/technik/database/boss.ts";
import { type Fragment, type Sql, verbinde } from "../../src/technik/database/pool.ts";
import type { Seitentext } from "../../src/technik/database/suche.ts";
import { alsSeite } from "../../src/technik/http/antwort.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { type Abfragen, bildeAbfragen } from "./listenAbfragen.ts";
import { naivArchiv, naivKontakte, naivPachtkonten, naivPatchobjekte } from "./listenNaiv.ts";
import { kontextFuer } from "./messungen/kontext.ts";
import { maschine, zahl } from "./tabelle.ts";

const anzahl = 200;

type Lesen<F> = (sql: Sql, filter: F) => Promise<unknown>;
type Zeiten = { liste: string; mitZahl: number[]; ohneZahl: number[]; naiv: number[] };

const dauer = async (tat: () => Promise<unknown>): Promise<number> => {
  const los = performance.now();
  await tat();
  return performance.now() - los;
};

const anteil = (werte: number[], p: number): number =>
  [...werte].sort((a, b) => a - b)[Math.min(werte.length - 1, Math.floor(werte.length * p))] ?? Number.NaN;

/** The same statements, but nobody counts, and the database need not find more than the page. */
const ohneZahl = (sql: Sql): Sql =>
  new Proxy(sql, {
    apply(ziel, dies, [texte, ...werte]: [TemplateStringsArray, ...Fragment[]]) {
      const ist = Array.isArray(texte) && "raw" in texte && texte[0]?.trim() === "with treffer as";
      const seite = werte.map((wert, i) => {
        if (i === 0) return sql`not materialized`;
        return texte[i + 1]?.startsWith(" as total") ? sql`0` : wert;
      });
      return Reflect.apply(ziel as never, dies, [texte, ...(ist ? seite : werte)]);
    },
  });

const vergleiche = async <F>(
  sql: Sql,
  liste: string,
  filter: F[],
  lese: Lesen<F>,
  naiv: Lesen<F>,
  naive: number,
): Promise<Zeiten> => {
  const zeiten: Zeiten = { liste, mitZahl: [], ohneZahl: [], naiv: [] };
  const nurSeite = ohneZahl(sql);
  for (const einer of filter.slice(0, 40)) await Promise.all([lese(sql, einer), lese(nurSeite, einer)]);
  for (const [i, einer] of filter.entries()) {
    const los = performance.now();
    zeiten.mitZahl.push(await dauer(() => lese(sql, einer)));
    if (process.env.ABFRAGEN) console.log(zahl(performance.now() - los, 1), JSON.stringify(einer));
    zeiten.ohneZahl.push(await dauer(() => lese(nurSeite, einer)));
    if (i < naive) zeiten.naiv.push(await dauer(() => naiv(sql, einer)));
  }
  return zeiten;
};

const drucke = (zeiten: Zeiten[]): void => {
  const spalte = (texte: (string | number)[]) =>
    console.log(`  ${texte.map((t, i) => (i === 0 ? String(t).padEnd(38) : String(t).padStart(9))).join("")}`);
  spalte(["", "Anfragen", "p50 ms", "p95 ms", "p50 ×", "p95 ×"]);
  for (const { liste, mitZahl, ohneZahl: ohne, naiv } of zeiten) {
    const zeile = (was: string, werte: number[], verhaeltnisse: string[] = []) =>
      spalte([was, werte.length, zahl(anteil(werte, 0.5), 1), zahl(anteil(werte, 0.95), 1), ...verhaeltnisse]);
    const je = (andere: number[], p: number) => anteil(andere, p) / anteil(mitZahl, p);
    zeile(`/${liste}, Seite und genaue Gesamtzahl`, mitZahl);
    zeile("  nur die Seite", ohne, [zahl(1 / je(ohne, 0.5), 2), zahl(1 / je(ohne, 0.95), 2)]);
    zeile("  ILIKE und EXISTS", naiv, [zahl(je(naiv, 0.5)), zahl(je(naiv, 0.95))]);
  }
};

type Grosse = { was: string; ms: number[]; cpu: number[]; verzug: number };

/** How long the event loop stands still while a page of 5,000 is answered. */
const messeGrosse = async (was: string, antworte: () => Promise<Response>): Promise<Grosse> => {
  const grosse: Grosse = { was, ms: [], cpu: [], verzug: 0 };
  for (let runde = 0; runde < 12; runde += 1) {
    const uhr = monitorEventLoopDelay({ resolution: 1 });
    const cpu = process.cpuUsage();
    uhr.enable();
    const ms = await dauer(async () => (await antworte()).arrayBuffer());
    uhr.disable();
    const { user, system } = process.cpuUsage(cpu);
    if (runde < 2) continue;
    grosse.ms.push(ms);
    grosse.cpu.push((user + system) / 1000);
    grosse.verzug = Math.max(grosse.verzug, uhr.max / 1e6);
  }
  return grosse;
};

const gestreamt = (sql: Sql): Response => {
  const schreiber = new TextEncoder();
  const stuecke = sql<{ zeile: string }[]>`
    select row_to_json(z)::text zeile
    from (
      select k.*, (
        select json_agg(json_build_object('kontaktId', b.kontakt_id, 'rolle', b.rolle, 'anzeigename', p.anzeigename,
          'hauptkontakt', b.hauptkontakt, 'anteilZaehler', b.anteil_zaehler, 'anteilNenner', b.anteil_nenner,
          'gueltigVon', b.gueltig_von, 'gueltigBis', b.gueltig_bis) order by b.rolle, b.gueltig_von nulls first, b.id)
        from pachtkonto_beteiligter b join kontakt p on p.id = b.kontakt_id
        where b.pachtkonto_id = k.id) beteiligte
      from pachtkonto k
      order by kontonummer
      limit 5000
    ) z`
    .cursor(500)
    [Symbol.asyncIterator]();
  return new Response(
    new ReadableStream<Uint8Array>({
      async pull(steuerung) {
        const { done, value } = await stuecke.next();
        if (done) steuerung.close();
        else steuerung.enqueue(schreiber.encode(value.map(({ zeile }) => zeile).join(",")));
      },
    }),
  );
};

const druckeGrosse = (grosse: Grosse[]): void => {
  console.log("\nSeite mit 5.000 Pachtkonten (Mitte aus 10)");
  for (const { was, ms, cpu, verzug } of grosse)
    console.log(
      `  ${was.padEnd(38)} ${zahl(anteil(ms, 0.5)).padStart(6)} ms, davon CPU hier ${zahl(anteil(cpu, 0.5)).padStart(4)} ms, ` +
        `Event-Loop höchstens ${zahl(verzug)} ms still`,
    );
};

/** Books all that is due today, so that the archive has something to find. */
const fuelleArchiv = async (appUrl: string, heute: string): Promise<number> => {
  const sql = verbinde(appUrl, "pacht_app", { max: 4 });
  const boss = await starteBoss(sql, "app");
  const { anzahlDokumente } = await bucheAbrechnung(sql, await kontextFuer(sql, heute), { datum: heute });
  await boss.stop({ close: false, graceful: false });
  await sql.end();
  return anzahlDokumente;
};

/** One clerk's searches in each list against naive joins and against the page without its total. */
export const messeListen = async (konten: number): Promise<void> => {
  const begonnen = performance.now();
  const heute = tagInBerlin(new Date());
  const cluster = await starteCluster({ konten, heute, sync: false });
  try {
    const { appUrl, owner } = cluster.vorlage();
    await owner`vacuum analyze`;
    const belege = await fuelleArchiv(appUrl, heute);
    await owner`vacuum analyze`;
    console.log(
      `${zahl(konten)} Pachtkonten, ${zahl(belege)} Belege, geladen in ${zahl((performance.now() - begonnen) / 1000)} s; ` +
        `${maschine()}\n`,
    );
    const sql = verbinde(appUrl, "pacht_app", { max: 2 });
    await messeMit(sql, konten);
    await sql.end();
    await owner.end();
  } finally {
    await cluster.beende();
  }
};

/** @param sql a database that is filled already */
export const messeMit = async (sql: Sql, konten: number): Promise<void> => {
  const abfragen: Abfragen = await bildeAbfragen(sql, anzahl);
  const naive = konten > 100_000 ? 10 : 40;
  drucke([
    await vergleiche(sql, "pachtkonten", abfragen.pachtkonten, listPachtkonten, naivPachtkonten, naive),
    await vergleiche(sql, "patchobjekte", abfragen.patchobjekte, listPatchobjekte, naivPatchobjekte, naive),
    await vergleiche(sql, "kontakte", abfragen.kontakte, listKontakte, naivKontakte, naive),
    await vergleiche(sql, "abrechnung/archiv", abfragen.archiv, listArchivseite, naivArchiv, naive),
  ]);
  const gross = { page: 1, limit: 5000 };
  druckeGrosse([
    await messeGrosse("JSON aus SQL, durchgereicht", async () =>
      alsSeite((await listPachtkonten(sql, gross)) as Seitentext, gross),
    ),
    await messeGrosse("JSON aus SQL, gestreamt", async () => gestreamt(sql)),
    await messeGrosse(
      "Zeilen als Objekte, JSON.stringify",
      async () => new Response(await naivPachtkonten(sql, gross)),
    ),
  ]);
};
