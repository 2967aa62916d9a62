import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { createAdaptorServer } from "@hono/node-server";
import { bucheAbrechnung } from "../../src/abrechnung/buchung/buche.ts";
import { listArchivseite } from "../../src/belege/archiv/queries.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { listKontakte } from "../../src/stammdaten/kontakte/queries.ts";
import { listPachtkonten } from "../../src/stammdaten/pachtkonten/queries.ts";
import { listPatchobjekte } from "../../src/stammdaten/patchobjekte/queries.ts";
import type { Seitentext } from "../../src/technik/database/anweisung/suche.ts";
import { starteBoss } from "../../src/technik/database/boss.ts";
import { type Fragment, type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { alsSeite } from "../../src/technik/http/antwort.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { anteil, anzahlVon, type Messwert, mitte, zahl } from "./bericht.ts";
import { type Abfragen, bildeAbfragen } from "./listenAbfragen.ts";
import { naivArchiv, naivKontakte, naivPachtkonten, naivPatchobjekte } from "./listenNaiv.ts";
import { kontextFuer } from "./messungen/kontext.ts";
import { alsVorlage, dauer } from "./stoppuhr.ts";

const anzahl = 200;

type Lesen<F> = (sql: Sql, filter: F) => Promise<unknown>;
type Zeiten = { liste: string; mitZahl: number[]; ohneZahl: number[]; naiv: number[] };

const vieleUngezaehlt = "select 1000000000 n";

/** The same statements, but nobody counts, and the database need not find more than the page. */
const ohneZahl = (sql: Sql): Sql =>
  new Proxy(sql, {
    apply(ziel, dies, [texte, ...werte]: [TemplateStringsArray, ...Fragment[]]) {
      if (!Array.isArray(texte) || !("raw" in texte)) return Reflect.apply(ziel as never, dies, [texte, ...werte]);
      const ungezaehlt = texte.map((text) =>
        text
          .replace("treffer as materialized", "treffer as not materialized")
          .replace("select count(*) n from treffer", vieleUngezaehlt),
      );
      return Reflect.apply(ziel as never, dies, [alsVorlage(ungezaehlt), ...werte]);
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
    if (process.env.ABFRAGEN) console.error(zahl(performance.now() - los), JSON.stringify(einer));
    zeiten.ohneZahl.push(await dauer(() => lese(nurSeite, einer)));
    if (i < naive) zeiten.naiv.push(await dauer(() => naiv(sql, einer)));
  }
  return zeiten;
};

const alsWerte = ({ liste, mitZahl, ohneZahl, naiv }: Zeiten, konten: number): Messwert[] => {
  const umfang = `${anzahlVon(konten, "accounts")}, ${anzahlVon(mitZahl.length, "queries")}`;
  const teil = (p: number, zusatz: Pick<Messwert, "ziel">): Messwert => ({
    was: `\`/${liste}\`, page with exact total, p${100 * p}`,
    umfang,
    wert: anteil(mitZahl, p),
    einheit: "ms",
    verhaeltnis: { wert: anteil(naiv, p) / anteil(mitZahl, p), zu: "as fast as ILIKE and EXISTS" },
    ...zusatz,
  });
  return [
    teil(0.5, {}),
    teil(0.95, { ziel: { hoechstens: 40 } }),
    {
      was: `\`/${liste}\`, the page alone, p50`,
      umfang,
      wert: mitte(ohneZahl),
      einheit: "ms",
      verhaeltnis: { wert: mitte(mitZahl) / mitte(ohneZahl), zu: "as long with the total" },
    },
  ];
};

type Grosse = { was: string; ms: number[]; cpu: number[]; verzug: number };

const lies = (url: string): Promise<void> =>
  new Promise((fertig, gescheitert) => {
    get(url, (antwort) => antwort.resume().on("end", fertig).on("error", gescheitert)).on("error", gescheitert);
  });

/** How long the event loop stands still while a page of 5,000 is answered, as the server's adapter does it. */
const messeGrosse = async (was: string, antworte: () => Promise<Response>): Promise<Grosse> => {
  const server = createAdaptorServer({ fetch: antworte });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const grosse: Grosse = { was, ms: [], cpu: [], verzug: 0 };
  for (let runde = 0; runde < 12; runde += 1) {
    const uhr = monitorEventLoopDelay({ resolution: 1 });
    const cpu = process.cpuUsage();
    uhr.enable();
    const ms = await dauer(() => lies(url));
    uhr.disable();
    const { user, system } = process.cpuUsage(cpu);
    if (runde < 2) continue;
    grosse.ms.push(ms);
    grosse.cpu.push((user + system) / 1000);
    grosse.verzug = Math.max(grosse.verzug, uhr.max / 1e6);
  }
  await new Promise((geschlossen) => server.close(geschlossen));
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

const alsGrosseSeite = ({ was, ms, cpu, verzug }: Grosse): Messwert => ({
  was: `page of 5,000 accounts, ${was}`,
  umfang: "middle of 10",
  wert: mitte(ms),
  einheit: "ms",
  grenze: `${zahl(mitte(cpu))} ms of CPU for answering and reading, event loop held at most ${zahl(verzug)} ms`,
});

/** Books all that is due today, so that the archive has something to find. */
const fuelleArchiv = async (appUrl: string, heute: string): Promise<void> => {
  const sql = verbinde(appUrl, "pacht_app", { max: 4 });
  const boss = await starteBoss(sql, "app");
  await bucheAbrechnung(sql, await kontextFuer(sql, heute), { datum: heute });
  await boss.stop({ close: false, graceful: false });
  await sql.end();
};

/** @param sql a database that is filled already */
const messeMit = async (sql: Sql, konten: number): Promise<Messwert[]> => {
  const abfragen: Abfragen = await bildeAbfragen(sql, anzahl);
  const naive = konten > 100_000 ? 10 : 40;
  const zeiten = [
    await vergleiche(sql, "pachtkonten", abfragen.pachtkonten, listPachtkonten, naivPachtkonten, naive),
    await vergleiche(sql, "patchobjekte", abfragen.patchobjekte, listPatchobjekte, naivPatchobjekte, naive),
    await vergleiche(sql, "kontakte", abfragen.kontakte, listKontakte, naivKontakte, naive),
    await vergleiche(sql, "abrechnung/archiv", abfragen.archiv, listArchivseite, naivArchiv, naive),
  ];
  const gross = { page: 1, limit: 5000 };
  const grosse = [
    await messeGrosse("JSON from SQL, passed on", async () =>
      alsSeite((await listPachtkonten(sql, gross)) as Seitentext, gross),
    ),
    await messeGrosse("JSON from SQL, streamed", async () => gestreamt(sql)),
    await messeGrosse("rows as objects, JSON.stringify", async () => new Response(await naivPachtkonten(sql, gross))),
  ];
  return [...zeiten.flatMap((eine) => alsWerte(eine, konten)), ...grosse.map(alsGrosseSeite)];
};

/** One clerk's searches in each list against naive joins and against the page without its total. */
export async function messeListen(konten: number): Promise<Messwert[]> {
  const heute = tagInBerlin(new Date());
  const cluster = await starteCluster({ konten, heute, sync: false });
  try {
    const { appUrl, owner } = cluster.vorlage();
    await owner`vacuum analyze`;
    await fuelleArchiv(appUrl, heute);
    await owner`vacuum analyze`;
    const sql = verbinde(appUrl, "pacht_app", { max: 2 });
    const werte = await messeMit(sql, konten);
    await sql.end();
    await owner.end();
    return werte;
  } finally {
    await cluster.beende();
  }
}
