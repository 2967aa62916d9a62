import postgres from "postgres";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { ladeDemodaten } from "../../src/lokal/daten.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { anzahlVon, type Messwert } from "./bericht.ts";

const tabellen = [
  "kontakt",
  "pachtkonto",
  "pachtkonto_beteiligter",
  "pachtkonto_position",
  "hebung",
  "patchobjekt",
  "bemerkung_verlauf",
  "faelligkeit",
  "kontakt_liste",
  "patchobjekt_liste",
  "pachtkonto_liste",
  "pachtkonto_frist",
];

/** Writes the same rows once more, into tables without keys, indexes or triggers. */
const schreibeBlank = async (adminUrl: string): Promise<{ zeilen: number; sekunden: number }> => {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`checkpoint`;
    const los = performance.now();
    const zeilen = await sql.begin(async (tx) => {
      let geschrieben = 0;
      for (const tabelle of tabellen)
        geschrieben += (await tx`create table ${tx(`blank_${tabelle}`)} as select * from ${tx(tabelle)}`).count;
      return geschrieben;
    });
    return { zeilen, sekunden: (performance.now() - los) / 1000 };
  } finally {
    await sql.end();
  }
};

/** The demo generator against the bare writing of its rows. */
export async function messeDaten(konten: number): Promise<Messwert[]> {
  const cluster = await starteCluster({ konten: 0, heute: "", sync: true });
  const { ownerUrl, name, owner } = cluster.vorlage();
  try {
    const los = performance.now();
    await ladeDemodaten(ownerUrl, { konten, heute: tagInBerlin(new Date()) });
    const sekunden = (performance.now() - los) / 1000;
    const blank = await schreibeBlank(nachbardatenbank(cluster.adminUrl(), name));
    const umfang = `${anzahlVon(konten, "accounts")}, ${anzahlVon(blank.zeilen, "rows")}`;
    return [
      { was: "the same rows into tables without anything", umfang, wert: blank.sekunden, einheit: "s" },
      {
        was: "demo stock, invented and loaded, with keys, indexes and lists",
        umfang,
        wert: sekunden,
        einheit: "s",
        verhaeltnis: { wert: sekunden / blank.sekunden, zu: "the bare rows" },
        grenze: "search texts and what is made over all rows: indexes of trigrams, days that may not overlap",
      },
    ];
  } finally {
    await owner.end();
    await cluster.beende();
  }
}
