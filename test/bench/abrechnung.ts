import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { argumenteFuer } from "../../src/lokal/kind.ts";
import { starteCluster } from "../sicherheit/hilfe/cluster.ts";
import { vergissStatistik } from "../sicherheit/hilfe/statistik.ts";
import { messeKopie } from "./kopie.ts";
import { kopiertInsArchiv, type LaufMessung } from "./messungen/lauf.ts";
import type { StornoMessung } from "./messungen/storno.ts";
import type { VorschauMessung } from "./messungen/vorschau.ts";
import type { ZeilenweiseMessung } from "./messungen/zeilenweise.ts";
import type { Anweisung } from "./stoppuhr.ts";
import { drucke, maschine, mitte, zahl } from "./tabelle.ts";

const stichprobe = 1000;

export const inEigenemProzess = <T>(was: string, url: string, ...argumente: string[]): T & { spitzeMib: number } => {
  const datei = fileURLToPath(new URL("./messung.ts", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [...argumenteFuer(datei), was, url, ...argumente], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`Die Messung ${was} ist gescheitert.`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
};

const summe = (werte: { sekunden: number }[]): number => werte.reduce((s, { sekunden }) => s + sekunden, 0);

/** Preview and booking of a whole stock against the least that a database could be asked to do for them. */
export const messeAbrechnung = async (konten: number): Promise<void> => {
  const heute = tagInBerlin(new Date());
  const begonnen = performance.now();
  const cluster = await starteCluster({ konten, heute, sync: true });
  try {
    const { appUrl, name, owner } = cluster.vorlage();
    const adminUrl = Object.assign(new URL(cluster.adminUrl()), { pathname: `/${name}` }).href;
    console.log(
      `${zahl(konten)} Pachtkonten, geladen in ${zahl((performance.now() - begonnen) / 1000, 1)} s; ${maschine()}`,
    );

    const v = inEigenemProzess<VorschauMessung>("vorschau", appUrl, heute);
    const [abruf, vorschau] = [mitte(v.abruf), mitte(v.vorschau)];
    drucke("Vorschau (Mitte aus 5 Durchgängen im Wechsel)", [
      { was: "bloßer Abruf derselben Zeilen", zeilen: v.konten, sekunden: abruf },
      {
        was: "Vorschau aller fälligen Pachtkonten",
        zeilen: v.konten,
        sekunden: vorschau,
        verhaeltnis: `${zahl(vorschau / abruf, 2)} × Abruf (Ziel ≤ 2,5)`,
      },
      { was: `Speicher höchstens ${v.spitzeMib} MiB` },
    ]);

    const z = inEigenemProzess<ZeilenweiseMessung>("zeilenweise", appUrl, heute, String(stichprobe));
    const l = inEigenemProzess<LaufMessung>("lauf", appUrl, heute);
    await owner`vacuum analyze`;
    const k = await messeKopie(adminUrl);
    const anweisungen = l.veroeffentlichung.anweisungen.filter(kopiertInsArchiv);
    const kopiert = summe(anweisungen);
    const anteil = (sekunden: number) => `${zahl((k.sekunden / sekunden) * 100)} % von COPY`;
    const faktor = k.zeilen / l.sekunden / (z.zeilen / z.sekunden);
    drucke(`Buchung von ${zahl(l.konten)} Pachtkonten mit ${zahl(l.dokumente)} Belegen`, [
      { was: "COPY derselben Zeilen, gleiche Schlüssel und Trigger", zeilen: k.zeilen, sekunden: k.sekunden },
      {
        was: "veröffentlichende Anweisungen",
        zeilen: k.zeilen,
        sekunden: kopiert,
        verhaeltnis: `${anteil(kopiert)} (Ziel ≥ 25 %)`,
      },
      {
        was: "veröffentlichende Transaktion mit allen Prüfungen",
        zeilen: k.zeilen,
        sekunden: l.veroeffentlichung.sekunden,
        verhaeltnis: anteil(l.veroeffentlichung.sekunden),
      },
      { was: `Zeile für Zeile (${zahl(z.konten)} Konten)`, zeilen: z.zeilen, sekunden: z.sekunden },
      {
        was: "ganzer Lauf",
        zeilen: k.zeilen,
        sekunden: l.sekunden,
        verhaeltnis: `${zahl(faktor, 1)} × zeilenweise (Ziel ≥ 8)`,
      },
      { was: `Speicher höchstens ${l.spitzeMib} MiB (Ziel < 400)` },
    ]);
    if (process.env.ANWEISUNGEN) druckeAnweisungen("veröffentlichenden", l.veroeffentlichung.anweisungen);

    await vergissStatistik(adminUrl);
    const ohne = inEigenemProzess<StornoMessung>("storno", appUrl, heute);
    const neuerLauf = inEigenemProzess<LaufMessung>("lauf", appUrl, heute);
    await owner`vacuum analyze`;
    const mit = inEigenemProzess<StornoMessung>("storno", appUrl, heute);
    const jeLauf = ({ transaktion }: StornoMessung, { sekunden }: LaufMessung) => ({
      sekunden: transaktion.sekunden,
      verhaeltnis: `${zahl(transaktion.sekunden / sekunden, 2)} × Buchung derselben Belege (Ziel ≤ 1)`,
    });
    drucke(`Storno von ${zahl(ohne.dokumente)} Belegen`, [
      { was: "ohne Statistik", zeilen: ohne.dokumente, ...jeLauf(ohne, l) },
      { was: "mit frischer Statistik", zeilen: mit.dokumente, ...jeLauf(mit, neuerLauf) },
      { was: `Speicher höchstens ${Math.max(ohne.spitzeMib, mit.spitzeMib)} MiB` },
    ]);
    if (process.env.ANWEISUNGEN) druckeAnweisungen("stornierenden", ohne.transaktion.anweisungen);
    await owner.end();
  } finally {
    await cluster.beende();
  }
};

/** Where a transaction spends its time, slowest first. */
export const druckeAnweisungen = (art: string, anweisungen: readonly Anweisung[]): void =>
  drucke(
    `Anweisungen der ${art} Transaktion`,
    [...anweisungen]
      .sort((a, b) => b.sekunden - a.sekunden)
      .slice(0, 25)
      .map(({ text, sekunden, zeilen }) => ({ was: text.slice(0, 110), zeilen, sekunden })),
  );
