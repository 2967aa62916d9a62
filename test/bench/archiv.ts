import postgres from "postgres";
import { bucheAbrechnung } from "../../src/abrechnung/buchung/buche.ts";
import { hoechstensImKoerper } from "../../src/abrechnung/vorschau/schema.ts";
import { listArchivseite } from "../../src/belege/archiv/queries.ts";
import { pruefeArchiv } from "../../src/betrieb/pruefung/pruefe.ts";
import { leseZustand } from "../../src/betrieb/zustand/lese.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { inTagen } from "../../src/kern/kalender/tag.ts";
import { starteBoss } from "../../src/technik/database/boss.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { vervielfache } from "./archiv/vervielfache.ts";
import { anteil, anzahlVon, type Messwert, mitte } from "./bericht.ts";
import { bildeAbfragen } from "./listenAbfragen.ts";
import { kontextFuer } from "./messungen/kontext.ts";

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

/** What was measured with so many documents in the archive; times in seconds, of the booking and the check per document. */
type Stufe = { dokumente: number; suche: number[]; zustand: number[]; buchung: number; pruefung: number };

const zaehle = async (sql: Sql): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`select count(*) anzahl from archiv_beleg`;
  return zeile?.anzahl ?? 0;
};

/** Books what is due of these accounts, or of all, as a run of its own. */
const buche = async (sql: Sql, heute: string, datum: string, auswahl?: number[]) => {
  const boss = await starteBoss(sql, "app");
  const lauf = await bucheAbrechnung(sql, await kontextFuer(sql, heute), { datum, ...(auswahl && { auswahl }) });
  await boss.stop({ close: false, graceful: false });
  return lauf;
};

/** Accounts with something due by `datum`, in no order, for each size as many. */
const teileAuf = async (sql: Sql, datum: string): Promise<number[][]> => {
  const konten = await sql<{ id: number }[]>`
    select pachtkonto_id id
    from faelligkeit
    where status = 'offen' and faellig_am <= ${datum}
    group by pachtkonto_id
    order by md5(pachtkonto_id::text)`;
  const jeStufe = Math.min(hoechstensImKoerper, Math.floor(konten.length / stufen));
  return Array.from({ length: stufen }, (_, i) => konten.slice(i * jeStufe, (i + 1) * jeStufe).map(({ id }) => id));
};

const messeStufe = async (sql: Sql, heute: string, datum: string, konten: number[]): Promise<Stufe> => {
  const dokumente = await zaehle(sql);
  const { archiv } = await bildeAbfragen(sql, abfragenJeStufe);
  for (const filter of archiv) await listArchivseite(sql, filter);
  const suche: number[] = [];
  for (const filter of archiv) suche.push(await sekundenFuer(() => listArchivseite(sql, filter)));
  const zustand: number[] = [];
  for (let i = 0; i < blickeJeStufe; i += 1) zustand.push(await sekundenFuer(() => leseZustand(sql, new Date())));
  const pruefung = (await sekundenFuer(() => pruefeArchiv(sql))) / dokumente;
  const los = performance.now();
  const { anzahlDokumente } = await buche(sql, heute, datum, konten);
  return { dokumente, suche, zustand, buchung: (performance.now() - los) / 1000 / anzahlDokumente, pruefung };
};

const alsWerte = (alle: readonly Stufe[]): Messwert[] => {
  const reihen: [string, string, number, (stufe: Stufe) => number][] = [
    ["search and lists of the archive, p50", "ms", 1000, ({ suche }) => mitte(suche)],
    ["search and lists of the archive, p95", "ms", 1000, ({ suche }) => anteil(suche, 0.95)],
    ["`/betrieb/zustand`, p50", "ms", 1000, ({ zustand }) => mitte(zustand)],
    ["booking into it, a document", "µs", 1e6, ({ buchung }) => buchung],
    ["checking all of it, a document", "µs", 1e6, ({ pruefung }) => pruefung],
  ];
  return reihen.flatMap(([was, einheit, faktor, von]) =>
    alle.map(
      (stufe, i): Messwert => ({
        was,
        umfang: anzahlVon(stufe.dokumente, "documents"),
        wert: von(stufe) * faktor,
        einheit,
        ...(i > 0 && {
          verhaeltnis: {
            wert: von(stufe) / von(alle[0] as Stufe),
            zu: "what the smallest takes",
            ziel: { hoechstens: 1.2 },
          },
        }),
      }),
    ),
  );
};

/**
 * What an archive costs that grows: lists, operating view, a booking and a check with 1 to 5 times as many documents.
 * All that is due is booked once, this run is copied, each time four years earlier, as often as is needed, and at each
 * size what falls due next of as many accounts is booked into it.
 *
 * @param dokumente at the end
 */
export const messeArchiv = async (konten: number, dokumente: number): Promise<Messwert[]> => {
  const heute = tagInBerlin(new Date());
  const jahr = Number(heute.slice(0, 4));
  const cluster = await starteCluster({ konten, heute, sync: false });
  const { appUrl, owner, name } = cluster.vorlage();
  const admin = postgres(Object.assign(new URL(cluster.adminUrl()), { pathname: `/${name}` }).href, { max: 1 });
  const sql = verbinde(appUrl, "pacht_app", { max: 4 });
  try {
    const lauf = await buche(sql, heute, heute);
    const datum = inTagen(heute, vorausTage);
    const gruppen = await teileAuf(sql, datum);
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
};
