import postgres from "postgres";
import type { Sql } from "../../src/technik/database/pool.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { anteil, anzahlVon, type Messwert, mitte } from "./bericht.ts";
import { type Eintrag, erzeuge } from "./duplikate/erzeuge.ts";
import { messeGrundlinie } from "./duplikate/grundlinie.ts";
import { messeGuete, type Paar, type Verhaeltnis, zerlege } from "./duplikate/guete.ts";
import { ladeKontakte } from "./duplikate/lade.ts";
import { type NurName, zaehleNurName } from "./duplikate/nurName.ts";
import type { Art } from "./duplikate/verderbe.ts";
import { inEigenemProzess } from "./eigenerProzess.ts";
import type { AlltagMessung, DuplikatlaufMessung } from "./messungen/duplikate.ts";

/** Another seed than any that the scorer was looked at with. */
const saat = 4711;

const fehlerarten: Record<Art, string> = {
  schreibweise: "retyped",
  tippfehler: "typing mistakes",
  umlaute: "umlauts",
  vertauscht: "swapped names",
  abgekuerzt: "shortened first name",
  umgezogen: "moved",
  firma: "company",
};

const naechste: Record<Verhaeltnis, string> = {
  Eheleute: "spouses",
  "Eltern und Kinder": "parents and children",
  "Firmen eines Hauses": "companies of one house",
  "Firma und Person": "company and person",
  Fremde: "strangers",
};

const prozent = (was: string, umfang: string, teil: number): Messwert => ({
  was,
  umfang,
  wert: 100 * teil,
  einheit: "%",
});

type Lauf = DuplikatlaufMessung & { spitzeMib: number };

const alsLauf = (was: string, { sekunden, rechenzeit, verglichen, spitzeMib }: Lauf, kontakte: number): Messwert[] => {
  const umfang = `${anzahlVon(kontakte, "contacts")}, ${anzahlVon(verglichen, "pairs compared")}`;
  return [
    {
      was,
      umfang,
      wert: (sekunden / kontakte) * 1e6,
      einheit: "s per million",
      ziel: { hoechstens: 25 },
      grenze: `${Math.round((100 * rechenzeit) / sekunden)} % computing in this process`,
    },
    { was: `${was}, memory`, umfang, wert: spitzeMib, einheit: "MiB" },
  ];
};

const alsNurName = (eintraege: Eintrag[]): Messwert[] => {
  const { selten, haeufig } = zaehleNurName(eintraege);
  const alsWert = (was: string, { paare, eine }: NurName) =>
    prozent(
      `one person, where only the name can be compared, ${was}`,
      anzahlVon(paare, "pairs"),
      eine / Math.max(1, paare),
    );
  return [alsWert("rare names", selten), alsWert("other names", haeufig)];
};

const alsGuete = (eintraege: Eintrag[], paare: Paar[]): Messwert[] => {
  const stufen = [50, 60, 70, 80, 90].flatMap((ab): Messwert[] => {
    const gezeigte = paare.filter(({ score }) => score >= ab);
    const { genauigkeit, treffer } = messeGuete(eintraege, gezeigte);
    const umfang = anzahlVon(gezeigte.length, "pairs");
    return [
      { ...prozent(`precision from score ${ab}`, umfang, genauigkeit), ziel: { mindestens: 90 } },
      { ...prozent(`recall from score ${ab}`, umfang, treffer), ...(ab === 50 ? { ziel: { mindestens: 90 } } : {}) },
    ];
  });
  const { richtige, falsche } = zerlege(eintraege, paare);
  return [
    ...stufen,
    ...richtige.map(({ was, vorhanden, gefunden }) => ({
      ...prozent(`recall, ${fehlerarten[was]}`, anzahlVon(vorhanden, "planted"), gefunden / Math.max(1, vorhanden)),
      ...(was === "umgezogen" ? { ziel: { mindestens: 85 } } : {}),
    })),
    ...falsche.map(({ was, vorhanden, gefunden }) => ({
      was: `wrong, ${naechste[was]}`,
      umfang: anzahlVon(vorhanden, "pairs"),
      wert: gefunden,
      einheit: "found",
    })),
    ...alsNurName(eintraege),
  ];
};

/** What the database does by itself, over a part of the pairs. */
const messeDatenbank = async (admin: postgres.Sql, eintraege: Eintrag[], nachtlauf: number): Promise<Messwert[]> => {
  const { sekunden, anteil: teil, verglichen, stichprobe, paare } = await messeGrundlinie(admin);
  const umfang = anzahlVon(verglichen, "pairs compared");
  const schwellen = [0.5, 0.6, 0.7, 0.75, 0.8].flatMap((ab) => {
    const aehnliche = paare.filter(({ score }) => score >= ab);
    const { genauigkeit, treffer } = messeGuete(eintraege, aehnliche, (a) => stichprobe.has(a));
    return [
      prozent(`pg_trgm from ${ab}, precision`, umfang, genauigkeit),
      prozent(`pg_trgm from ${ab}, recall`, umfang, treffer),
    ];
  });
  return [
    {
      was: "pg_trgm in SQL over all pairs of a postcode",
      umfang: `extrapolated from ${umfang}`,
      wert: sekunden / teil,
      einheit: "s",
      verhaeltnis: { wert: sekunden / teil / nachtlauf, zu: "the nightly run" },
    },
    ...schwellen,
  ];
};

const messeAlltag = (appUrl: string, kontakte: number): Messwert[] => {
  const alltag = inEigenemProzess<AlltagMessung>("duplikate-alltag", appUrl, "", String(kontakte));
  const umfang = anzahlVon(kontakte, "contacts");
  const zeilen = [
    ["saving a contact, nothing to compare", alltag.ohne],
    ["saving a contact and comparing", alltag.mit],
    ["500 pairs with the total", alltag.liste],
  ] as const;
  return zeilen.flatMap(([was, ms]) => [
    { was: `${was}, p50`, umfang, wert: mitte(ms), einheit: "ms" },
    { was: `${was}, p95`, umfang, wert: anteil(ms, 0.95), einheit: "ms" },
  ]);
};

const messeMit = async (
  bestand: { appUrl: string; workerUrl: string; owner: Sql },
  admin: postgres.Sql,
  eintraege: Eintrag[],
): Promise<Messwert[]> => {
  const kontakte = eintraege.length;
  const laufe = () => inEigenemProzess<DuplikatlaufMessung>("duplikate", bestand.workerUrl, "");
  const erster = laufe();
  await admin`vacuum analyze`;
  const lauf = laufe();
  const paare = await bestand.owner<Paar[]>`select a_id - 1 as a, b_id - 1 as b, score from duplikat_kontakt_paar`;
  return [
    ...alsLauf("first run, writes all keys", erster, kontakte),
    ...alsLauf("nightly run", lauf, kontakte),
    ...alsGuete(eintraege, [...paare]),
    ...(await messeDatenbank(admin, eintraege, lauf.sekunden)),
    ...messeAlltag(bestand.appUrl, kontakte),
  ];
};

/** Duplicates of a stock whose truth is known: how well and how fast they are found, at night and in daily work. */
export async function messeDuplikate(kontakte: number): Promise<Messwert[]> {
  const cluster = await starteCluster({ konten: 0, heute: "2026-11-20", sync: true });
  const bestand = cluster.vorlage();
  const adminUrl = nachbardatenbank(cluster.adminUrl(), bestand.name);
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const eintraege = erzeuge(kontakte, saat);
    await ladeKontakte(adminUrl, eintraege);
    return await messeMit(bestand, admin, eintraege);
  } finally {
    await Promise.all([admin.end(), bestand.owner.end()]);
    await cluster.beende();
  }
}
