import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pruefeArchiv } from "../../src/betrieb/pruefung/pruefe.ts";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { verbinde } from "../../src/technik/database/pool.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";
import { anzahl, melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Server, spitzeMib, starteServer } from "./hilfe/prozess.ts";
import { pruefeBuecher } from "./hilfe/pruefung.ts";
import { vergissStatistik } from "./hilfe/statistik.ts";

/** Of the booked run, for its cancellation. */
let lauf: { id: string; dauerMs: number };

const heute = tagInBerlin(new Date());
/** Nine in ten of them have something due that can be billed. */
const konten = Number(process.env.KONTEN) || 56_000;
let cluster: Cluster;
let bestand: Bestand;
let server: Server;

beforeAll(async () => {
  const begonnen = performance.now();
  cluster = await starteCluster({ konten, heute, sync: true });
  bestand = cluster.vorlage();
  server = await starteServer(bestand.appUrl);
  melde(`${anzahl(konten)} Konten angelegt in ${sekunden(performance.now() - begonnen)}`);
}, 600_000);

afterAll(async () => {
  await server.beende();
  await bestand.owner.end();
  await cluster.beende();
});

type Blick = { archiviert: number; gestapelt: number; dauerMs: number };

/** What somebody sees who reads the archive all the time, and how long he waits for it. */
const schaueZu = async (fertig: () => boolean): Promise<Blick[]> => {
  const blicke: Blick[] = [];
  while (!fertig()) {
    const los = performance.now();
    const [blick] = await bestand.owner<{ archiviert: number; gestapelt: number }[]>`
      select (select count(*) from archivkonto) archiviert, (select coalesce(max(anzahl_konten), 0) from buchungslauf)
        gestapelt`;
    if (blick) blicke.push({ ...blick, dauerMs: performance.now() - los });
    await warte(50);
  }
  return blicke;
};

test("ein Lauf über den ganzen Bestand: auf einmal da, mit flachem Speicher", async () => {
  const los = performance.now();
  const leerlaufMib = spitzeMib(server.pid);
  let fertig = false;
  const zuschauer = schaueZu(() => fertig);
  const antwort = await server.frage("POST", "/abrechnung/buchen", { datum: heute });
  const dauerMs = performance.now() - los;
  fertig = true;
  const blicke = await zuschauer;
  expect(antwort.status, JSON.stringify(antwort.json)).toBe(201);
  const { id, anzahlKonten, anzahlDokumente } = antwort.json as {
    id: string;
    anzahlKonten: number;
    anzahlDokumente: number;
  };
  lauf = { id, dauerMs };
  expect(anzahlKonten).toBeGreaterThan(konten * 0.85);

  // Nobody has ever seen a part of it.
  expect([...new Set(blicke.map(({ archiviert }) => archiviert))].filter((n) => n !== 0 && n !== anzahlKonten)).toEqual(
    [],
  );
  expect(blicke.length).toBeGreaterThan(20);
  await pruefeBuecher(bestand.owner);

  const spitze = spitzeMib(server.pid);
  const laengster = Math.max(...blicke.map((blick) => blick.dauerMs));
  melde(
    `${anzahl(anzahlKonten)} Konten, ${anzahl(anzahlDokumente)} Belege in ${sekunden(dauerMs)}; Speicher des Servers ` +
      `höchstens ${spitze} MiB (im Leerlauf ${leerlaufMib}); ${anzahl(blicke.length)} Blicke ins Archiv sahen nichts ` +
      `oder alles, der langsamste ${Math.round(laengster)} ms`,
  );
});

const pruefeAlsApp = async () => {
  const app = verbinde(bestand.appUrl, "pacht_app", { max: 1 });
  try {
    return await pruefeArchiv(app);
  } finally {
    await app.end();
  }
};

test("der Storno desselben Laufs geht auch ohne Statistik auf, und die Prüfung des Archivs danach", async () => {
  await vergissStatistik(nachbardatenbank(cluster.adminUrl(), bestand.name));
  const los = performance.now();
  const antwort = await server.frage("POST", "/abrechnung/stornieren", { buchungslaufId: lauf.id, grund: "Zu früh" });
  const dauerMs = performance.now() - los;
  expect(antwort.status, JSON.stringify(antwort.json)).toBe(201);
  const befunde = await pruefeAlsApp();
  expect(befunde.filter(({ falsch }) => falsch > 0)).toEqual([]);
  await pruefeBuecher(bestand.owner);
  const { anzahlBelege } = antwort.json as { anzahlBelege: number };
  melde(
    `Storno von ${anzahl(anzahlBelege)} Belegen ohne Statistik in ${sekunden(dauerMs)}, ihre Buchung ` +
      `${sekunden(lauf.dauerMs)}; Speicher des Servers höchstens ${spitzeMib(server.pid)} MiB`,
  );
});
