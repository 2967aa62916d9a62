import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import type { Sql } from "../../src/technik/database/pool.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import { type Cluster, starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { anzahlVon, type Messwert } from "./bericht.ts";
import { inEigenemProzess } from "./eigenerProzess.ts";
import { schreibeBuero } from "./import/buero.ts";
import { messeEinzeln } from "./import/einzeln.ts";
import { messeKopieDesGeschriebenen, zaehleZeilen } from "./import/geschrieben.ts";
import type { EinzugMessung, Schritt } from "./messungen/einzug.ts";
import { zaehleAnweisungen } from "./statistik.ts";

const stichprobe = 200;

/** What must be there before an office moves in. @returns the id of its position type */
const richteEin = async (owner: Sql): Promise<number> => {
  await owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter') on conflict do nothing`;
  const [art] = await owner<{ id: number }[]>`
    insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund)
    values ('Grundpacht', 'GP', 0, '§ 4 Nr. 12 UStG') returning id`;
  return Number(art?.id);
};

/** The aim of the check as of the execution: a minute for 50,000 accounts. */
const hoechstensSekunden = (konten: number): number => (60 * konten) / 50_000;

const alsWerte = (
  was: string,
  umfang: string,
  konten: number,
  { sekunden, spitzeMib, angehaltenMs, anweisungen }: Schritt,
): Messwert[] => [
  { was, umfang, wert: sekunden, einheit: "s", ziel: { hoechstens: hoechstensSekunden(konten) }, anweisungen },
  { was: `${was}, memory`, umfang, wert: spitzeMib, einheit: "MiB", ziel: { hoechstens: 500 } },
  { was: `${was}, event loop held at most`, umfang, wert: angehaltenMs, einheit: "ms", ziel: { hoechstens: 50 } },
];

const messeMit = async (cluster: Cluster, pfad: string, konten: number, heute: string): Promise<Messwert[]> => {
  const vorlage = cluster.vorlage();
  const positionsartId = await richteEin(vorlage.owner);
  await vorlage.owner.end();
  const [buero, einzelnes] = [await cluster.kopiere(), await cluster.kopiere()];
  await Promise.all([buero.owner.end(), einzelnes.owner.end()]);
  const adminUrl = nachbardatenbank(cluster.adminUrl(), buero.name);

  const vorher = await zaehleZeilen(adminUrl);
  const e = inEigenemProzess<EinzugMessung>(
    "einzug",
    buero.appUrl,
    heute,
    JSON.stringify({ pfad, workerUrl: buero.workerUrl, adminUrl }),
  );
  const k = await messeKopieDesGeschriebenen(adminUrl, vorher);
  const a = await messeEinzeln(einzelnes.appUrl, positionsartId, stichprobe);
  const { pruefung, ausfuehrung } = e;
  const faktor = e.zeilen / (pruefung.sekunden + ausfuehrung.sekunden) / (a.zeilen / a.sekunden);
  const umfang = `${anzahlVon(konten, "accounts")}, ${anzahlVon(e.zeilen, "rows of the workbook")}`;
  const geschrieben = anzahlVon(k.zeilen, "rows written");
  return [
    ...alsWerte("check of the workbook, reading and staging included", umfang, konten, pruefung),
    ...alsWerte("execution", umfang, konten, ausfuehrung),
    { was: "COPY of every row written, same keys and indexes", umfang: geschrieben, wert: k.sekunden, einheit: "s" },
    {
      was: "execution against COPY",
      umfang: geschrieben,
      wert: k.zeilen / ausfuehrung.sekunden,
      einheit: "rows a second",
      verhaeltnis: { wert: k.sekunden / ausfuehrung.sekunden, zu: "the rate of COPY", ziel: { mindestens: 0.25 } },
      anweisungen: ausfuehrung.anweisungen,
    },
    { was: "through the API one by one", umfang: anzahlVon(stichprobe, "accounts"), wert: a.sekunden, einheit: "s" },
    {
      was: "check and execution against the API",
      umfang,
      wert: e.zeilen / (pruefung.sekunden + ausfuehrung.sekunden),
      einheit: "rows a second",
      verhaeltnis: { wert: faktor, zu: "as fast as one by one" },
    },
  ];
};

/** The workbook of a whole office, checked and written, against the least that a database could be asked to do for it. */
export async function messeImport(konten: number): Promise<Messwert[]> {
  const heute = tagInBerlin(new Date());
  const ordner = mkdtempSync(join(tmpdir(), "bench-import-"));
  const cluster = await starteCluster({ konten: 0, heute, sync: true });
  try {
    const pfad = join(ordner, "bestand.xlsx");
    await schreibeBuero(pfad, konten);
    await zaehleAnweisungen(cluster);
    return await messeMit(cluster, pfad, konten, heute);
  } finally {
    await cluster.beende();
    rmSync(ordner, { recursive: true });
  }
}
