import process from "node:process";
import { zeitplannamen } from "../src/betrieb/zeitplaene/plan.ts";
import { tagInBerlin } from "../src/kern/kalender/berlin.ts";
import { Bedienfehler, istAllesGeschrieben, istFuerBediener } from "../src/technik/befehl.ts";
import { liesWorkerConfig } from "../src/technik/config.ts";
import { inWorten } from "../src/technik/database/ausfall.ts";
import { starteBoss } from "../src/technik/database/boss.ts";
import { verbinde } from "../src/technik/database/pool.ts";
import { pruefeTreiber } from "../src/technik/database/treiber/pruefe.ts";
import { ertrageFehlendeLeser, verlasse } from "../src/technik/prozess.ts";
import { fuehreEinmalAus } from "./einmal.ts";
import { nachtarbeiten } from "./naechtlich.ts";

const deutsch = (sekunden: number): string => sekunden.toFixed(1).replace(".", ",");

/** `npm run job -- <name>`: one line, and whether the job is done. */
const starte = async (): Promise<boolean> => {
  const name = zeitplannamen.find((einer) => einer === process.argv[2]);
  if (name === undefined || process.argv.length > 3)
    throw new Bedienfehler(`Aufruf: npm run job -- <Name>, mit ${zeitplannamen.join(", ")}`);
  pruefeTreiber();
  const config = liesWorkerConfig();
  const sql = verbinde(config.DATABASE_URL, "pacht_worker", { max: config.DATABASE_POOL });
  const ende = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => ende.abort(new Error(`Abgebrochen durch ${signal}.`)));
  try {
    const boss = await starteBoss(sql, "app");
    const jetzt = new Date();
    const rahmen = {
      sql,
      datenbankUrl: config.DATABASE_URL,
      heute: tagInBerlin(jetzt),
      jetzt,
      signal: ende.signal,
    };
    const zahlen = await fuehreEinmalAus(boss, sql, name, () => nachtarbeiten[name](rahmen));
    await boss.stop({ close: false, graceful: false });
    if (zahlen === undefined) {
      console.error(`${name}: läuft schon anderswo.`);
      return false;
    }
    const werte = Object.entries(zahlen).map(([was, wert]) => `${was} ${wert}`);
    const dauer = deutsch((performance.now() - beginn) / 1000);
    console.info(`${name}: ${werte.join(", ") || "fertig"} (${dauer} s)`);
    return true;
  } finally {
    await sql.end({ timeout: 1 });
  }
};

const beginn = performance.now();
const verlorenWegen = ertrageFehlendeLeser();
starte().then(
  async (gelungen) => verlasse((await istAllesGeschrieben(verlorenWegen)) && gelungen ? 0 : 1),
  (fehler: unknown) => {
    const grund = inWorten(fehler) ?? (fehler instanceof Error ? fehler.message : String(fehler));
    console.error(istFuerBediener(fehler) ? grund : `${process.argv[2]}: gescheitert. ${grund}`);
    return verlasse(istFuerBediener(fehler) ? 2 : 1);
  },
);
