import process from "node:process";
import { halteVorschlaegeNach } from "../../src/abrechnung/vorschlaege/gehalten/halteNach.ts";
import { listeVorschlaege } from "../../src/abrechnung/vorschlaege/liste.ts";
import { uebernimmVorschlaege } from "../../src/abrechnung/vorschlaege/uebernimm.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { addiereMonate, formatTag, parseTag } from "../../src/kern/kalender/tag.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { anzahlVon, type Messwert, mitte } from "./bericht.ts";
import { kontextFuer } from "./messungen/kontext.ts";

const dauer = async <T>(tat: () => Promise<T>): Promise<{ sekunden: number; ergebnis: T }> => {
  const los = performance.now();
  const ergebnis = await tat();
  return { sekunden: (performance.now() - los) / 1000, ergebnis };
};

/** How long a plain pass over the accounts with a clause and their positions takes: the yardstick. */
const liesNur = async (sql: Sql): Promise<number> => {
  const [zeile] = await sql<{ zeichen: number }[]>`
    select sum(length(k.wertsicherung::text) + (
      select coalesce(sum(p.betrag_cent % 7), 0) from pachtkonto_position p where p.pachtkonto_id = k.id)) zeichen
    from pachtkonto k
    where k.wertsicherung is not null`;
  return zeile?.zeichen ?? 0;
};

const hoechstensUebernommen = 50_000;

const jedesSovielte = 100;

/** Seconds of a page of proposals. */
const messeListe = async (sql: Sql, bis: string): Promise<number> => {
  const zeiten: number[] = [];
  for (let runde = 0; runde < 5; runde += 1)
    zeiten.push((await dauer(() => listeVorschlaege(sql, { bis, page: 1, limit: 20 }))).sekunden);
  return mitte(zeiten);
};

const messeMit = async (sql: Sql, worker: Sql, heute: string): Promise<Messwert[]> => {
  const bis = formatTag(addiereMonate(parseTag(heute), 24));
  const nur = await dauer(() => liesNur(sql));
  const gerechnet = await messeListe(sql, bis);
  const nachgehalten = await dauer(() => halteVorschlaegeNach(worker));
  const gehalten = await messeListe(sql, bis);
  await worker`update pachtkonto set bemerkung = 'neu' where id % ${jedesSovielte} = 0`;
  const markiert = await messeListe(sql, bis);
  await halteVorschlaegeNach(worker);
  const liste = await listeVorschlaege(sql, { bis, page: 1, limit: 20 });
  const auswahl = (await listeVorschlaege(sql, { bis, page: 1, limit: hoechstensUebernommen })).data.map(
    ({ pachtkontoId }) => pachtkontoId,
  );
  const kontext = await kontextFuer(sql, heute);
  const { sekunden, ergebnis } = await dauer(() => uebernimmVorschlaege(sql, kontext, { bis, auswahl }));
  const umfang = anzahlVon(liste.summen.anzahl, "proposals");
  return [
    { was: "reading clauses and positions only", umfang, wert: nur.sekunden, einheit: "s" },
    {
      was: "a page of proposals with sums and hash, all computed anew",
      umfang,
      wert: gerechnet,
      einheit: "s",
      ziel: { hoechstens: 10 },
      grenze: "computing over the whole stock",
      verhaeltnis: { wert: gerechnet / nur.sekunden, zu: "reading only" },
    },
    { was: "computing all anew by the worker", umfang, wert: nachgehalten.sekunden, einheit: "s" },
    {
      was: "a page of proposals from what is kept",
      umfang,
      wert: 1000 * gehalten,
      einheit: "ms",
      ziel: { hoechstens: 300 },
      grenze: "summing the kept rows",
      verhaeltnis: { wert: gehalten / gerechnet, zu: "computed anew" },
    },
    {
      was: `the same after a write to every ${jedesSovielte}th account`,
      umfang,
      wert: 1000 * markiert,
      einheit: "ms",
      verhaeltnis: { wert: markiert / gerechnet, zu: "computed anew" },
    },
    {
      was: "taking over, one transaction",
      umfang: anzahlVon(ergebnis.anzahl, "proposals"),
      wert: sekunden,
      einheit: "s",
      ziel: { hoechstens: 30 },
    },
    { was: "memory", umfang, wert: Math.round(process.resourceUsage().maxRSS / 1024), einheit: "MiB" },
  ];
};

/** What clauses ask for over the whole stock, and taking it over. */
export async function messeHebungen(konten: number): Promise<Messwert[]> {
  const heute = tagInBerlin(new Date());
  const cluster = await starteCluster({ konten, heute, sync: false });
  try {
    const { appUrl, workerUrl, owner } = cluster.vorlage();
    await owner`vacuum analyze`;
    const sql = verbinde(appUrl, "pacht_app", { max: 4 });
    const worker = verbinde(workerUrl, "pacht_worker", { max: 2 });
    const werte = await messeMit(sql, worker, heute);
    await Promise.all([sql.end(), worker.end()]);
    await owner.end();
    return werte;
  } finally {
    await cluster.beende();
  }
}
