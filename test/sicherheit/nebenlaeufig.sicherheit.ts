import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { summenfelder } from "../hilfe/summenfelder.ts";
import { anzahl, melde, sekunden } from "./hilfe/bericht.ts";
import { type Bestand, type Cluster, starteCluster } from "./hilfe/cluster.ts";
import { type Antwort, type Server, starteServer } from "./hilfe/prozess.ts";
import { pruefeBuecher } from "./hilfe/pruefung.ts";
import { saat, zufall } from "./hilfe/zufall.ts";

const heute = tagInBerlin(new Date());
const serverzahl = 4;
const anfragen = 20;
let cluster: Cluster;

beforeAll(async () => {
  cluster = await starteCluster({ konten: 2400, heute, sync: false });
});
afterAll(() => cluster.beende());

const ursachen = ["lauf_aktiv", "nichts_zu_buchen", "gleichzeitig_geaendert", "zeitraum_gebucht"];

/** A 409 that a clerk understands: a problem document with a known code, a German sentence and where to ask. */
const pruefeKonflikt = ({ status, typ, json }: Antwort): void => {
  expect(status, JSON.stringify(json)).toBe(409);
  expect(typ).toBe("application/problem+json");
  expect(ursachen).toContain(json.code);
  expect(json).toMatchObject({
    status: 409,
    title: expect.any(String),
    detail: expect.stringMatching(/^[A-ZÄÖÜ].{20,}[.]$/),
    instance: expect.stringContaining("/abrechnung/buchen"),
    requestId: expect.stringMatching(/.+/),
  });
  if (json.code === "lauf_aktiv")
    expect(json.detail).toMatch(/Vera Verwalterin bucht gerade (dieselben|andere) Pachtkonten/);
};

const summe = (zeilen: Record<string, unknown>[], feld: string): number =>
  zeilen.reduce((bisher, zeile) => bisher + Number(zeile[feld]), 0);

const gesamt = (zeilen: Record<string, unknown>[]) =>
  Object.fromEntries(summenfelder.map((feld) => [feld, summe(zeilen, feld)]));

/** Each of these runs' accounts, and how many of them booked it. */
const gewinner = async ({ owner }: Bestand, laufIds: string[]) =>
  new Map(
    (
      await owner<{ id: number; anzahl: number }[]>`
        select pachtkonto_id id, count(distinct buchungslauf_id) anzahl
        from archivkonto where buchungslauf_id = any(${laufIds}) group by 1`
    ).map(({ id, anzahl: n }) => [id, n]),
  );

describe(`${anfragen} Läufe zugleich in ${serverzahl} Prozessen`, () => {
  const startwert = saat();
  melde(`SAAT=${startwert}`);

  test.each<[string, (ids: number[], nr: number, wuerfle: () => number) => number[] | undefined]>([
    ["über alles", () => undefined],
    [
      "über Fenster, von denen jedes zwei Nachbarn überschneidet",
      (ids, nr) => {
        const schritt = Math.ceil(ids.length / anfragen);
        return Array.from({ length: 2 * schritt }, (_, i) => ids[(nr * schritt + i) % ids.length] as number);
      },
    ],
    [
      "über zufällige Auswahlen und zweimal über alles",
      (ids, nr, wuerfle) => (nr % 10 === 9 ? undefined : ids.filter(() => wuerfle() < 0.04)),
    ],
  ])("%s: jedes Konto gewinnt genau ein Lauf", async (_, waehle) => {
    const wuerfle = zufall(startwert);
    const begonnen = performance.now();
    const bestand = await cluster.kopiere();
    const server: Server[] = await Promise.all(Array.from({ length: serverzahl }, () => starteServer(bestand.appUrl)));
    const an = (nr: number) => server[nr % serverzahl] as Server;
    const vorschau = (await an(0).frage("GET", `/abrechnung/vorschau-gruppen?datum=${heute}`)).json;
    const faellig = (vorschau.gruppen as { konten: { pachtkontoId: number }[] }[]).flatMap(({ konten }) =>
      konten.map(({ pachtkontoId }) => pachtkontoId),
    );
    const ids = [...new Set(faellig)].sort((a, b) => a - b);
    expect(ids.length).toBeGreaterThan(1000);
    const auswahlen = Array.from({ length: anfragen }, (__, nr) => waehle(ids, nr, wuerfle));
    const buche = (auswahl: number[] | undefined, nr: number) =>
      an(nr).frage("POST", "/abrechnung/buchen", { datum: heute, auswahl });

    const erste = await Promise.all(auswahlen.map(buche));
    const laeufe = erste.filter(({ status }) => status === 201).map(({ json }) => json);
    expect(laeufe.length).toBeGreaterThan(0);
    for (const antwort of erste) if (antwort.status !== 201) pruefeKonflikt(antwort);
    for (const n of (
      await gewinner(
        bestand,
        laeufe.map(({ id }) => String(id)),
      )
    ).values())
      expect(n).toBe(1);
    await pruefeBuecher(bestand.owner);

    // Whoever was refused asks again, as the answer tells him to, until nothing of his is left.
    const runden = [erste.length];
    let offen = auswahlen.filter((__, nr) => erste[nr]?.status === 409);
    while (offen.length > 0) {
      runden.push(offen.length);
      const antworten = await Promise.all(offen.map(buche));
      for (const antwort of antworten) {
        if (antwort.status === 201) laeufe.push(antwort.json);
        else pruefeKonflikt(antwort);
      }
      offen = offen.filter(
        (__, nr) => antworten[nr]?.status === 409 && antworten[nr]?.json.code !== "nichts_zu_buchen",
      );
      expect(runden.length).toBeLessThan(30);
    }
    const gebucht = await gewinner(
      bestand,
      laeufe.map(({ id }) => String(id)),
    );
    const gewaehlt = new Set(auswahlen.flatMap((auswahl) => auswahl ?? ids));
    expect([...gebucht.keys()].sort((a, b) => a - b)).toEqual([...gewaehlt].sort((a, b) => a - b));
    expect([...gebucht.values()].every((n) => n === 1)).toBe(true);
    await pruefeBuecher(bestand.owner);

    // What they booked, and what is left of the preview, is what the preview had said.
    const rest = (await an(1).frage("GET", `/abrechnung/vorschau-gruppen?datum=${heute}`)).json.summen;
    expect(gesamt([...laeufe, rest as Record<string, unknown>])).toEqual(
      gesamt([vorschau.summen as Record<string, unknown>]),
    );
    await Promise.all(server.map((einer) => einer.beende()));
    await cluster.loesche(bestand);
    melde(
      `${anzahl(ids.length)} Konten, Anfragen je Runde ${runden.join(" + ")}, ${laeufe.length} Läufe, ` +
        `${anzahl(summe(laeufe, "anzahlDokumente"))} Belege; ${sekunden(performance.now() - begonnen)}`,
    );
  });
});
