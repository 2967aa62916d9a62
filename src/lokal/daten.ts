import { parseArgs } from "node:util";
import { berechneAusblick } from "../betrieb/ausblick/berechne.ts";
import { tagInBerlin } from "../kern/kalender/berlin.ts";
import { Bedienfehler, beendeMit } from "../technik/befehl.ts";
import { verbinde } from "../technik/database/pool.ts";
import { fortschritt } from "./anzeige.ts";
import { findeDuplikate } from "./daten/duplikate.ts";
import { ladeBestand } from "./daten/lade.ts";
import { bucheVergangenes } from "./daten/laeufe.ts";
import { plane } from "./daten/plan.ts";
import { findUnterbrochene, vergissBeginn } from "./daten/unterbrochen.ts";
import { migriere } from "./migration.ts";
import { starteDatenbank } from "./postgres/postgres.ts";
import { liesDatenumgebung } from "./umgebung.ts";

/**
 * Fills an empty, migrated database with the lease accounts of an invented operator. The same number of accounts and
 * the same day give the same records; up to 2,000 accounts come with two booked runs. Asked for the same number again,
 * a load that broke off goes on, as on the day it began.
 *
 * @param optionen.konten from 20 on, 300 if left out   @param optionen.melde takes a text and how much is done, 0 to 1
 * @throws Ladefehler if there are records already
 */
export async function ladeDemodaten(
  ownerUrl: string,
  optionen: { konten?: number; heute: string; melde?: (text: string, anteil: number) => void },
): Promise<void> {
  const { konten = 300, heute, melde = () => {} } = optionen;
  const sql = verbinde(ownerUrl, "pacht_owner", { max: 6 });
  try {
    const begonnen = await findUnterbrochene(sql);
    const gehtWeiter = begonnen?.konten === konten;
    const plan = plane(konten, gehtWeiter ? begonnen.heute : heute);
    if (!gehtWeiter) await ladeBestand(sql, plan, melde);
    await bucheVergangenes(sql, plan, melde);
    await findeDuplikate(sql, plan);
    await berechneAusblick(sql, heute);
    await vergissBeginn(sql);
  } finally {
    await sql.end();
  }
}

const leseKonten = (): number | undefined => {
  try {
    const { konten } = parseArgs({ options: { konten: { type: "string" } } }).values;
    return konten === undefined ? undefined : Number(konten);
  } catch {
    throw new Bedienfehler("Aufruf: npm run daten -- --konten 50000");
  }
};

const ladeVonHand = async (): Promise<void> => {
  const konten = leseKonten();
  const { migrationsUrl, verzeichnis } = liesDatenumgebung();
  const eingebettet = migrationsUrl === undefined ? await starteDatenbank({ verzeichnis }) : undefined;
  const anzeige = fortschritt();
  const begonnen = performance.now();
  try {
    const ownerUrl = eingebettet?.ownerUrl ?? migrationsUrl ?? "";
    await migriere(ownerUrl, eingebettet?.verzeichnis);
    await ladeDemodaten(ownerUrl, { konten, heute: tagInBerlin(new Date()), melde: anzeige.zeige });
    anzeige.zeige(`Fertig nach ${((performance.now() - begonnen) / 1000).toFixed(1).replace(".", ",")} s.`, 1);
    anzeige.beende();
  } finally {
    // One that runs for another process goes on.
    if (eingebettet && !eingebettet.uebernommen) await eingebettet.beende();
  }
};

if (import.meta.main)
  await beendeMit(async () => {
    await ladeVonHand();
    return true;
  });
