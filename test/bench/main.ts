import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { messeAbrechnung } from "./abrechnung.ts";
import { messeAnfragen } from "./anfragen.ts";
import { messeArchiv } from "./archiv.ts";
import { alsMarkdown, alsTabelle, type Ergebnis, type Messwert, maschine, zahl } from "./bericht.ts";
import { messeDaten } from "./daten.ts";
import { messeBriefe } from "./dokumente.ts";
import { messeDuplikate } from "./duplikate.ts";
import { messeExporte } from "./exporte.ts";
import { messeExtaccounting } from "./extaccounting.ts";
import { messeHebungen } from "./hebungen.ts";
import { messeImport } from "./import.ts";
import { messeListen } from "./listen.ts";
import { messeVeroeffentlichung } from "./veroeffentlichung.ts";

const { values, positionals } = parseArgs({
  options: {
    konten: { type: "string", default: "50000" },
    archiv: { type: "string" },
    belege: { type: "string" },
    kontakte: { type: "string" },
  },
  allowPositionals: true,
});

const konten = Number(values.konten);
const belege = Number(values.belege ?? Math.min(5_000, konten / 10));
const archiv = Number(values.archiv ?? 20 * konten);
const kontakte = Number(values.kontakte ?? Math.min(200_000, 4 * konten));

const messungen: Record<string, () => Promise<Messwert[]>> = {
  abrechnung: () => messeAbrechnung(konten),
  anfragen: () => messeAnfragen(konten),
  archiv: () => messeArchiv(konten, archiv),
  daten: () => messeDaten(konten),
  dokumente: () => messeBriefe(belege),
  duplikate: () => messeDuplikate(kontakte),
  exporte: () => messeExporte(konten),
  extaccounting: () => messeExtaccounting(5 * konten),
  hebungen: () => messeHebungen(konten),
  import: () => messeImport(konten),
  listen: () => messeListen(konten),
  veroeffentlichung: () => messeVeroeffentlichung(konten),
};

const namen = positionals.length > 0 ? positionals : Object.keys(messungen);
const unbekannt = namen.filter((name) => !(name in messungen));
if (unbekannt.length > 0) {
  const alle = Object.keys(messungen).join("|");
  console.error(
    `Aufruf: npm run bench -- [${alle} …] [--konten 50000] [--archiv 1000000] [--belege 5000] [--kontakte 200000]`,
  );
  process.exit(1);
}

const begonnenAm = new Date().toISOString();
const ordner = "bench-ergebnis";

/** After each bench anew: a run of hours that breaks off leaves what it has. */
const schreibe = (ergebnisse: readonly Ergebnis[]): void => {
  mkdirSync(ordner, { recursive: true });
  const kopf = `${zahl(konten)} accounts, ${zahl(belege)} letters, ${zahl(kontakte)} contacts; ${maschine()}; ${begonnenAm}`;
  writeFileSync(`${ordner}/ergebnis.md`, alsMarkdown(kopf, ergebnisse));
  const daten = { begonnenAm, maschine: maschine(), konten, belege, kontakte, ergebnisse };
  writeFileSync(`${ordner}/ergebnis.json`, `${JSON.stringify(daten, null, 2)}\n`);
};

const ergebnisse: Ergebnis[] = [];
for (const name of namen) {
  const los = performance.now();
  try {
    const werte = (await messungen[name]?.()) ?? [];
    ergebnisse.push({ name, sekunden: (performance.now() - los) / 1000, werte });
    console.log(`\n## ${name}\n\n${alsTabelle(werte)}`);
    schreibe(ergebnisse);
  } catch (fehler) {
    // The other benches have nothing to do with it.
    console.error(`Die Messung ${name} ist gescheitert:`, fehler);
    process.exitCode = 1;
  }
}
console.log(`\n${ordner}/ergebnis.md und ${ordner}/ergebnis.json`);
