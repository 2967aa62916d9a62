import { setTimeout as warte } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { saeKonto, saeStammdaten } from "../hilfe/saat.ts";
import { anzahl, melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Antwort, type Server, starteServer } from "./hilfe/prozess.ts";
import { pruefeBuecher } from "./hilfe/pruefung.ts";
import { saat, zufall } from "./hilfe/zufall.ts";

const heute = tagInBerlin(new Date());
const startwert = saat();
const wuerfle = zufall(startwert);
const wiederholungen = 40;
const kontenJeLauf = 60;
/** What the clerks change: the rent, and fee and term of payment. */
const alt = { pachtCent: 120_000, gebuehrBp: 500, zielTage: 14 };
const neu = { pachtCent: 132_000, gebuehrBp: 1000, zielTage: 90 };

let cluster: Cluster;
let bestand: Bestand;
let anna: Server;
let bernd: Server;
let dauerMs = 300;

beforeAll(async () => {
  melde(`SAAT=${startwert}`);
  cluster = await starteCluster({ konten: 0, heute, sync: false });
  bestand = await cluster.kopiere();
  await saeStammdaten(bestand.owner);
  [anna, bernd] = await Promise.all([starteServer(bestand.appUrl), starteServer(bestand.appUrl)]);
});

afterAll(async () => {
  await Promise.all([anna.beende(), bernd.beende()]);
  await cluster.loesche(bestand);
  await cluster.beende();
});

/** Accounts with one whole year due, paid in advance. */
const sae = async (): Promise<number[]> => {
  const ids: number[] = [];
  for (let nr = 0; nr < kontenJeLauf; nr += 1)
    ids.push(
      await saeKonto(bestand.owner, heute, {
        pachtbeginn: `${heute.slice(0, 7)}-01`,
        pachtjahrBeginn: `${heute.slice(5, 7)}-01`,
        istVorauszahlend: true,
        verwaltungsgebuehrBp: alt.gebuehrBp,
        positionen: [{ positionsartId: 1, betragCent: alt.pachtCent }],
      }),
    );
  return ids;
};

const spaeter = async <T>(tat: () => Promise<T>): Promise<T> => {
  await warte(wuerfle() * dauerMs * 1.3);
  return tat();
};

/** While the run is published its accounts are closed, and whoever comes then hears which run it is: he tries again. */
const beharrlich = async (tat: () => Promise<Antwort>): Promise<Antwort> => {
  for (;;) {
    const antwort = await tat();
    if (antwort.status !== 409 || antwort.json.code !== "lauf_aktiv") return antwort;
    expect(antwort.json.detail).toMatch(/Buchungslaufs [\da-f-]{36}/);
    await warte(20);
  }
};

type Gebucht = {
  belegart: string;
  nettoCent: number;
  frist: number;
  gebuehrBp: number;
  zielTage: number | null;
};

/** The documents of one account and what the archived account says of itself. */
const listGebucht = (id: number) => bestand.owner<Gebucht[]>`
  select b.belegart, b.netto_cent, b.zahlbar_bis - b.belegdatum frist, (k.konto ->> 'verwaltungsgebuehrBp')::integer
    gebuehr_bp, (k.konto ->> 'zahlungszielTage')::integer ziel_tage
  from archiv_beleg b
  join archivkonto k on k.id = b.archivkonto_id
  where b.pachtkonto_id = ${id}
  order by b.belegart`;

/** All documents of the account come from one state; returns which rent and which fee that state had. */
const pruefeEinStand = async (id: number): Promise<{ pachtCent: number; gebuehrBp: number }> => {
  const belege = await listGebucht(id);
  expect(belege.map(({ belegart }) => belegart)).toEqual(["gebuehrenrechnung", "gutschrift", "rechnung"]);
  const [gebuehr, gutschrift, rechnung] = [...belege] as [Gebucht, Gebucht, Gebucht];
  expect([alt.pachtCent, neu.pachtCent]).toContain(rechnung.nettoCent);
  expect(gutschrift.nettoCent).toBe(rechnung.nettoCent);
  expect(gebuehr.nettoCent).toBe(Math.round((rechnung.nettoCent * rechnung.gebuehrBp) / 10_000));
  for (const { frist, gebuehrBp, zielTage } of belege) {
    expect([gebuehrBp, zielTage]).toEqual(
      gebuehrBp === alt.gebuehrBp ? [alt.gebuehrBp, null] : [neu.gebuehrBp, neu.zielTage],
    );
    const tage = zielTage ?? alt.zielTage;
    // Weekends and holidays push the day a little further.
    expect(frist).toBeGreaterThanOrEqual(tage);
    expect(frist).toBeLessThan(tage + 7);
  }
  return { pachtCent: rechnung.nettoCent, gebuehrBp: rechnung.gebuehrBp };
};

const buche = async (auswahl: number[]): Promise<Antwort> => {
  const los = performance.now();
  const antwort = await anna.frage("POST", "/abrechnung/buchen", { datum: heute, auswahl });
  if (antwort.status === 201) dauerMs = 0.7 * dauerMs + 0.3 * (performance.now() - los);
  return antwort;
};

describe("zwei Sachbearbeiter ändern ein Konto, während es gebucht wird", () => {
  test(`${wiederholungen}-mal: keine Änderung geht verloren, gebucht wird ein einziger Stand`, async () => {
    const begonnen = performance.now();
    const zaehler = { vorher: 0, nachher: 0, wiederholt: 0, neueGebuehr: 0 };
    for (let nr = 0; nr < wiederholungen; nr += 1) {
      const ids = await sae();
      const [eins, zwei] = [ids[Math.floor(wuerfle() * 30)], ids[30 + Math.floor(wuerfle() * 30)]] as [number, number];
      const position = (await anna.frage("GET", `/pachtkonten/${eins}/positionen`)).json as unknown as { id: number }[];
      const posId = position[0]?.id;
      const etag = (await anna.frage("GET", `/pachtkonten/${zwei}`)).kopf.get("etag") ?? "";
      const aenderePacht = () =>
        anna.frage("PUT", `/pachtkonten/${eins}/positionen/${posId}`, { betragCent: neu.pachtCent });
      // Once certainly in time for the booking, once certainly too late for it; else as it happens.
      const davor = nr === 0 ? await aenderePacht() : undefined;
      const lauf = buche(ids);
      const nebenher = (tat: () => Promise<Antwort>) =>
        nr === 1 ? lauf.then(() => beharrlich(tat)) : spaeter(() => beharrlich(tat));
      const mitVersion = (server: Server, bemerkung: string) =>
        nebenher(() => server.frage("PUT", `/pachtkonten/${zwei}`, { bemerkung }, { "If-Match": etag }));

      const [gebucht, pacht, kondition, ...bemerkungen] = await Promise.all([
        lauf,
        davor ?? nebenher(aenderePacht),
        nebenher(() =>
          bernd.frage("PUT", `/pachtkonten/${eins}`, {
            zahlungszielTage: neu.zielTage,
            verwaltungsgebuehrBp: neu.gebuehrBp,
          }),
        ),
        mitVersion(anna, "von Anna"),
        mitVersion(bernd, "von Bernd"),
      ]);

      if (gebucht.status !== 201) {
        zaehler.wiederholt += 1;
        expect(gebucht).toMatchObject({ status: 409, json: { code: "gleichzeitig_geaendert" } });
        const betroffen = (gebucht.json.konten as { pachtkontoId: number }[]).map(({ pachtkontoId }) => pachtkontoId);
        expect(betroffen.length).toBeGreaterThan(0);
        expect([eins, zwei]).toEqual(expect.arrayContaining(betroffen));
        expect(await bestand.owner`select from archiv_beleg where pachtkonto_id = any(${ids})`).toHaveLength(0);
        expect((await buche(ids)).status).toBe(201);
      }

      // What was accepted is there, and was in time for the booking; what came too late was told so.
      const stand = await pruefeEinStand(eins);
      expect([200, 409]).toContain(pacht.status);
      expect(stand.pachtCent).toBe(pacht.status === 200 ? neu.pachtCent : alt.pachtCent);
      if (pacht.status === 409) expect(pacht.json.detail).toMatch(/RE-\d{4}-\d{6}/);
      expect(kondition.status).toBe(200);
      const [konto] = await bestand.owner`
        select k.zahlungsziel_tage, k.verwaltungsgebuehr_bp, p.betrag_cent
        from pachtkonto k join pachtkonto_position p on p.pachtkonto_id = k.id where k.id = ${eins}`;
      expect(konto).toEqual({
        zahlungszielTage: neu.zielTage,
        verwaltungsgebuehrBp: neu.gebuehrBp,
        betragCent: stand.pachtCent,
      });
      if (pacht.status === 200) zaehler.vorher += 1;
      else zaehler.nachher += 1;
      if (stand.gebuehrBp === neu.gebuehrBp) zaehler.neueGebuehr += 1;

      // Two who have read the same version: one writes, the other is told.
      expect(bemerkungen.map(({ status }) => status).sort()).toEqual([200, 412]);
      const wer = bemerkungen[0]?.status === 200 ? "von Anna" : "von Bernd";
      expect(await bestand.owner`select bemerkung from pachtkonto where id = ${zwei}`).toEqual([{ bemerkung: wer }]);
      await pruefeEinStand(zwei);
    }
    await pruefeBuecher(bestand.owner);
    expect(zaehler.vorher).toBeGreaterThan(0);
    expect(zaehler.nachher).toBeGreaterThan(0);
    melde(
      `${wiederholungen} Läufe zu ${kontenJeLauf} Konten (${anzahl(Math.round(dauerMs))} ms): Pacht vor der Buchung geändert ` +
        `${zaehler.vorher}, danach abgewiesen ${zaehler.nachher}, neue Gebühr gebucht ${zaehler.neueGebuehr}, Läufe mit ` +
        `gleichzeitig_geaendert ${zaehler.wiederholt}; ${sekunden(performance.now() - begonnen)}`,
    );
  });
});
