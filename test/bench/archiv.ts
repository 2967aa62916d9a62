import postgres from "postgres";
import { hoechstensImKoerper } from "../../src/abrechnung/vorschau/schema.ts";
import { listArchivseite } from "../../src/belege/archiv/queries.ts";
import { pruefeArchiv } from "../../src/betrieb/pruefung/pruefe.ts";
import { leseZustand } from "../../src/betrieb/zustand/lese.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { inTagen } from "../../src/kern/kalender/tag.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { buche, listFaellige, storniereLauf } from "./archiv/buche.ts";
import { vervielfache } from "./archiv/vervielfache.ts";
import { anteil, anzahlVon, type Messwert, mitte } from "./bericht.ts";
import { bildeAbfragen } from "./listenAbfragen.ts";
import { type Anweisung, gestoppt, langsamste, type Transaktion } from "./stoppuhr.ts";

/** Sizes that are compared: the first, twice, three, four and five times as much. */
const stufen = 5;
/** As far ahead as a run may book. */
const vorausTage = 62;
const abfragenJeStufe = 200;
const blickeJeStufe = 40;

const sekundenFuer = async (tat: () => Promise<unknown>): Promise<number> => {
  const los = performance.now();
  await tat();
  return (performance.now() - los) / 1000;
};

type Schreibend = { sekunden: number; anweisungen: Anweisung[] };

/** What was measured with so many documents in the archive; times in seconds, those of writing and checking per document. */
type Stufe = {
  dokumente: number;
  /** What was asked with words, and what without. */
  suche: number[];
  liste: number[];
  /** What the words found, all pages of it. */
  gefunden: number;
  zustand: number[];
  buchung: Schreibend;
  /** Of what was booked. */
  storno: Schreibend;
  pruefung: number;
};

const zaehle = async (sql: Sql): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`select count(*) anzahl from archiv_beleg`;
  return zeile?.anzahl ?? 0;
};

/** As many of them for each size. */
const teileAuf = (konten: readonly number[]): number[][] => {
  const jeStufe = Math.min(hoechstensImKoerper, Math.floor(konten.length / stufen));
  return Array.from({ length: stufen }, (_, i) => konten.slice(i * jeStufe, (i + 1) * jeStufe));
};

/** @returns seconds, and the statements of its transactions that took longest */
const messeSchreibend = async <T>(sql: Sql, tat: (sql: Sql) => Promise<T>): Promise<Schreibend & { ergebnis: T }> => {
  const transaktionen: Transaktion[] = [];
  const los = performance.now();
  const ergebnis = await tat(gestoppt(sql, transaktionen));
  const sekunden = (performance.now() - los) / 1000;
  return { ergebnis, sekunden, anweisungen: langsamste(transaktionen.flatMap((eine) => eine.anweisungen)) };
};

const jeDokument = ({ sekunden, anweisungen }: Schreibend, dokumente: number): Schreibend => ({
  sekunden: sekunden / dokumente,
  anweisungen,
});

const messeStufe = async (sql: Sql, heute: string, datum: string, konten: number[]): Promise<Stufe> => {
  const dokumente = await zaehle(sql);
  const { archiv } = await bildeAbfragen(sql, abfragenJeStufe);
  for (const filter of archiv) await listArchivseite(sql, filter);
  const suche: number[] = [];
  const liste: number[] = [];
  let gefunden = 0;
  for (const filter of archiv)
    (filter.search ? suche : liste).push(
      await sekundenFuer(async () => {
        const { total } = await listArchivseite(sql, filter);
        if (filter.search) gefunden += total;
      }),
    );
  const zustand: number[] = [];
  for (let i = 0; i < blickeJeStufe; i += 1) zustand.push(await sekundenFuer(() => leseZustand(sql, new Date())));
  const pruefung = (await sekundenFuer(() => pruefeArchiv(sql))) / dokumente;
  const gebucht = await messeSchreibend(sql, (gestoppte) => buche(gestoppte, heute, datum, konten));
  const storniert = await messeSchreibend(sql, (gestoppte) => storniereLauf(gestoppte, heute, gebucht.ergebnis.id));
  return {
    dokumente,
    suche,
    liste,
    gefunden,
    zustand,
    pruefung,
    buchung: jeDokument(gebucht, gebucht.ergebnis.anzahlDokumente),
    storno: jeDokument(storniert, storniert.ergebnis.anzahlBelege),
  };
};

type Reihe = {
  was: string;
  einheit: string;
  faktor: number;
  von: (stufe: Stufe) => number;
  anweisungen?: (stufe: Stufe) => Anweisung[];
};

const summe = (werte: readonly number[]): number => werte.reduce((a, b) => a + b, 0);

const reihen: Reihe[] = [
  { was: "lists of the archive, p50", einheit: "ms", faktor: 1000, von: ({ liste }) => mitte(liste) },
  { was: "lists of the archive, p95", einheit: "ms", faktor: 1000, von: ({ liste }) => anteil(liste, 0.95) },
  { was: "search in the archive, p50", einheit: "ms", faktor: 1000, von: ({ suche }) => mitte(suche) },
  { was: "search in the archive, p95", einheit: "ms", faktor: 1000, von: ({ suche }) => anteil(suche, 0.95) },
  {
    was: "search in the archive, a document found",
    einheit: "µs",
    faktor: 1e6,
    von: ({ suche, gefunden }) => summe(suche) / gefunden,
  },
  { was: "`/betrieb/zustand`, p50", einheit: "ms", faktor: 1000, von: ({ zustand }) => mitte(zustand) },
  {
    was: "booking into it, a document",
    einheit: "µs",
    faktor: 1e6,
    von: ({ buchung }) => buchung.sekunden,
    anweisungen: ({ buchung }) => buchung.anweisungen,
  },
  {
    was: "cancelling in it, a document",
    einheit: "µs",
    faktor: 1e6,
    von: ({ storno }) => storno.sekunden,
    anweisungen: ({ storno }) => storno.anweisungen,
  },
  { was: "checking all of it, a document", einheit: "µs", faktor: 1e6, von: ({ pruefung }) => pruefung },
];

const alsWerte = (alle: readonly Stufe[]): Messwert[] =>
  reihen.flatMap(({ was, einheit, faktor, von, anweisungen }) =>
    alle.map((stufe, i): Messwert => {
      const wert = von(stufe);
      return {
        was,
        umfang: anzahlVon(stufe.dokumente, "documents"),
        wert: wert * faktor,
        einheit,
        ...(i > 0 && {
          verhaeltnis: {
            wert: wert / von(alle[0] as Stufe),
            zu: "what the smallest takes",
            ziel: { hoechstens: 1.2 },
          },
        }),
        ...(anweisungen && { anweisungen: anweisungen(stufe) }),
      };
    }),
  );

/**
 * What an archive costs that grows: lists, operating view, a booking, its cancellation and a check with 1 to 5 times as many documents.
 * All that is due is booked once, this run is copied, each time four years earlier, as often as is needed, and at each
 * size what falls due next of as many accounts is booked into it, and cancelled.
 *
 * @param dokumente at the end
 */
export async function messeArchiv(konten: number, dokumente: number): Promise<Messwert[]> {
  const heute = tagInBerlin(new Date());
  const jahr = Number(heute.slice(0, 4));
  const cluster = await starteCluster({ konten, heute, sync: false });
  const { appUrl, owner, name } = cluster.vorlage();
  const admin = postgres(nachbardatenbank(cluster.adminUrl(), name), { max: 1 });
  const sql = verbinde(appUrl, "pacht_app", { max: 4 });
  try {
    const lauf = await buche(sql, heute, heute);
    const datum = inTagen(heute, vorausTage);
    const gruppen = teileAuf(await listFaellige(sql, datum));
    const alle: Stufe[] = [];
    let nummer = 0;
    for (const [i, konten] of gruppen.entries()) {
      while ((await zaehle(sql)) < ((i + 1) * dokumente) / stufen) {
        nummer += 1;
        await vervielfache(admin, lauf.id, jahr, nummer);
      }
      await owner`vacuum analyze`;
      alle.push(await messeStufe(sql, heute, datum, konten));
    }
    return alsWerte(alle);
  } finally {
    await Promise.all([sql.end(), owner.end(), admin.end()]);
    await cluster.beende();
  }
}
