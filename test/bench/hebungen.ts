import process from "node:process";
import { listeVorschlaege } from "../../src/abrechnung/vorschlaege/liste.ts";
import { uebernimmVorschlaege } from "../../src/abrechnung/vorschlaege/uebernimm.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { addiereMonate, formatTag, parseTag } from "../../src/kern/kalender/tag.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { kontextFuer } from "./messungen/kontext.ts";
import { maschine, zahl } from "./tabelle.ts";

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

const messeMit = async (sql: Sql, heute: string): Promise<void> => {
  const bis = formatTag(addiereMonate(parseTag(heute), 24));
  const nur = await dauer(() => liesNur(sql));
  console.log(`Klauseln und Positionen nur lesen:            ${zahl(nur.sekunden, 2)} s`);
  const zeiten: number[] = [];
  let liste = await listeVorschlaege(sql, { bis, page: 1, limit: 20 });
  for (let runde = 0; runde < 3; runde += 1) {
    const { sekunden, ergebnis } = await dauer(() => listeVorschlaege(sql, { bis, page: 1, limit: 20 }));
    zeiten.push(sekunden);
    liste = ergebnis;
  }
  console.log(
    `${zahl(liste.summen.anzahl)} Vorschläge mit Summen und Hash:   ${zeiten.map((s) => zahl(s, 2)).join(" / ")} s; ` +
      `ausgelassen ${liste.ausgelassen.map(({ code, anzahl }) => `${code} ${zahl(anzahl)}`).join(", ")}`,
  );
  const auswahl = (await listeVorschlaege(sql, { bis, page: 1, limit: hoechstensUebernommen })).data.map(
    ({ pachtkontoId }) => pachtkontoId,
  );
  const kontext = await kontextFuer(sql, heute);
  const { sekunden, ergebnis } = await dauer(() => uebernimmVorschlaege(sql, kontext, { bis, auswahl }));
  console.log(`${zahl(ergebnis.anzahl)} davon übernommen, eine Transaktion: ${zahl(sekunden, 2)} s`);
  console.log(`Speicher des Prozesses, Spitze:               ${zahl(process.resourceUsage().maxRSS / 1024)} MiB`);
};

/** What clauses ask for over the whole stock, and taking it over. */
export const messeHebungen = async (konten: number): Promise<void> => {
  const begonnen = performance.now();
  const heute = tagInBerlin(new Date());
  const cluster = await starteCluster({ konten, heute, sync: false });
  try {
    const { appUrl, owner } = cluster.vorlage();
    await owner`vacuum analyze`;
    console.log(
      `${zahl(konten)} Pachtkonten, geladen in ${zahl((performance.now() - begonnen) / 1000)} s; ${maschine()}\n`,
    );
    const sql = verbinde(appUrl, "pacht_app", { max: 4 });
    await messeMit(sql, heute);
    await sql.end();
    await owner.end();
  } finally {
    await cluster.beende();
  }
};
