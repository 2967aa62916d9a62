import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import type { Sql } from "../../src/technik/database/pool.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import { type Cluster, starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { vergissStatistik } from "../sicherheit/hilfe/statistik.ts";
import { anzahlVon, type Messwert, mitte } from "./bericht.ts";
import { inEigenemProzess } from "./eigenerProzess.ts";
import { messeKopie } from "./kopie.ts";
import { kopiertInsArchiv, type LaufMessung } from "./messungen/lauf.ts";
import type { StornoMessung } from "./messungen/storno.ts";
import type { VorschauMessung } from "./messungen/vorschau.ts";
import type { ZeilenweiseMessung } from "./messungen/zeilenweise.ts";
import { langsamste } from "./stoppuhr.ts";
import { tabellenZuvor } from "./zuvor.ts";

const stichprobe = 1000;

const summe = (werte: { sekunden: number }[]): number => werte.reduce((s, { sekunden }) => s + sekunden, 0);

type Lauf = LaufMessung & { spitzeMib: number };
/** `zuvor`: seconds of publishing the same as it was. */
type Ort = { appUrl: string; adminUrl: string; owner: Sql; heute: string; zuvor: number };

/** Preview and the bare fetch of the same rows, the middle of five rounds in turn. */
const messeVorschau = ({ appUrl, heute }: Ort): Messwert[] => {
  const { konten, abruf, vorschau, beginn, spitzeMib } = inEigenemProzess<VorschauMessung>("vorschau", appUrl, heute);
  const umfang = anzahlVon(konten, "accounts");
  const [bloss, ganz] = [mitte(abruf), mitte(vorschau)];
  return [
    { was: "bare fetch of the accounts' rows", umfang, wert: bloss, einheit: "s" },
    {
      was: "preview of all that is due",
      umfang,
      wert: ganz,
      einheit: "s",
      verhaeltnis: { wert: ganz / bloss, zu: "the fetch", ziel: { hoechstens: 2.5 } },
      grenze: "computing and writing the answer, in one thread",
    },
    { was: "preview, first bytes", umfang, wert: mitte(beginn), einheit: "s", ziel: { hoechstens: 1 } },
    { was: "preview, memory", umfang, wert: spitzeMib, einheit: "MiB", ziel: { hoechstens: 400 } },
  ];
};

/** Seconds that publishing takes a copy of the stock with tables and statements as they were. */
const messeZuvor = async (cluster: Cluster, heute: string): Promise<number> => {
  const kopie = await cluster.kopiere();
  await kopie.owner.unsafe(tabellenZuvor);
  const { veroeffentlichung } = inEigenemProzess<LaufMessung>("lauf-zuvor", kopie.appUrl, heute);
  await cluster.loesche(kopie);
  return veroeffentlichung.sekunden;
};

/** One run over all that is due, against COPY of what it wrote and against the same row by row. */
const messeBuchung = async ({
  appUrl,
  adminUrl,
  owner,
  heute,
  zuvor,
}: Ort): Promise<{ lauf: Lauf; werte: Messwert[] }> => {
  const z = inEigenemProzess<ZeilenweiseMessung>("zeilenweise", appUrl, heute, String(stichprobe));
  const lauf = inEigenemProzess<LaufMessung>("lauf", appUrl, heute);
  await owner`vacuum analyze`;
  const kopie = await messeKopie(adminUrl);
  const umfang = anzahlVon(kopie.zeilen, "rows");
  const { veroeffentlichung } = lauf;
  const kopierende = veroeffentlichung.anweisungen.filter(kopiertInsArchiv);
  const gegenKopie = (sekunden: number) => ({ wert: kopie.sekunden / sekunden, zu: "the rate of COPY" });
  const werte = [
    { was: "COPY of the booked rows, same keys and triggers", umfang, wert: kopie.sekunden, einheit: "s" },
    {
      was: "publishing statements of the run",
      umfang,
      wert: summe(kopierende),
      einheit: "s",
      verhaeltnis: { ...gegenKopie(summe(kopierende)), ziel: { mindestens: 0.25 } },
      anweisungen: langsamste(kopierende),
    },
    {
      was: "publishing transaction with all checks",
      umfang,
      wert: veroeffentlichung.sekunden,
      einheit: "s",
      verhaeltnis: gegenKopie(veroeffentlichung.sekunden),
      anweisungen: langsamste(veroeffentlichung.anweisungen),
    },
    {
      was: "the same with the tables and statements of before",
      umfang,
      wert: zuvor,
      einheit: "s",
      verhaeltnis: {
        wert: zuvor / veroeffentlichung.sekunden,
        zu: "as long as today",
        ziel: { mindestens: 2.5 },
      },
      grenze: "what both do alike: rows, eleven indexes of the documents, checks of all sums",
    },
    { was: "row by row", umfang: anzahlVon(z.zeilen, "rows"), wert: z.sekunden, einheit: "s" },
    {
      was: "whole run, computed, staged, checked and published",
      umfang: `${anzahlVon(lauf.konten, "accounts")}, ${anzahlVon(lauf.dokumente, "documents")}`,
      wert: lauf.sekunden,
      einheit: "s",
      verhaeltnis: {
        wert: kopie.zeilen / lauf.sekunden / (z.zeilen / z.sekunden),
        zu: "as fast as row by row",
        ziel: { mindestens: 25 },
      },
      grenze: `${Math.round((100 * veroeffentlichung.sekunden) / lauf.sekunden)} % publishing`,
    },
    { was: "whole run, memory", umfang, wert: lauf.spitzeMib, einheit: "MiB", ziel: { hoechstens: 350 } },
  ];
  return { lauf, werte };
};

/** Cancelling what was booked, before PostgreSQL has looked at the full tables and after. */
const messeStornos = async ({ appUrl, adminUrl, owner, heute }: Ort, gebucht: Lauf): Promise<Messwert[]> => {
  const storniere = (was: string, lauf: Lauf): Messwert[] => {
    const { dokumente, transaktion, spitzeMib } = inEigenemProzess<StornoMessung>("storno", appUrl, heute);
    const umfang = anzahlVon(dokumente, "documents");
    return [
      {
        was,
        umfang,
        wert: transaktion.sekunden,
        einheit: "s",
        verhaeltnis: { wert: transaktion.sekunden / lauf.sekunden, zu: "booking them", ziel: { hoechstens: 1.2 } },
        anweisungen: langsamste(transaktion.anweisungen),
      },
      { was: `${was}, memory`, umfang, wert: spitzeMib, einheit: "MiB" },
    ];
  };
  await vergissStatistik(adminUrl);
  const ohne = storniere("cancelling, no statistics", gebucht);
  const neuerLauf = inEigenemProzess<LaufMessung>("lauf", appUrl, heute);
  await owner`vacuum analyze`;
  return [...ohne, ...storniere("cancelling, fresh statistics", neuerLauf)];
};

const messeMit = async (cluster: Cluster, heute: string): Promise<Messwert[]> => {
  const zuvor = await messeZuvor(cluster, heute);
  const { appUrl, name, owner } = cluster.vorlage();
  const adminUrl = nachbardatenbank(cluster.adminUrl(), name);
  const ort = { appUrl, adminUrl, owner, heute, zuvor };
  const vorschau = messeVorschau(ort);
  const { lauf, werte } = await messeBuchung(ort);
  const stornos = await messeStornos(ort, lauf);
  await owner.end();
  return [...vorschau, ...werte, ...stornos];
};

/** Preview and booking of a whole stock against the least that a database could be asked to do for them. */
export async function messeAbrechnung(konten: number): Promise<Messwert[]> {
  const heute = tagInBerlin(new Date());
  const cluster = await starteCluster({ konten, heute, sync: true });
  try {
    return await messeMit(cluster, heute);
  } finally {
    await cluster.beende();
  }
}
